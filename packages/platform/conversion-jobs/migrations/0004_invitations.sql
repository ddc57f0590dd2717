-- People a result is shared with by name. They see it when they are signed in with that address.
create table conversions.invitations (
  id          uuid primary key,
  job_id      uuid not null references conversions.jobs on delete cascade,
  inviter     text not null,                                     -- address of who shares; emptied with the other one
  address     text not null,                                     -- in lower case; emptied a day after there is nothing to see any more
  created_at  timestamptz not null,
  revoked_at  timestamptz,
  declined_at timestamptz                                        -- the invited do not want it, nor to be asked again for this one
);
--> statement-breakpoint
create unique index invitations_job on conversions.invitations (job_id, address) where revoked_at is null and address <> '';
--> statement-breakpoint
create index invitations_address on conversions.invitations (address, created_at);
