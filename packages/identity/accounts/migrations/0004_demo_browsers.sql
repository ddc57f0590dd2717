-- In demo mode: the browsers that signed up or signed in to an account, and may read its mail. A browser is the hash of its cookie.
create table accounts.demo_browsers (
  user_id uuid not null references accounts.users on delete cascade,
  browser text not null,
  primary key (user_id, browser)
);
--> statement-breakpoint
create index demo_browsers_browser on accounts.demo_browsers (browser);
