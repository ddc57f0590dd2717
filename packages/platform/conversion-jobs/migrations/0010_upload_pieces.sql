-- Stored pieces of an upload, each of which is a file, so that limits count them.
alter table conversions.uploads add column pieces int not null default 0;
--> statement-breakpoint
update conversions.uploads u set pieces = (select count(*) from conversions.segments s where s.upload_id = u.id) where removed_at is null;
