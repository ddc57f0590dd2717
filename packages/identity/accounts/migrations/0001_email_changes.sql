-- New addresses that wait for the link in the mail to them. A person has one at a time; only the hash of its token is kept.
create table accounts.email_changes (
  user_id    uuid primary key references accounts.users on delete cascade,
  token_hash text not null unique,
  email      text not null check (email = lower(email)),
  expires_at timestamptz not null
);
