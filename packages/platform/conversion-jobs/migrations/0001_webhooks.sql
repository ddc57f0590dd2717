-- What programs are told when a job has ended. Content and number of a message never change, however often it is sent.
create table conversions.webhook_secrets (
  owner   text primary key,
  secret  text not null,
  made_at timestamptz not null
);
--> statement-breakpoint
create table conversions.deliveries (
  id           uuid primary key,
  owner        text not null,
  job_id       uuid not null references conversions.jobs on delete cascade,
  event        text not null check (event in ('conversion.completed', 'conversion.failed')),
  url          text not null,                                    -- emptied with the body
  body         text,                                             -- written before it is sent for the first time
  state        text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts     int not null default 0,
  next_at      timestamptz,                                      -- while it is pending
  give_up_at   timestamptz not null,
  created_at   timestamptz not null,
  ended_at     timestamptz,
  forgotten_at timestamptz,                                      -- when address and body were removed
  check ((next_at is null) = (state <> 'pending')),
  check ((ended_at is null) = (state = 'pending'))
) with (fillfactor = 80);
--> statement-breakpoint
create index deliveries_due on conversions.deliveries (next_at) where state = 'pending';
--> statement-breakpoint
create index deliveries_owner on conversions.deliveries (owner, created_at desc, id desc);
--> statement-breakpoint
create index deliveries_job on conversions.deliveries (job_id);
--> statement-breakpoint
create table conversions.delivery_attempts (
  delivery_id  uuid not null references conversions.deliveries on delete cascade,
  number       int not null,
  at           timestamptz not null,
  status       int,                                              -- of the answer, where there was one
  fault        text,
  milliseconds int not null,
  primary key (delivery_id, number)
);
