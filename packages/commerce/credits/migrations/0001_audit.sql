-- What the last look at the books found: one row, for every process of the site.
create table credits.audit (
  only_one   boolean primary key default true check (only_one),
  at         timestamptz not null,
  violations jsonb not null
);
