-- Keys for programs. Only the hash of a key is kept, and the part that finds it.
create table accounts.api_keys (
  id         uuid primary key default gen_random_uuid(),
  user_id    uuid not null references accounts.users on delete cascade,
  name       text not null,
  prefix     text not null unique,
  hash       bytea not null,
  scopes     text[] not null check (scopes <> '{}'),
  created_at timestamptz not null,
  used_at    timestamptz,
  expires_at timestamptz
);
--> statement-breakpoint
create index api_keys_user on accounts.api_keys (user_id);
