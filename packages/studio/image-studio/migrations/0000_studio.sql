-- The image studio (docs/decisions/035-an-image-is-paid-when-it-is-kept.md). Everything is in its own schema.
create schema studio;
--> statement-breakpoint
-- An order of one or more images. What was set aside for it is a hold of the ledger, ended in the transaction that ends the batch.
create table studio.batches (
  id              uuid primary key,
  user_id         text not null,
  idempotency_key text not null,
  request_hash    text not null,
  hold_id         uuid,                                            -- absent where only sketches can come of it, which are free
  state           text not null default 'queued' check (state in ('queued', 'running', 'done', 'partial', 'failed', 'cancelled')),
  revision        int not null default 1,                          -- counts up with every change somebody may be watching
  changed_at      timestamptz not null,
  created_at      timestamptz not null,
  expires_at      timestamptz not null,                            -- what has not ended by then has failed
  cancelled_at    timestamptz,                                     -- the person asked for it
  ended_at        timestamptz,
  prompt          text not null,
  negative_prompt text,
  style           text not null,
  aspect_ratio    text not null,
  resolution      text not null,
  count           int not null check (count between 1 and 8),
  seed            bigint not null,
  provider        text,                                            -- asked first
  price           int not null check (price >= 0),                 -- credits of one image
  held            int not null check (held >= 0),
  spent           int check (spent between 0 and held),
  board_id        uuid,
  parent_id       uuid,                                            -- the image it refines
  instructions    text,
  mode            text check (mode in ('edit', 'mask', 'regenerate')),
  mask_key        text,
  unique (user_id, idempotency_key),
  check ((ended_at is null) = (state in ('queued', 'running'))),
  check ((ended_at is null) = (spent is null)),
  check ((parent_id is null) = (mode is null))
) with (fillfactor = 70);
--> statement-breakpoint
create index batches_user on studio.batches (user_id, created_at desc);
--> statement-breakpoint
create index batches_open on studio.batches (expires_at) where ended_at is null;
--> statement-breakpoint
create index batches_changed on studio.batches (user_id, changed_at);
--> statement-breakpoint
-- The place of one image in a batch; a job of the queue works at one.
create table studio.slots (
  id         uuid primary key,
  batch_id   uuid not null references studio.batches on delete cascade,
  index      int not null,
  seed       bigint not null,
  state      text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  fault      text,
  progress   real check (progress between 0 and 1),
  fence      int not null default 0,                               -- a worker that has an older number has lost the slot
  started_at timestamptz,
  ended_at   timestamptz,
  unique (batch_id, index),
  check ((ended_at is null) = (state in ('waiting', 'running'))),
  check ((fault is null) or state = 'failed')
) with (fillfactor = 70);
--> statement-breakpoint
-- A service that was asked. Written before the order is sent, so that after a crash one knows what may have been ordered.
create table studio.attempts (
  id         bigint generated always as identity primary key,
  slot_id    uuid not null references studio.slots on delete cascade,
  provider   text not null,
  state      text not null default 'sent' check (state in ('sent', 'accepted', 'received', 'done', 'failed')),
  job        text,                                                 -- finds the order again at the service
  file_key   text,                                                 -- what is being kept
  seed       bigint,
  fault      text,
  categories text[] not null default '{}',                         -- of a refusal
  detail     text,                                                 -- status and codes, for the operator
  at         timestamptz not null,
  ended_at   timestamptz,
  check ((ended_at is null) = (state in ('sent', 'accepted', 'received')))
);
--> statement-breakpoint
create index attempts_slot on studio.attempts (slot_id, id);
--> statement-breakpoint
-- What lies in the store of files under this key, or is being put there. Written first, so that no file is forgotten.
create table studio.files (
  key        text primary key,
  bytes      bigint not null,
  media_type text not null,
  width      int not null,
  height     int not null,
  written_at timestamptz not null
);
--> statement-breakpoint
create table studio.images (
  id            uuid primary key,
  slot_id       uuid not null unique references studio.slots on delete cascade,
  batch_id      uuid not null references studio.batches on delete cascade,
  user_id       text not null,
  file_key      text not null references studio.files,
  parent_id     uuid references studio.images on delete set null,
  root_id       uuid not null,                                     -- the first of a row of refinements
  iteration     int not null default 1,
  made_at       timestamptz not null,
  final_prompt  text not null,
  provider      text not null,
  model         text,
  sketch        boolean not null,
  seed          bigint,
  processing_ms int not null,
  prompt_match  int check (prompt_match between 0 and 100),
  favourite     boolean not null default false,
  rating        int check (rating between 1 and 5),
  deleted_at    timestamptz                                        -- can be brought back for a while
) with (fillfactor = 80);
--> statement-breakpoint
create index images_user on studio.images (user_id, made_at desc, id desc) where deleted_at is null;
--> statement-breakpoint
create index images_batch on studio.images (batch_id);
--> statement-breakpoint
create index images_file on studio.images (file_key);
--> statement-breakpoint
create index images_root on studio.images (root_id);
--> statement-breakpoint
create index images_deleted on studio.images (deleted_at) where deleted_at is not null;
--> statement-breakpoint
create table studio.boards (
  id         uuid primary key,
  user_id    text not null,
  name       text not null,
  created_at timestamptz not null
);
--> statement-breakpoint
create index boards_user on studio.boards (user_id, created_at);
--> statement-breakpoint
create table studio.board_images (
  board_id uuid not null references studio.boards on delete cascade,
  image_id uuid not null references studio.images on delete cascade,
  added_at timestamptz not null,
  primary key (board_id, image_id)
);
--> statement-breakpoint
create index board_images_image on studio.board_images (image_id);
--> statement-breakpoint
create table studio.presets (
  id         uuid primary key,
  user_id    text not null,
  name       text not null,
  settings   jsonb not null,
  created_at timestamptz not null
);
--> statement-breakpoint
create index presets_user on studio.presets (user_id, created_at);
--> statement-breakpoint
-- What people tell about an image or a refusal, for the operator.
create table studio.reports (
  id         bigint generated always as identity primary key,
  user_id    text not null,
  image_id   uuid,
  prompt     text,
  reason     text not null,
  note       text,
  created_at timestamptz not null
);
--> statement-breakpoint
-- Prompts that were refused: when and why, never the prompt. Many in a short time make an account wait.
create table studio.refusals (
  id         bigint generated always as identity primary key,
  user_id    text not null,
  stage      text not null check (stage in ('words', 'moderation', 'provider', 'output')),
  categories text[] not null default '{}',
  at         timestamptz not null
);
--> statement-breakpoint
create index refusals_user on studio.refusals (user_id, at);
