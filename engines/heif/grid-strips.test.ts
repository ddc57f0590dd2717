import { type EngineWorker, provideWebWorkers } from '@bakkum/conversion/workers/web-workers';
import { boxOf } from '@bakkum/image-metadata/heif/iso-boxes';
import type { Pixels } from '@bakkum/raster/raster';
import { NodeWebWorker } from '@bakkum/registry/node/web-worker.node';
import { afterEach, describe, expect, it } from 'vitest';
import { contextFor } from '../../tests/engine-context.ts';
import { gridOf } from '../../tests/heif-grid.ts';
import { framesOf, testPicture } from '../../tests/test-picture.ts';
import { decodeStrip } from './decode-strip.ts';
import { engine } from './engine.ts';
import { readGrid } from './grid-strips.ts';
import { manifest } from './manifest.ts';

const ROTATED = boxOf('irot', [Uint8Array.of(1)]);
const CROPPED = boxOf('clap', [new Uint8Array(32)]);

async function decode(file: Uint8Array<ArrayBuffer>, lanes: number, signal = new AbortController().signal): Promise<Pixels> {
  const request = { inputs: [new Blob([file])], from: 'heic', to: 'raster', options: {} } as const;
  const { outputs } = await engine.convert(request, { ...contextFor(manifest, signal), lanes });
  const { frames } = await framesOf(outputs[0].content);
  return frames[0]?.read ?? testPicture(1, 1);
}

/** Compares without printing a million samples that differ. */
const areSame = (one: Pixels['data'], other: Pixels['data']): boolean => Buffer.from(one).equals(Buffer.from(other));

/** Over two megapixels. */
const LARGE = { columns: 32, rows: 16, cut: 10 };

describe('a photo made of tiles', () => {
  it.each([1, 2, 3, 5, 9])('is cut into at most %i strips with the same pixels', async (count) => {
    const file = await gridOf({ columns: 3, rows: 5, cut: 20 });
    const whole = await decode(file, 1);
    const strips = readGrid(file)?.strips(count) ?? [];
    expect(strips.length).toBeLessThanOrEqual(count);
    expect(strips.reduce((sum, { height }) => sum + height, 0)).toBe(whole.height);
    const program = await contextFor(manifest).wasm('program');
    for (const { file: part, top, height } of strips) {
      const pixels = await decodeStrip(part, program);
      expect([pixels.width, pixels.height]).toEqual([whole.width, height]);
      const row = whole.width * 4;
      expect(areSame(pixels.data, whole.data.slice(top * row, (top + height) * row))).toBe(true);
    }
  });

  it.each([
    ['a crop', { change: CROPPED }],
    ['a layer', { layers: ['auxl'] }],
  ])('is left whole if it has %s', async (_what, shape) => {
    expect(readGrid(await gridOf({ columns: 2, rows: 2, ...shape }))).toBeUndefined();
  });

  it('is left whole if it names a tile twice', async () => {
    const file = Buffer.from(await gridOf({ columns: 2, rows: 2 }));
    const tiles = file.indexOf('dimg') + 8;
    expect(readGrid(new Uint8Array(file))).toBeDefined();
    file.writeUInt16BE(file.readUInt16BE(tiles), tiles + 2);
    expect(readGrid(new Uint8Array(file))).toBeUndefined();
  });

  it('is left whole if a tile is not HEVC', async () => {
    const file = Buffer.from(await gridOf({ columns: 2, rows: 2 }));
    file.write('av01', file.indexOf('hvc1', file.indexOf('infe')));
    expect(readGrid(new Uint8Array(file))).toBeUndefined();
  });

  it('is left whole if its tiles do not cover it', async () => {
    expect(readGrid(await gridOf({ columns: 2, rows: 2, cut: 70 }))).toBeUndefined();
    expect(readGrid(await gridOf({ columns: 2, rows: 2, cut: -10 }))).toBeUndefined();
  });

  it('is no grid if it is damaged', async () => {
    expect(readGrid(new Uint8Array(500).fill(7))).toBeUndefined();
    const file = await gridOf({ columns: 2, rows: 2 });
    for (let end = 0; end < file.length; end += 61) readGrid(file.slice(0, end))?.strips(2);
    for (let at = 0; at < file.length; at += 31) {
      const damaged = file.slice();
      damaged.fill(0xa5, at, at + 4);
      readGrid(damaged)?.strips(2);
    }
  });
});

type OnError = (event: { preventDefault(): void }) => void;

class FailingWorker implements EngineWorker {
  #fail: OnError = () => undefined;
  postMessage(): void {
    queueMicrotask(() => this.#fail({ preventDefault: () => undefined }));
  }
  terminate(): void {
    // has nothing to end
  }
  addEventListener(type: string, listener: (event: never) => void): void {
    if (type === 'error') this.#fail = listener as OnError;
  }
}

describe('threads', () => {
  const ended: string[] = [];
  class CountedWorker extends NodeWebWorker {
    override terminate(): void {
      ended.push('ended');
      super.terminate();
    }
  }
  afterEach(() => {
    provideWebWorkers(undefined);
    ended.length = 0;
  });

  it.each([
    ['upright', {}],
    ['rotated', { change: ROTATED }],
  ])('decode an %s photo to the same pixels as one', async (_what, shape) => {
    const file = await gridOf({ ...LARGE, ...shape });
    const whole = await decode(file, 1);
    expect(ended).toEqual([]);
    provideWebWorkers(CountedWorker);
    const together = await decode(file, 3);
    expect(ended).toEqual(['ended', 'ended']);
    expect([together.width, together.height]).toEqual([whole.width, whole.height]);
    expect(areSame(together.data, whole.data)).toBe(true);
  });

  it('that fail leave their strips to the conversion', async () => {
    const file = await gridOf(LARGE);
    const whole = await decode(file, 1);
    provideWebWorkers(FailingWorker);
    expect(areSame((await decode(file, 2)).data, whole.data)).toBe(true);
  });

  it('report a damaged photo as a single thread does', async () => {
    const file = await gridOf(LARGE);
    const damaged = file.slice(0, -2000);
    const outcome = (lanes: number) =>
      decode(damaged, lanes).then(
        () => 'decoded',
        ({ code }: { code?: string }) => code,
      );
    const alone = await outcome(1);
    provideWebWorkers(CountedWorker);
    expect(await outcome(2)).toBe(alone);
  });

  it('end with a cancelled conversion', async () => {
    const controller = new AbortController();
    class Cancelling extends CountedWorker {
      override postMessage(message: unknown, transfer: ArrayBuffer[]): void {
        super.postMessage(message, transfer);
        queueMicrotask(() => controller.abort());
      }
    }
    provideWebWorkers(Cancelling);
    const outcome = decode(await gridOf(LARGE), 2, controller.signal).then(
      () => 'decoded',
      ({ name }: Error) => name,
    );
    expect(await outcome).toBe('AbortError');
    expect(ended.length).toBeGreaterThan(0);
  });
});
