-- Unfinished images of slots that are being drawn (docs/decisions/103-live-previews.md). Each replaces the one before, and the last is deleted when
-- the slot ends. Lost in a crash, and not in backups.
create unlogged table studio.previews (
  slot_id uuid primary key references studio.slots on delete cascade,
  content bytea not null,                                          -- WebP
  at      timestamptz not null
) with (fillfactor = 50);
--> statement-breakpoint
-- Images do not become smaller by compression.
alter table studio.previews alter column content set storage external;
--> statement-breakpoint
-- Sampling steps of a slot that is being drawn, where the service counts them.
alter table studio.slots add column step int;
--> statement-breakpoint
alter table studio.slots add column steps int;
--> statement-breakpoint
alter table studio.slots add constraint slots_steps check ((step is null) = (steps is null) and (step is null or step between 0 and steps));
