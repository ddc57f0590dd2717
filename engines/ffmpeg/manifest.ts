import type { Conversion, EngineManifest } from '@bakkum/conversion/engine';
import type { Fidelity } from '@bakkum/conversion/fidelity';
import { mediaFidelity } from '@bakkum/media-options/fidelity';
import { animationOptions, filmOfPicturesOptions, frameOptions, optionsFor, soundFilmOptions } from './options.ts';
import { ANIMATION_SOURCES, SOUND_SOURCES, VIDEO_SOURCES } from './sources.ts';
import {
  ANIMATION_TARGETS,
  FILMS_OF_PICTURES,
  FILMS_OF_SOUND,
  FRAME_TARGETS,
  SOUND_TARGET_IDS,
  targetOf,
  VIDEO_TARGET_IDS,
} from './targets.ts';

/** Slower than the machine's own codecs by 3 to 8 times where pictures are encoded, by 1.5 where sound is. */
const COST = { sound: 6, video: 10 } as const;

function conversionsTo(to: string): readonly Conversion[] {
  const target = targetOf(to);
  const sources = target.video ? [...VIDEO_SOURCES, ...ANIMATION_SOURCES] : [...SOUND_SOURCES, ...VIDEO_SOURCES];
  const byFidelity = Map.groupBy(sources, (from) => mediaFidelity(from, to, { fromSound: SOUND_SOURCES.includes(from) }));
  return [...byFidelity].map(([fidelity, from]: [Fidelity, string[]]) => ({
    from,
    to: [to],
    fidelity,
    cost: target.video ? COST.video : COST.sound,
    options: optionsFor(target),
    sameFormat: true,
  }));
}

const animations: readonly Conversion[] = ANIMATION_TARGETS.map((target) => ({
  from: VIDEO_SOURCES,
  to: [target.id],
  fidelity: 'lossy',
  cost: COST.video,
  options: animationOptions(target),
}));

const frames: readonly Conversion[] = FRAME_TARGETS.map((target) => ({
  from: VIDEO_SOURCES,
  to: [target.id],
  fidelity: 'picture',
  cost: COST.video,
  options: frameOptions(target),
}));

const filmsOfSound: readonly Conversion[] = FILMS_OF_SOUND.map((to) => ({
  from: SOUND_SOURCES,
  to: [to],
  fidelity: mediaFidelity('', to, { fromSound: true }),
  cost: COST.video,
  options: soundFilmOptions(targetOf(to)),
}));

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
  license: 'GPL-2.0-or-later',
  program: { name: 'FFmpeg', version: '5.1.4', homepage: 'https://ffmpeg.org' },
  downloadBytes: 8_600_000,
  requires: [],
  // In a browser the source is not copied, in Node it is.
  memory: { baseBytes: 200 * 1024 * 1024, perInputByte: 1 },
  assets: { core: '@ffmpeg/core/dist/esm/ffmpeg-core.wasm' },
  conversions: [
    ...[...SOUND_TARGET_IDS, ...VIDEO_TARGET_IDS].flatMap(conversionsTo),
    ...animations,
    ...frames,
    ...filmsOfSound,
    ...filmsOfPictures,
  ],
};
