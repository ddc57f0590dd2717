-- What the server found when it tried its own services, and what went wrong.
create schema status;
--> statement-breakpoint
-- One row a service and minute, whoever of several processes was first; kept for some days, days are kept for good.
create table status.checks (
  service text not null,
  minute  timestamptz not null,
  outcome text not null check (outcome in ('good', 'degraded', 'bad')),
  primary key (service, minute)
);
--> statement-breakpoint
create index checks_minute on status.checks (minute);
--> statement-breakpoint
create table status.days (
  service text not null,
  day     date not null,
  checks  integer not null,
  bad     integer not null,
  primary key (service, day)
);
--> statement-breakpoint
create table status.incidents (
  id        text primary key,
  number    bigint generated always as identity unique,
  -- Opened by failed checks, closed by good ones; without a title of its own.
  automatic boolean not null,
  services  text[] not null,
  impact    text not null check (impact in ('none', 'maintenance', 'degraded', 'outage')),
  title_en  text,
  title_ko  text,
  -- Of what is planned: when it begins. It ends when it is closed, or at closed_at if that was said beforehand.
  opened_at timestamptz not null,
  closed_at timestamptz,
  check (automatic or (title_en is not null and title_ko is not null))
);
--> statement-breakpoint
create index incidents_opened on status.incidents (opened_at);
--> statement-breakpoint
-- One automatic incident of a service at a time, however many processes see it.
create unique index one_open_incident on status.incidents (services) where automatic and closed_at is null;
--> statement-breakpoint
create table status.updates (
  id       bigint generated always as identity primary key,
  incident text not null references status.incidents (id) on delete cascade,
  at       timestamptz not null,
  text_en  text not null,
  text_ko  text not null
);
--> statement-breakpoint
create index updates_of_incident on status.updates (incident, at);
