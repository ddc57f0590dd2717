-- A worker whose clock is wrong reports by how much. It offers no slots, because it takes no jobs.
alter table conversions.workers add column skew_ms int not null default 0;
--> statement-breakpoint
alter table conversions.workers drop constraint workers_at_once_check;
--> statement-breakpoint
alter table conversions.workers add constraint workers_at_once_check check (at_once >= 0);
