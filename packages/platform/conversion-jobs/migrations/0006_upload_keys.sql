-- Uploads that are made once, however often they are asked for: the Idempotency-Key they were made with.
create table conversions.upload_keys (
  owner        text not null,
  key          text not null,
  request_hash text not null,                                    -- of all that was asked for; of a file, what it holds
  upload_id    uuid not null references conversions.uploads on delete cascade,
  primary key (owner, key)
);
--> statement-breakpoint
create index upload_keys_upload on conversions.upload_keys (upload_id);
