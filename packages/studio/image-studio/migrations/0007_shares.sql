-- Links to images that open without an account. Their owner is that of the image.
create table studio.shares (
  id         text primary key,                                     -- 128 random bits, the end of the link
  image_id   uuid not null references studio.images on delete cascade,
  created_at timestamptz not null,
  revoked_at timestamptz
);
--> statement-breakpoint
create unique index shares_image on studio.shares (image_id) where revoked_at is null;
--> statement-breakpoint
create index shares_images on studio.shares (image_id);
