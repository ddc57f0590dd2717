-- Where work of visitors without an account comes from: a keyed hash of the network address. It is counted by address, since a cookie
-- can be deleted. Emptied with the files.
alter table conversions.uploads add column place text;
--> statement-breakpoint
alter table conversions.jobs
  add column place text,
  add column round int not null default 0 check (round >= 0);    -- how often the job used up its first time budget
--> statement-breakpoint
create index uploads_source on conversions.uploads ((coalesce(place, owner))) where removed_at is null;
--> statement-breakpoint
create index jobs_source on conversions.jobs ((coalesce(place, owner)));
--> statement-breakpoint
create index uploads_place on conversions.uploads (place) where place is not null;
--> statement-breakpoint
create index jobs_place on conversions.jobs (place) where place is not null;
