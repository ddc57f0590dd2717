-- Hashes of requests are keyed with the secret of the site from here on. Those from before are removed: short texts could be guessed from them.
update conversions.jobs set idempotency_key = null, request_hash = null where ended_at is not null and request_hash is not null;
--> statement-breakpoint
delete from conversions.upload_keys k using conversions.uploads u where u.id = k.upload_id and u.completed_at is not null;
