-- What visitors did, without who they were: no address of the network, no file name, no text anybody typed.
create schema analytics;
--> statement-breakpoint
-- Kept for thirty days, then only the sums of days are left.
create table analytics.events (
  id       bigint generated always as identity primary key,
  at       timestamptz not null,
  -- Made anew by every tab that is opened, and kept nowhere in the browser.
  session  uuid not null,
  event    text not null,
  category text not null default '',
  label    text not null default '',
  value    double precision,
  locale   text not null check (locale in ('en', 'ko'))
);
--> statement-breakpoint
create index events_at on analytics.events (at);
--> statement-breakpoint
create table analytics.days (
  day      date not null,
  event    text not null,
  category text not null,
  label    text not null,
  locale   text not null,
  count    integer not null,
  sessions integer not null,
  total    double precision not null,
  primary key (day, event, category, label, locale)
);
