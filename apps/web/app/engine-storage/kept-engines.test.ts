import { afterEach, expect, it, vi } from 'vitest';
import type { EngineFiles } from '../service-worker/build-info.ts';
import { findLoadedEngines } from './kept-engines.ts';

const FILES: EngineFiles = {
  core: [],
  // A large engine is downloaded whole.
  ffmpeg: [
    ['/assets/ffmpeg.js', 1, 'entry'],
    ['/assets/ffmpeg.wasm', 2, 'asset'],
    ['/assets/ffmpeg-fonts.wasm', 2, 'asset'],
  ],
  // A small one loads what it needs.
  webp: [
    ['/assets/webp.js', 1, 'entry'],
    ['/assets/dec.wasm', 1, 'asset'],
    ['/assets/enc.wasm', 1, 'asset'],
    ['/assets/rare.wasm', 1],
  ],
  data: [
    ['/assets/data.js', 1, 'entry'],
    ['/assets/shared.js', 1],
  ],
};

afterEach(() => vi.unstubAllGlobals());

async function loaded(...kept: readonly string[]): Promise<readonly string[]> {
  const keys = kept.map((path) => ({ url: `https://example.com/assets/${path}` }));
  vi.stubGlobal('caches', { open: async () => ({ keys: async () => keys }) });
  vi.stubGlobal('fetch', async () => Response.json(FILES));
  const areLoaded = await findLoadedEngines();
  return Object.keys(FILES).filter((engine) => areLoaded([engine]));
}

it('counts engines without files of their own, which every visit stores', async () => {
  expect(await loaded()).toEqual(['core']);
});

it('counts small engines that were loaded in part, and large ones only as a whole', async () => {
  expect(await loaded('webp.js', 'dec.wasm', 'ffmpeg.js', 'ffmpeg.wasm', 'data.js')).toEqual(['core', 'webp', 'data']);
  expect(await loaded('ffmpeg.js', 'ffmpeg.wasm', 'ffmpeg-fonts.wasm')).toEqual(['core', 'ffmpeg']);
});

it('does not count engines of which only shared or rare files are stored', async () => {
  expect(await loaded('shared.js', 'rare.wasm', 'dec.wasm')).toEqual(['core']);
});
