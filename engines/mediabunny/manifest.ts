import type { Conversion, EngineManifest } from '@bakkum/conversion/engine';
import { mediaFidelity } from '@bakkum/media-options/fidelity';
import { OPTIONS } from './options.ts';

const VIDEO_IN = ['mp4', 'mov', '3gp', '3g2', 'mkv', 'webm', 'ts'];
const SOUND_IN = ['mp3', 'wav', 'rf64', 'ogg', 'opus', 'flac', 'm4a', 'aac', 'mka', 'weba'];
const VIDEO_OUT = ['mp4', 'mov', 'mkv', 'webm', 'ts'];
const SOUND_OUT = ['mp3', 'wav', 'ogg', 'opus', 'flac', 'm4a', 'aac', 'mka', 'weba'];

/** Nothing here encodes Vorbis, and joining requires encoding. */
const NOT_JOINED: ReadonlySet<string> = new Set(['ogg']);

/** Audio converts only to audio, video to both: audio is not made into an empty video. */
const CONVERSIONS: readonly Conversion[] = [
  ...VIDEO_OUT.flatMap((to) => conversionsInto(to, VIDEO_IN, false)),
  ...SOUND_OUT.flatMap((to) => conversionsInto(to, VIDEO_IN, false)),
  ...SOUND_OUT.flatMap((to) => conversionsInto(to, SOUND_IN, true)),
];

/** Conversions into the same format are included, to trim a file, reduce it or remove its audio. */
function conversionsInto(to: string, sources: readonly string[], fromSound: boolean): Conversion[] {
  const byFidelity = Map.groupBy(sources, (from) => mediaFidelity(from, to, { fromSound }));
  const options = OPTIONS[to] ?? {};
  const combines = !NOT_JOINED.has(to);
  return [...byFidelity].map(([fidelity, from]) => ({ from, to: [to], fidelity, cost: 1, options, sameFormat: true, combines }));
}

export const manifest: EngineManifest = {
  id: 'mediabunny',
  tier: 'core',
  license: 'MPL-2.0',
  program: { name: 'Mediabunny', version: '1.61.0', homepage: 'https://mediabunny.dev' },
  downloadBytes: 160_000,
  requires: [],
  memory: { baseBytes: 256 * 1024 * 1024, perInputByte: 0 },
  assets: {},
  conversions: CONVERSIONS,
};
