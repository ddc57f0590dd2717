import type { Conversion } from '@bakkum/conversion/engine';
import type { Fidelity } from '@bakkum/conversion/fidelity';
import { mediaFidelity } from '@bakkum/media-options/fidelity';
import { animationOptions, frameOptions, optionsFor, soundFilmOptions } from './options.ts';
import { ANIMATION_SOURCES, SOUND_SOURCES, VIDEO_SOURCES } from './sources.ts';
import { ANIMATION_TARGETS, FILMS_OF_SOUND, FRAME_TARGETS, SOUND_TARGET_IDS, targetOf, VIDEO_TARGET_IDS } from './targets.ts';

/** Running cost of encoding audio and video, on the scale of `Conversion.cost`. */
export type MediaCost = { readonly sound: number; readonly video: number };

/** Returns every pair of formats FFmpeg converts, with its options. */
export function mediaConversions(cost: MediaCost): readonly Conversion[] {
  const animations = ANIMATION_TARGETS.map(
    (target): Conversion => ({
      from: VIDEO_SOURCES,
      to: [target.id],
      fidelity: 'lossy',
      cost: cost.video,
      options: animationOptions(target),
    }),
  );
  const frames = FRAME_TARGETS.map(
    (target): Conversion => ({
      from: VIDEO_SOURCES,
      to: [target.id],
      fidelity: 'picture',
      cost: cost.video,
      options: frameOptions(target),
    }),
  );
  const filmsOfSound = FILMS_OF_SOUND.map(
    (to): Conversion => ({
      from: SOUND_SOURCES,
      to: [to],
      fidelity: mediaFidelity('', to, { fromSound: true }),
      cost: cost.video,
      options: soundFilmOptions(targetOf(to)),
    }),
  );
  const tracks = [...SOUND_TARGET_IDS, ...VIDEO_TARGET_IDS].flatMap((to) => conversionsTo(to, cost));
  return [...tracks, ...animations, ...frames, ...filmsOfSound];
}

function conversionsTo(to: string, cost: MediaCost): readonly Conversion[] {
  const target = targetOf(to);
  const sources = target.video ? [...VIDEO_SOURCES, ...ANIMATION_SOURCES] : [...SOUND_SOURCES, ...VIDEO_SOURCES];
  const byFidelity = Map.groupBy(sources, (from) => mediaFidelity(from, to, { fromSound: SOUND_SOURCES.includes(from) }));
  return [...byFidelity].map(([fidelity, from]: [Fidelity, string[]]) => ({
    from,
    to: [to],
    fidelity,
    cost: target.video ? cost.video : cost.sound,
    options: optionsFor(target),
    sameFormat: true,
  }));
}
