-- How long results stay, and whether a second store has a copy of them.
alter table conversions.jobs
  add column storage text not null default 'temporary' check (storage in ('temporary', 'persistent', 'archive')),
  add column archive_bytes bigint not null default 0,            -- what this owner's archive may hold; counts when the result is there
  add column backup boolean not null default false;
--> statement-breakpoint
alter table conversions.outputs add column backed_up_at timestamptz;
--> statement-breakpoint
create index outputs_backup on conversions.outputs (job_id) where removed_at is null and backed_up_at is null;
