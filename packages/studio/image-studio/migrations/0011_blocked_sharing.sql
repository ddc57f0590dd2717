-- Families of images whose links the operator ended: none of their images can be shared again, also after the reported one is deleted.
create table studio.blocked_sharing (
  root_id    uuid primary key,
  user_id    text not null,
  blocked_at timestamptz not null
);
--> statement-breakpoint
insert into studio.blocked_sharing (root_id, user_id, blocked_at)
select root_id, user_id, min(sharing_ended_at) from studio.images where sharing_ended_at is not null group by root_id, user_id;
--> statement-breakpoint
alter table studio.images drop column sharing_ended_at;
--> statement-breakpoint
-- The family of the reported image, which outlives it.
alter table studio.reports add column root_id uuid;
--> statement-breakpoint
update studio.reports r set root_id = i.root_id from studio.images i where i.id = r.image_id;
