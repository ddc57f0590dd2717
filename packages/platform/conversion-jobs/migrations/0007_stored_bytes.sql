-- What the owner of a job may have here in all; counts when the result is there. Unknown of jobs that were ordered before.
alter table conversions.jobs add column stored_bytes bigint;
