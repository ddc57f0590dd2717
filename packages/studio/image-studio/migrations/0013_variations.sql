-- Variations are versions like edited ones (docs/decisions/102-strength-of-edits-and-variations.md).
alter table studio.batches drop constraint batches_mode_check;
--> statement-breakpoint
alter table studio.batches add constraint batches_mode_check
  check (mode in ('edit', 'mask', 'regenerate', 'upscale', 'extend', 'remove-background', 'variation'));
--> statement-breakpoint
-- How much to change, in percent, as ordered. Null for the default of the model.
alter table studio.batches add column strength smallint
  check (strength is null or (strength between 1 and 100 and mode in ('edit', 'variation')));
--> statement-breakpoint
-- The percentage that the model received. Null if it takes none.
alter table studio.images add column strength smallint check (strength between 1 and 100);
