-- Where programs of an account are told of jobs that name no address themselves.
create table conversions.webhook_endpoints (
  owner   text primary key,
  url     text not null,
  made_at timestamptz not null
);
--> statement-breakpoint
-- Messages are signed with the secret before as well for a day after it was changed.
alter table conversions.webhook_secrets
  add column previous text,
  add column previous_until timestamptz,
  add check ((previous is null) = (previous_until is null));
