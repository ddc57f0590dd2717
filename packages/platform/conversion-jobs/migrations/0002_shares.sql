-- Results that whoever has the link may fetch. Whose a share is, its job says.
create table conversions.shares (
  id         text primary key,                                   -- 128 random bits, the end of the link
  job_id     uuid not null references conversions.jobs on delete cascade,
  created_at timestamptz not null,
  revoked_at timestamptz
);
--> statement-breakpoint
create unique index shares_job on conversions.shares (job_id) where revoked_at is null;
--> statement-breakpoint
create index shares_jobs on conversions.shares (job_id);
--> statement-breakpoint
-- Processes that convert, as they said last.
create unlogged table conversions.workers (
  id      uuid primary key,
  at_once int not null check (at_once > 0),
  seen_at timestamptz not null
);
