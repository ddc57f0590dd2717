-- People, how they prove who they are, and where they are signed in. Columns are those of better-auth and our own.
create schema accounts;
--> statement-breakpoint
create table accounts.users (
  id             uuid primary key default gen_random_uuid(),
  name           text not null,
  email          text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image          text,
  first_name     text not null,
  last_name      text not null,
  locale         text not null check (locale in ('en', 'ko')),
  demo           boolean not null default false,       -- seeded; production does not start with one
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now()
);
--> statement-breakpoint
create table accounts.sessions (
  id         uuid primary key default gen_random_uuid(),
  user_id    uuid not null references accounts.users on delete cascade,
  token      text not null unique,
  expires_at timestamptz not null,
  ip_address text,                                     -- always empty: addresses are not kept
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
--> statement-breakpoint
create index sessions_user on accounts.sessions (user_id);
--> statement-breakpoint
create index sessions_expiry on accounts.sessions (expires_at);
--> statement-breakpoint
create table accounts.credentials (
  id                       uuid primary key default gen_random_uuid(),
  user_id                  uuid not null references accounts.users on delete cascade,
  account_id               text not null,
  provider_id              text not null,
  password                 text,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz,
  refresh_token_expires_at timestamptz,
  scope                    text,
  created_at               timestamptz not null default now(),
  updated_at               timestamptz not null default now(),
  unique (provider_id, account_id)
);
--> statement-breakpoint
create index credentials_user on accounts.credentials (user_id);
--> statement-breakpoint
create table accounts.verifications (
  id         uuid primary key default gen_random_uuid(),
  identifier text not null,
  value      text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
--> statement-breakpoint
create index verifications_identifier on accounts.verifications (identifier);
--> statement-breakpoint
create index verifications_expiry on accounts.verifications (expires_at);
--> statement-breakpoint
-- How often something was tried in the window that runs. The key is a keyed hash: no address and no person can be read from it.
create unlogged table accounts.attempts (
  key       text primary key,
  count     int not null,
  resets_at timestamptz not null
);
--> statement-breakpoint
create index attempts_reset on accounts.attempts (resets_at);
