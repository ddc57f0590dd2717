-- When the operator ended the links to an image. Neither the image nor its versions can be shared again.
alter table studio.images add column sharing_ended_at timestamptz;
