-- Jobs that make one result of several files. `upload_id` is the first file, `input_bytes` the size of all.
alter table conversions.jobs
  add column operation text check (operation in ('combine', 'compare', 'sign')), -- null: a conversion of one file
  add column input_count int not null default 1 check (input_count > 0),
  add column error_input int check (error_input >= 0);                           -- index of the file that failed, if known
--> statement-breakpoint
create table conversions.further_inputs (
  job_id    uuid not null references conversions.jobs on delete cascade,
  place     int not null check (place > 0),                                      -- index of the file in its job
  upload_id uuid not null references conversions.uploads,
  primary key (job_id, place)
);
--> statement-breakpoint
create index further_inputs_upload on conversions.further_inputs (upload_id);
