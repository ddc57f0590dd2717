-- What is converted on the server (docs/decisions/043-a-conversion-on-the-server-is-a-row.md).
create schema conversions;
--> statement-breakpoint
-- A file that came, or is coming. Its bytes are the segments, in their order.
create table conversions.uploads (
  id           uuid primary key,
  owner        text not null,                                    -- person:ID or visitor:HASH; nobody once the account is gone
  name         text not null,                                    -- emptied with the bytes
  source       text not null check (source in ('form', 'resumable', 'url')),
  size         bigint check (size >= 0),                         -- of the whole; unknown until it is told or complete
  received     bigint not null default 0 check (received >= 0),
  sha256       text,                                             -- of a file that came in one piece
  format       text,                                             -- what it is, by its content
  writer       int not null default 0,                           -- a connection that has an older number has lost the upload
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  completed_at timestamptz,
  removed_at   timestamptz,                                      -- when the bytes were removed
  check (size is null or received <= size),
  check (completed_at is null or received = size)
) with (fillfactor = 70);
--> statement-breakpoint
create index uploads_owner on conversions.uploads (owner) where removed_at is null;
--> statement-breakpoint
create index uploads_expiry on conversions.uploads (expires_at) where removed_at is null;
--> statement-breakpoint
create table conversions.segments (
  upload_id uuid not null references conversions.uploads on delete cascade,
  first     bigint not null,                                     -- place of its first byte in the file
  bytes     int not null check (bytes > 0),
  key       text not null unique,
  primary key (upload_id, first)
);
--> statement-breakpoint
create table conversions.jobs (
  id              uuid primary key,
  owner           text not null,
  key_id          uuid,                                          -- the API key it was ordered with
  idempotency_key text,
  request_hash    text,
  upload_id       uuid not null references conversions.uploads,
  name            text not null,                                 -- of the source; emptied with the result
  source_format   text not null,
  target_format   text not null,
  options         jsonb not null,
  secrets         text[] not null default '{}',                  -- options that go with the input
  input_bytes     bigint not null,
  retention       text not null,
  tag             text,
  webhook_url     text,
  at_once         int not null check (at_once > 0),              -- jobs of this owner at work at the same time
  minutes         int not null check (minutes > 0),              -- after which a try is ended
  state           text not null default 'queued' check (state in ('queued', 'processing', 'completed', 'error', 'cancelled', 'expired')),
  revision        int not null default 1,                        -- counts up with every change somebody may be watching
  fence           int not null default 0,                        -- a worker that has an older number has lost the job
  attempts        int not null default 0,                        -- tries since it was last put in the queue
  lease_until     timestamptz,
  progress        smallint check (progress between 0 and 100),
  fidelity        text,
  route           text,                                          -- engines and formats, for the operator
  warnings        jsonb not null default '[]',
  error_code      text,
  error_detail    text,                                          -- for the operator, never shown
  created_at      timestamptz not null,
  queued_at       timestamptz not null,
  started_at      timestamptz,
  ended_at        timestamptz,
  expires_at      timestamptz,                                   -- of the result
  retry_until     timestamptz,
  deleted_at      timestamptz,                                   -- the owner wants it gone; the row stays as proof
  unique (owner, idempotency_key),
  check ((ended_at is null) = (state in ('queued', 'processing'))),
  check ((lease_until is null) = (state <> 'processing')),
  check (error_code is null or state in ('error', 'expired'))
) with (fillfactor = 70);
--> statement-breakpoint
create index jobs_owner on conversions.jobs (owner, created_at desc, id desc) where deleted_at is null;
--> statement-breakpoint
create index jobs_queued on conversions.jobs (queued_at) where state = 'queued';
--> statement-breakpoint
create index jobs_working on conversions.jobs (owner, lease_until) where state = 'processing';
--> statement-breakpoint
create index jobs_upload on conversions.jobs (upload_id);
--> statement-breakpoint
create index jobs_expiry on conversions.jobs (expires_at) where state = 'completed';
--> statement-breakpoint
create index jobs_retry on conversions.jobs (retry_until) where retry_until is not null;
--> statement-breakpoint
create index jobs_pair on conversions.jobs (source_format, target_format, ended_at desc) where state in ('completed', 'expired');
--> statement-breakpoint
create table conversions.outputs (
  job_id     uuid not null references conversions.jobs on delete cascade,
  index      int not null,
  name       text not null,                                      -- emptied with the bytes
  media_type text not null,
  bytes      bigint not null,
  key        text not null unique,
  removed_at timestamptz,
  primary key (job_id, index)
);
--> statement-breakpoint
-- How often somebody asked in the hour that runs.
create unlogged table conversions.requests (
  key       text primary key,
  count     int not null,
  resets_at timestamptz not null
);
--> statement-breakpoint
create index requests_reset on conversions.requests (resets_at);
