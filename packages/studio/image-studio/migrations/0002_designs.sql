-- Designs replace sketches (docs/decisions/038-procedural-designs.md). Prompt match is no longer stored: it did not rate the image.
alter table studio.images rename column sketch to design;
--> statement-breakpoint
alter table studio.images drop constraint images_mark_check;
--> statement-breakpoint
update studio.images set mark = 'design' where mark = 'sketch';
--> statement-breakpoint
alter table studio.images add constraint images_mark_check check (mark in ('ai', 'edited', 'design'));
--> statement-breakpoint
update studio.images set provider = 'design' where provider = 'sketch';
--> statement-breakpoint
update studio.batches set provider = 'design' where provider = 'sketch';
--> statement-breakpoint
update studio.attempts set provider = 'design' where provider = 'sketch';
--> statement-breakpoint
alter table studio.images drop column prompt_match;
--> statement-breakpoint
-- What a design shows of its prompt, and the design as SVG with editable text.
alter table studio.images add column report jsonb;
--> statement-breakpoint
alter table studio.images add column vector text;
--> statement-breakpoint
alter table studio.attempts add column report jsonb;
--> statement-breakpoint
alter table studio.attempts add column vector text;
