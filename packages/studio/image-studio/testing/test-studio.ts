/** A studio with a real database, ledger and disk, and fake services, for tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GenerationRequest, ImageView } from '@bakkum/api-contract/images/images';
import { createDiskStore } from '@bakkum/blobs/disk-store';
import { createLedger, type Ledger } from '@bakkum/credits/ledger';
import { CREDITS_MIGRATIONS } from '@bakkum/credits/migrations';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import type { ImageProviderManifest } from '@bakkum/image-provider/provider';
import { type FakeImageServer, settingsFor, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import { decodeImage } from '../decoding/decode-image.ts';
import { drawSlot } from '../drawing.ts';
import { enableBackgroundRemovers, enableModels, enableUpscalers, type ProviderLoaders } from '../enabled-models.ts';
import { bytesOfBlob } from '../files/blob-bytes.ts';
import type { Imported } from '../importing.ts';
import { STUDIO_MIGRATIONS } from '../migrations.ts';
import { type Ordered, orderImages } from '../order.ts';
import type { Step } from '../request-image.ts';
import { type Buyer, STUDIO_TIMES, type Studio } from '../studio.ts';
import { batchViews } from '../views.ts';

type Placed = Ordered | Imported;

export class Died extends Error {}

/** Stops a worker at a step, as a crash would. */
export function dieAt(step: Step) {
  return (now: Step): void => {
    if (now === step) throw new Died(step);
  };
}

type Providers = { readonly manifests: readonly ImageProviderManifest[]; readonly loaders: ProviderLoaders };

export class TestStudio {
  readonly database: TestDatabase;
  readonly fake: FakeImageServer;
  readonly ledger: Ledger;
  /** Slots that wait for a worker. */
  readonly queue: string[] = [];
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'bakkum-studio-'));
  readonly #providers: Providers;
  #numbers = 0;

  private constructor(database: TestDatabase, fake: FakeImageServer, providers: Providers) {
    this.database = database;
    this.fake = fake;
    this.ledger = createLedger(database);
    this.#providers = providers;
  }

  /** @param postgresFolder as the test runner provides it */
  static async open(postgresFolder: string, providers: Providers): Promise<TestStudio> {
    const database = await createTestDatabase(postgresFolder, [CREDITS_MIGRATIONS, STUDIO_MIGRATIONS]);
    return new TestStudio(database, await startFakeImageServer(), providers);
  }

  async close(): Promise<void> {
    await this.fake.close();
    await this.database.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** A studio with the services of these ids. */
  with(ids: readonly string[], changes: Partial<Studio> = {}): Studio {
    const { manifests, loaders } = this.#providers;
    const given = settingsFor(this.fake.url, 'key!');
    const models = enableModels(manifests, loaders, given).filter(({ manifest }) => ids.includes(manifest.id));
    return {
      database: this.database,
      blobs: createDiskStore(this.#folder),
      models,
      upscalers: enableUpscalers(manifests, loaders, given, models),
      backgroundRemovers: enableBackgroundRemovers(manifests, loaders, given, models),
      enqueue: (slotId) => Promise.resolve(void this.queue.push(slotId)),
      hashOf: () => 'hash',
      countDesigns: () => Promise.resolve(undefined),
      decode: decodeImage,
      times: { ...STUDIO_TIMES, pollMs: 5, watchMs: 20 },
      onProblem: () => undefined,
      onChange: new Set(),
      now: () => new Date(),
      ...changes,
    };
  }

  nextKey(): string {
    this.#numbers += 1;
    return `test-key-${this.#numbers}`;
  }

  async someone(tier: Buyer['tier'] = 'annual', credits = 20): Promise<Buyer> {
    const userId = `person-${this.nextKey()}`;
    const expiresAt = new Date(Date.now() + 86_400_000);
    if (credits > 0) await this.ledger.give({ userId, source: 'promotion', ref: userId, amount: credits, expiresAt });
    return { userId, tier };
  }

  async balance({ userId }: Buyer): Promise<readonly [available: number, held: number]> {
    const { available, held } = await this.ledger.balance(userId);
    return [available, held];
  }

  /** Draws everything that waits. */
  async draw(studio: Studio): Promise<void> {
    for (const slotId of this.queue.splice(0)) await drawSlot(studio, slotId, new AbortController().signal);
  }

  /** Draws an order, and returns it. */
  async batch(studio: Studio, order: Placed | Promise<Placed>) {
    const ordered = await order;
    if (ordered.outcome !== 'taken') throw new Error(`not taken: ${ordered.outcome}`);
    await this.draw(studio);
    const [view] = await batchViews(studio, this.database, 'where id = $1', [ordered.batchId]);
    if (!view) throw new Error('no such batch');
    return view;
  }

  /** Draws an order of one image with a worker that crashes at a step, then with another worker, and returns it. */
  async batchAfterCrash(studio: Studio, order: Placed, step: Step) {
    const [slotId = ''] = this.queue;
    const crash = await drawSlot(studio, slotId, new AbortController().signal, dieAt(step)).catch((error: unknown) => error);
    if (!(crash instanceof Died)) throw new Error(`no crash at "${step}"`, { cause: crash });
    return this.batch(studio, order);
  }

  /** Draws an order, and returns its image. */
  async image(studio: Studio, order: Placed | Promise<Placed>): Promise<ImageView> {
    const { images, attempts } = await this.batch(studio, order);
    const image = images[0]?.image;
    if (!image) throw new Error(`no image: ${JSON.stringify(attempts)}`);
    return image;
  }

  /** A new image of 512 × 512 pixels. */
  first(studio: Studio, buyer: Buyer, changes: Partial<GenerationRequest> = {}): Promise<ImageView> {
    const request = { prompt: 'a red fox', aspectRatio: '1:1', resolution: '512x512', seed: 7, count: 1, ...changes } as const;
    return this.image(studio, orderImages(studio, buyer, this.nextKey(), request));
  }

  async file({ blobs }: Studio, imageId: string): Promise<Uint8Array> {
    const [row] = await this.database.query('select file_key from studio.images where id = $1', [imageId]);
    const bytes = await bytesOfBlob(blobs, String(row?.['file_key']));
    if (!bytes) throw new Error('no file');
    return bytes;
  }
}
