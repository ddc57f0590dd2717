import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createDiskStore } from '@bakkum/blobs/disk-store';
import { openDatabase } from '@bakkum/database/open-database';
import { drawPicture } from '@bakkum/image-provider-fake/image';
import { prepareStoredImage, thumbnail } from '@bakkum/image-studio/files/image-file';
import { thumbnailKey } from '@bakkum/image-studio/recovery';

/** Alternating shapes, so that rows differ in height. */
const SHAPES = [
  { resolution: '512x512', ratio: '1:1', width: 512, height: 512 },
  { resolution: '1024x768', ratio: '4:3', width: 1024, height: 768 },
  { resolution: '768x1024', ratio: '3:4', width: 768, height: 1024 },
] as const;
/** Number of distinct images per shape; several entries show the same one, as with orders that repeat a seed. */
const PICTURES = 32;
const PROMPTS = [
  'a red fox in a snowy forest, photorealistic, soft natural light',
  'a lighthouse',
  'a small boat on a mountain lake at dawn, oil painting, warm golden light, calm blue and orange, seen from the shore, with mist',
  '눈 내린 숲속의 붉은 여우, 수채화, 부드러운 아침 햇살',
] as const;

/** Gives an account this many images with their files, indistinguishable from generated ones. */
export async function addImages(dataDir: string, email: string, count: number): Promise<void> {
  const blobs = createDiskStore(path.join(dataDir, 'files'));
  const database = await openDatabase({ folder: path.join(dataDir, 'postgres'), migrations: [], poolSize: 1 });
  const at = new Date();
  try {
    for (let index = 0; index < PICTURES * SHAPES.length; index += 1) {
      const shape = SHAPES[index % SHAPES.length] ?? SHAPES[0];
      const kept = await prepareStoredImage(drawPicture(index, shape), shape, 'ai');
      const small = await thumbnail(kept);
      await blobs.put(keyOf(index), kept, kept.byteLength);
      await blobs.put(thumbnailKey(keyOf(index)), small, small.byteLength);
      await database.query('insert into studio.files values ($1, $2, $3, $4, $5, $6)', [
        keyOf(index),
        kept.byteLength,
        'image/png',
        shape.width,
        shape.height,
        at,
      ]);
    }
    for (let index = 0; index < count; index += 1)
      await addImage(database, email, index, new Date(at.getTime() - index * 60_000));
  } finally {
    await database.close();
  }
}

function keyOf(index: number): string {
  return `studio/pictures/seed/${index}`;
}

type Sql = Pick<Awaited<ReturnType<typeof openDatabase>>, 'query'>;

async function addImage({ query }: Sql, email: string, index: number, at: Date): Promise<void> {
  const { resolution, ratio } = SHAPES[index % SHAPES.length] ?? SHAPES[0];
  const prompt = PROMPTS[index % PROMPTS.length];
  await query(
    `with person as (select id::text as user_id from accounts.users where email = $1),
     batch as (
       insert into studio.batches (id, user_id, idempotency_key, request_hash, state, changed_at, created_at, expires_at, ended_at,
         prompt, style, aspect_ratio, resolution, count, seed, price, held, spent)
       select $2::uuid, user_id, ($2::uuid)::text, '', 'done', $3::timestamptz, $3, $3, $3, $4::text, 'photorealistic', $5, $6, 1, $7::int, 1, 1, 1 from person returning id
     ),
     slot as (
       insert into studio.slots (id, batch_id, index, seed, state, started_at, ended_at)
       select $8::uuid, id, 0, $7, 'done', $3, $3 from batch returning id
     )
     insert into studio.images (id, slot_id, batch_id, user_id, file_key, root_id, made_at, final_prompt, provider, design, mark, seed,
       processing_ms)
     select $9::uuid, slot.id, batch.id, user_id, $10, $9::uuid, $3, $4, 'stability', false, 'ai', $7, 1000 from person, batch, slot`,
    [
      email,
      randomUUID(),
      at,
      prompt,
      ratio,
      resolution,
      index,
      randomUUID(),
      randomUUID(),
      keyOf(index % (PICTURES * SHAPES.length)),
    ],
  );
}
