-- Mail that is to be sent, written in the transaction that is the reason for it.
create schema mail;
--> statement-breakpoint
create table mail.outbox (
  id         bigint generated always as identity primary key,
  address    text not null,
  template   text not null,
  locale     text not null check (locale in ('en', 'ko')),
  data       jsonb not null,                  -- what the template needs; emptied once the mail is sent
  dedup_key  text unique,                     -- the same reason is mailed once
  state      text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts   int not null default 0,
  due_at     timestamptz not null,
  created_at timestamptz not null,
  ended_at   timestamptz,
  problem    text,                            -- a code, never what the other server said about the address
  check ((state = 'queued') = (ended_at is null))
);
--> statement-breakpoint
create index outbox_due on mail.outbox (due_at) where state = 'queued';
--> statement-breakpoint
create index outbox_ended on mail.outbox (ended_at) where state <> 'queued';
