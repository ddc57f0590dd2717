-- Models are chosen, tried and priced one by one (docs/decisions/087-model-catalogue.md). Older rows name only the service.
alter table studio.batches add column model text;
--> statement-breakpoint
alter table studio.attempts add column model text;
--> statement-breakpoint
-- Credits of the image, at most the price of its order; absent on images that were made before and cost what their order says.
alter table studio.images add column credits int check (credits >= 0);
