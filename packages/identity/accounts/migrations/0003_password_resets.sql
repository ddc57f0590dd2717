-- Links that set a new password. Only the hash of a token is kept. Every one of a person ends when one is used, and when the password
-- or the address changes.
create table accounts.password_resets (
  token_hash text primary key,
  user_id    uuid not null references accounts.users on delete cascade,
  expires_at timestamptz not null
);
--> statement-breakpoint
create index password_resets_user on accounts.password_resets (user_id);
--> statement-breakpoint
create index password_resets_expiry on accounts.password_resets (expires_at);
--> statement-breakpoint
-- Links sent before this migration were kept as they are, and outlived a new password.
delete from accounts.verifications;
