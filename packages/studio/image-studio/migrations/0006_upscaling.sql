-- Enlarged images are versions like edited ones (docs/decisions/096-enlarging-images.md).
alter table studio.batches drop constraint batches_mode_check;
--> statement-breakpoint
alter table studio.batches add constraint batches_mode_check check (mode in ('edit', 'mask', 'regenerate', 'upscale'));
