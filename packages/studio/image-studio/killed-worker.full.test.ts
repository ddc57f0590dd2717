/** A worker process is killed between two steps of a generation, and another takes over. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDiskStore } from '@bakkum/blobs/disk-store';
import { createLedger } from '@bakkum/credits/ledger';
import { CREDITS_MIGRATIONS } from '@bakkum/credits/migrations';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { type FakeImageServer, settingsFor, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import { IMAGE_PROVIDER_LOADERS, IMAGE_PROVIDERS } from '@bakkum/registry/image-providers.node.gen';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { decodeImage } from './decoding/decode-image.ts';
import { drawSlot } from './drawing.ts';
import { enableModels } from './enabled-models.ts';
import { STUDIO_MIGRATIONS } from './migrations.ts';
import { orderImages } from './order.ts';
import type { Step } from './request-image.ts';
import { STUDIO_TIMES, type Studio } from './studio.ts';
import { batchViews } from './views.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-killed-'));
const at = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);

/** Draws one slot and kills itself after a step, without closing or rolling back anything. */
const PROGRAM = `
import { openPostgres } from ${at('../../platform/database/postgres-database.ts')};
import { createDiskStore } from ${at('../../platform/blobs/disk-store.ts')};
import { IMAGE_PROVIDER_LOADERS, IMAGE_PROVIDERS } from ${at('../../core/registry/image-providers.node.gen.ts')};
import { enableModels } from ${at('./enabled-models.ts')};
import { drawSlot } from ${at('./drawing.ts')};
import { decodeImage } from ${at('./decoding/decode-image.ts')};
import { STUDIO_TIMES } from ${at('./studio.ts')};
const { connection, given, ids, folder, slotId, killAt } = JSON.parse(process.argv[1]);
const database = await openPostgres({ kind: 'external', connection, migrations: [] });
const models = enableModels(IMAGE_PROVIDERS, IMAGE_PROVIDER_LOADERS, given).filter(({ manifest }) => ids.includes(manifest.id));
const studio = {
  database, models, blobs: createDiskStore(folder), enqueue: async () => {}, hashOf: () => 'hash', countDesigns: async () => undefined, decode: decodeImage,
  times: { ...STUDIO_TIMES, pollMs: 5 }, onProblem: () => {}, onChange: new Set(), now: () => new Date(),
};
await drawSlot(studio, slotId, new AbortController().signal, (step) => {
  if (step === killAt) process.kill(process.pid, 'SIGKILL');
});
process.exit(0);
`;

let database: TestDatabase;
let fake: FakeImageServer;
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), [CREDITS_MIGRATIONS, STUDIO_MIGRATIONS]);
  fake = await startFakeImageServer();
});
afterAll(async () => {
  await fake.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => fake.reset());

async function killed(ids: readonly string[], slotId: string, killAt: Step): Promise<string | null> {
  const given = settingsFor(fake.url, 'key!');
  const argument = JSON.stringify({ connection: database.connection, given, ids, folder, slotId, killAt });
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, argument], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [, signal]: (string | null)[] = await once(child, 'exit');
  return signal ?? null;
}

const async: readonly Step[] = ['taken', 'sent', 'submitted', 'accepted', 'received', 'noted', 'stored', 'finished'];
const cases = [
  ...async.map((step) => ['replicate', step] as const),
  // A service that answers within the request cannot be polled afterwards.
  ...(['received', 'noted', 'stored'] as const).map((step) => ['stability', step] as const),
];

it.each(cases)('%s, killed after "%s": loses no credit, charges only for an image and orders nothing twice', async (id, step) => {
  const ledger = createLedger(database);
  const userId = `${id}-${step}`;
  await ledger.give({ userId, source: 'promotion', ref: userId, amount: 10, expiresAt: new Date(Date.now() + 86_400_000) });
  const slots: string[] = [];
  const studio: Studio = {
    database,
    blobs: createDiskStore(folder),
    models: enableModels(IMAGE_PROVIDERS, IMAGE_PROVIDER_LOADERS, settingsFor(fake.url, 'key!')).filter(
      ({ manifest }) => manifest.id === id,
    ),
    upscalers: [],
    enqueue: (slotId) => Promise.resolve(void slots.push(slotId)),
    hashOf: () => 'hash',
    countDesigns: () => Promise.resolve(undefined),

    decode: decodeImage,
    times: { ...STUDIO_TIMES, pollMs: 5 },
    onProblem: () => undefined,
    onChange: new Set(),
    now: () => new Date(),
  };
  const wish = {
    prompt: 'a fox',
    style: 'anime',
    aspectRatio: '1:1',
    resolution: '512x512',
    count: 1,
    seed: cases.findIndex((one) => one[0] === id && one[1] === step),
  } as const;
  const ordered = await orderImages(studio, { userId, tier: 'free' }, 'order-key', wish);
  const [slotId = ''] = slots;
  expect(await killed([id], slotId, step)).toBe('SIGKILL');
  await drawSlot(studio, slotId, new AbortController().signal);
  const [batch] = await batchViews(studio, database, 'where id = $1', ['batchId' in ordered ? ordered.batchId : '']);
  const { available, held } = await ledger.balance(userId);
  const images = await database.query('select from studio.images where user_id = $1', [userId]);
  expect([batch?.state, batch?.spent, available, held, images.length]).toEqual(
    isUnknown(id, step) ? ['failed', 0, 10, 0, 0] : ['done', 1, 9, 0, 1],
  );
  expect(fake.jobs.length).toBeLessThanOrEqual(1);
  expect(await ledger.violations()).toEqual([]);
});

/** When nobody knows whether the service drew the image, the order is abandoned without charge. */
function isUnknown(id: string, step: Step): boolean {
  if (id === 'replicate') return step === 'sent' || step === 'submitted';
  return step === 'received' || step === 'noted';
}
