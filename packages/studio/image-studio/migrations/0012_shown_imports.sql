-- Whether an image is imported or a copy that still shows an imported one (extended, enlarged, without its background): not shareable.
alter table studio.images add column shows_import boolean not null default false;
--> statement-breakpoint
update studio.images set shows_import = true where imported_as is not null;
