-- Where files and jobs of free accounts come from: a keyed hash of the network address, as in `place`. Free accounts cost nothing, so their
-- storage and slots are also counted by address. Deleted with the files; null for paid plans and visitors without an account.
alter table conversions.uploads add column network text;
--> statement-breakpoint
alter table conversions.jobs add column network text;
--> statement-breakpoint
create index uploads_network on conversions.uploads (network) where network is not null;
--> statement-breakpoint
create index jobs_network on conversions.jobs (network) where network is not null;
