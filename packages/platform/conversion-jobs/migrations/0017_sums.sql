-- Sums over what is stored, counts of open jobs and the cleanup of each minute, among all jobs of a month.
create index outputs_kept on conversions.outputs (job_id) include (bytes) where removed_at is null;
--> statement-breakpoint
create index jobs_anonymous on conversions.jobs (id) where place is not null;
--> statement-breakpoint
create index jobs_free on conversions.jobs (id) where network is not null;
--> statement-breakpoint
create index jobs_open on conversions.jobs ((coalesce(place, owner))) where state in ('queued', 'processing');
--> statement-breakpoint
create index jobs_removed on conversions.jobs (id) where deleted_at is not null or state = 'expired';
--> statement-breakpoint
create index jobs_details on conversions.jobs (ended_at)
  where state in ('error', 'cancelled', 'expired') and (name <> '' or place is not null or network is not null or options <> '{}') and retry_until is null;
