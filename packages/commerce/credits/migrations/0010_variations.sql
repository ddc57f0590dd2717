-- Paid variations of images have words of their own in statements.
alter table credits.holds drop constraint holds_purpose;
--> statement-breakpoint
alter table credits.holds add constraint holds_purpose
  check (purpose in ('images', 'refinement', 'upscale', 'extension', 'background', 'variations'));
