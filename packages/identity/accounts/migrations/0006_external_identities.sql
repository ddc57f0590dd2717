-- People of an OpenID Connect issuer and their accounts. Issuer and subject are the identity, never the address. No token is kept.
create table accounts.external_identities (
  issuer     text not null,
  subject    text not null,
  user_id    uuid not null references accounts.users on delete cascade,
  groups     text[] not null default '{}',              -- at the last sign-in; only those to which the operator gives limits
  signed_in  timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (issuer, subject),
  unique (user_id, issuer)
);
--> statement-breakpoint
-- Sign-ins that went to an issuer and have not come back. A row is deleted when it is used.
create table accounts.external_sign_ins (
  state_hash    text primary key,
  browser_hash  text not null,
  nonce         text not null,
  code_verifier text not null,
  next_path     text,
  user_id       uuid references accounts.users on delete cascade,   -- the account to connect; absent to sign in
  expires_at    timestamptz not null
);
--> statement-breakpoint
create index external_sign_ins_user on accounts.external_sign_ins (user_id);
--> statement-breakpoint
create index external_sign_ins_expiry on accounts.external_sign_ins (expires_at);
