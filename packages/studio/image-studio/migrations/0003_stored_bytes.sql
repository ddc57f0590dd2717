-- Limits of stored images (docs/decisions/052-availability.md). The hash of the network address of an open order of a free account, absent
-- for paid plans. A file counts towards the address that stored it first, until the file itself is removed.
alter table studio.batches add column place text;
--> statement-breakpoint
create index batches_place on studio.batches (place) where place is not null;
--> statement-breakpoint
alter table studio.files add column place text;
--> statement-breakpoint
create index files_place on studio.files (place) include (bytes) where place is not null;
