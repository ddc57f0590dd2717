-- Accounts deleted lately, so that requests that began before record nothing for them.
create table conversions.deleted_owners (
  owner text primary key,
  deleted_at timestamptz not null
);
