-- Purposes are a closed list of the API contract (billing/credits.ts), so that every row of a statement has words of its own.
update credits.holds set purpose = 'images' where purpose not in ('images', 'refinement', 'upscale');
--> statement-breakpoint
alter table credits.holds add constraint holds_purpose check (purpose in ('images', 'refinement', 'upscale'));
