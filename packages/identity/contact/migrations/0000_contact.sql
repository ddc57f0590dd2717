-- What people write to the operator. Stored before anything else is tried, so that nothing is lost.
create schema contact;
--> statement-breakpoint
create table contact.messages (
  id          bigint generated always as identity primary key,
  at          timestamptz not null,
  name        text not null,
  email       text not null,
  subject     text not null,
  message     text not null,
  locale      text not null check (locale in ('en', 'ko')),
  sender      text,                                    -- keyed hash of where it came from; forgotten after a day
  -- How it reached the operator; null while it has only been stored.
  way         text check (way in ('mail', 'form')),
  spam        boolean not null default false,
  answered_at timestamptz
);
--> statement-breakpoint
create index messages_of_sender on contact.messages (sender, at) where sender is not null;
--> statement-breakpoint
create index messages_at on contact.messages (at);
