-- Extended images are versions like edited ones (docs/decisions/099-extending-and-cutting-out-images.md).
alter table studio.batches drop constraint batches_mode_check;
--> statement-breakpoint
alter table studio.batches add constraint batches_mode_check check (mode in ('edit', 'mask', 'regenerate', 'upscale', 'extend'));
--> statement-breakpoint
-- The pixels to add on each side, and what to draw there in the person's words.
alter table studio.batches add column extension jsonb;
--> statement-breakpoint
alter table studio.batches add constraint batches_extension check ((extension is null) = (mode is distinct from 'extend'));
