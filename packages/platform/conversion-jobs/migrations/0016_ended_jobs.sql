-- Estimates read the jobs that ended last, every few seconds, among those of a month.
create index jobs_ended on conversions.jobs (ended_at desc) where state in ('completed', 'expired', 'error') and started_at is not null;
