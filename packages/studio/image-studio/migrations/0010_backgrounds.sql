-- Images without their background are versions like edited ones (docs/decisions/099-extending-and-cutting-out-images.md).
alter table studio.batches drop constraint batches_mode_check;
--> statement-breakpoint
alter table studio.batches add constraint batches_mode_check
  check (mode in ('edit', 'mask', 'regenerate', 'upscale', 'extend', 'remove-background'));
--> statement-breakpoint
-- Whether pixels of the image are not opaque. Unknown, and false, of images that were imported before.
alter table studio.files add column transparent boolean not null default false;
