-- When a source last got a conversion slot, so that sources take turns. A source without an account is a keyed hash of its network address.
-- Deleted an hour later. Kept apart from the jobs, whose address is deleted with the files.
create unlogged table conversions.turns (
  source text primary key,
  at     timestamptz not null
);
--> statement-breakpoint
create index turns_at on conversions.turns (at);
