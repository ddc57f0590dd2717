import type { Conversion, EngineManifest } from '@bakkum/conversion/engine';
import { mediaConversions } from '@bakkum/media-ffmpeg/conversions';
import { filmOfPicturesOptions } from '@bakkum/media-ffmpeg/options';
import { FILMS_OF_PICTURES, targetOf } from '@bakkum/media-ffmpeg/targets';

/** Slower than native codecs by a factor of 3 to 8 for video and 1.5 for audio. */
const COST = { sound: 6, video: 10 } as const;

const filmsOfPictures: readonly Conversion[] = FILMS_OF_PICTURES.map((to) => ({
  from: ['raster'],
  to: [to],
  fidelity: 'lossy',
  cost: COST.video,
  options: filmOfPicturesOptions(targetOf(to)),
  combines: true,
}));

export const manifest: EngineManifest = {
  id: 'ffmpeg',
  tier: 'core',
  license: 'GPL-2.0-or-later',
  program: { name: 'FFmpeg', version: '5.1.4', homepage: 'https://ffmpeg.org' },
  downloadBytes: 8_600_000,
  requires: [],
  // The source is copied in Node but not in a browser.
  memory: { baseBytes: 200 * 1024 * 1024, perInputByte: 1 },
  assets: { core: '@ffmpeg/core/dist/esm/ffmpeg-core.wasm' },
  conversions: [...mediaConversions(COST), ...filmsOfPictures],
};
