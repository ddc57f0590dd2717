-- Pictures that people bring along (docs/decisions/044-a-picture-of-ones-own-is-an-order-that-is-done.md).
alter table studio.batches alter column style drop not null;       -- a picture that was brought has none, nor has what is made of it
--> statement-breakpoint
alter table studio.batches add column width int;                   -- of a picture with a size of its own; else that of the resolution
--> statement-breakpoint
alter table studio.batches add column height int;
--> statement-breakpoint
alter table studio.batches add constraint batches_size check ((width is null) = (height is null) and (width is null or (width > 0 and height > 0)));
--> statement-breakpoint
alter table studio.batches add column imported boolean not null default false; -- nothing was ordered: somebody brought a picture
--> statement-breakpoint
-- What is written into the files: drawn by a model, or changed by one.
alter table studio.batches add column mark text not null default 'ai' check (mark in ('ai', 'edited'));
--> statement-breakpoint
-- Under which name somebody brought it; absent of everything that was made here.
alter table studio.images add column imported_as text;
--> statement-breakpoint
-- How it came about, as its file says: absent where a picture that was brought says nothing.
alter table studio.images add column mark text check (mark in ('ai', 'edited', 'sketch'));
--> statement-breakpoint
update studio.images set mark = case when sketch then 'sketch' else 'ai' end;
--> statement-breakpoint
alter table studio.images add constraint images_marked check (mark is not null or imported_as is not null);
--> statement-breakpoint
create index images_imported on studio.images (user_id) where imported_as is not null;
--> statement-breakpoint
alter table studio.refusals drop constraint refusals_stage_check;
--> statement-breakpoint
alter table studio.refusals add constraint refusals_stage_check check (stage in ('words', 'moderation', 'provider', 'output', 'import'));
