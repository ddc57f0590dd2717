import type { ConvertResult } from '@bakkum/conversion/engine';
import { defaultsOf } from '@bakkum/conversion/options';
import { stillRaster } from '@bakkum/raster/construct';
import { JXL_OPTIONS } from '@bakkum/raster/encoders/jxl-options';
import type { Pixels } from '@bakkum/raster/raster';
import { contextFor } from '@bakkum/tests/engine-context';
import { testPicture } from '@bakkum/tests/test-picture';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';
import type { Vips, VipsImage } from './program.ts';

/** Calls that the fake program received. The real program runs in engine.browser.test.ts. */
const log: string[] = [];
let heapPages = 1;
let write: () => Uint8Array<ArrayBuffer>;

function fakeVips(): Vips {
  const image = (name: string): VipsImage => ({
    copy: () => image('copy'),
    extractBand: (_, { n }) => image(`${n} bands`),
    writeToBuffer: (_suffix, { Q, lossless }) => {
      log.push(`writes ${name} ${lossless ? 'lossless' : `at ${String(Q)}`}`);
      return write();
    },
    delete: () => log.push(`frees ${name}`),
  });
  return {
    memory: new WebAssembly.Memory({ initial: heapPages }),
    Image: { newFromMemory: () => image('pixels') },
    concurrency: (threads) => log.push(`uses ${threads} threads`),
    endThreads: () => log.push('ends'),
  };
}

vi.mock('./program.ts', () => ({
  startVips: async () => {
    log.push('starts');
    return fakeVips();
  },
}));

function encode(pixels: Pixels, { lanes = 1, signal = new AbortController().signal, options = {} } = {}): Promise<ConvertResult> {
  const request = {
    inputs: [stillRaster(pixels, pixels)],
    from: 'raster',
    to: 'jxl',
    options: { ...defaultsOf(JXL_OPTIONS), ...options },
  } as const;
  return engine.convert(request, { ...contextFor(manifest, signal), lanes });
}

const picture = testPicture(8, 6);

/** Fails once, so that the next test starts with no program. */
async function endProgram(): Promise<void> {
  write = () => {
    throw new Error('ended by the test');
  };
  await encode(picture).catch(() => undefined);
  log.length = 0;
}

describe('libvips', () => {
  beforeEach(async () => {
    heapPages = 1;
    await endProgram();
    write = () => Uint8Array.of(0xff, 0x0a);
  });

  it('uses the threads of the conversion and frees its images', async () => {
    await encode(picture, { lanes: 3 });
    expect(log).toEqual(['starts', 'uses 3 threads', 'writes 3 bands at 92', 'frees 3 bands', 'frees copy', 'frees pixels']);
  });

  it('keeps alpha only if a pixel is transparent', async () => {
    await encode(testPicture(8, 6, { alpha: true }), { options: { lossless: true } });
    expect(log).toEqual(['starts', 'uses 1 threads', 'writes copy lossless', 'frees copy', 'frees pixels']);
  });

  it('stays for the next image', async () => {
    await encode(picture);
    await encode(picture);
    expect(log.filter((line) => line === 'starts')).toHaveLength(1);
  });

  it('ends after an image that needed much memory', async () => {
    heapPages = 8193;
    await encode(picture);
    await encode(picture);
    expect(log.filter((line) => line === 'ends')).toHaveLength(2);
    expect(log.filter((line) => line === 'starts')).toHaveLength(2);
  });

  it('ends when it runs out of memory, so that the next image gets a new program', async () => {
    write = () => {
      throw new WebAssembly.RuntimeError('unreachable');
    };
    await expect(encode(picture)).rejects.toMatchObject({ code: 'out-of-memory' });
    expect(log.at(-1)).toBe('ends');
    expect(log).toContain('frees pixels');
  });

  it.each([
    ['opaque', { width: 8000, height: 5001 }, {}],
    ['lossless', { width: 5000, height: 4501 }, { lossless: true }],
  ])('refuses %s images that its memory cannot hold', async (_what, size, options) => {
    const large: Pixels = { depth: 8, ...size, data: new Uint8ClampedArray(size.width * size.height * 4).fill(255) };
    await expect(encode(large, { options })).rejects.toMatchObject({ code: 'out-of-memory' });
    expect(log.filter((line) => line.startsWith('writes'))).toEqual([]);
  });

  it('does not start for a cancelled conversion', async () => {
    await expect(encode(picture, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    expect(log).toEqual([]);
  });
});
