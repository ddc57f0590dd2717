-- Readers' own ratings of articles.
create schema ratings;
--> statement-breakpoint
create table ratings.votes (
  article text not null,
  -- Keyed hash of a number the reader's browser made up for this; another vote of the same reader replaces the first.
  reader  text not null,
  stars   smallint not null check (stars between 1 and 5),
  at      timestamptz not null,
  -- Keyed hash of where it came from; forgotten after a day.
  sender  text,
  primary key (article, reader)
);
--> statement-breakpoint
create index votes_of_sender on ratings.votes (sender, at) where sender is not null;
