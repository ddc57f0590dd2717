-- The API key that set the endpoint or created the secret; both end when it is revoked. Null: set by a signed-in person.
alter table conversions.webhook_endpoints add column key_id uuid;
--> statement-breakpoint
alter table conversions.webhook_secrets add column key_id uuid;
