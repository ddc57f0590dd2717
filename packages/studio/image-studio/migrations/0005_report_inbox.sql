-- Reports wait for the operator until they are closed.
alter table studio.reports add column closed_at timestamptz;
--> statement-breakpoint
create index reports_open on studio.reports (created_at) where closed_at is null;
