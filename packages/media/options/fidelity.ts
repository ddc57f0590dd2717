import type { Fidelity } from '@bakkum/conversion/fidelity';

/** Audio formats that store every sample of any source exactly, or copy its packets. */
const HOLD_ANY_SOUND: ReadonlySet<string> = new Set([
  'wav',
  'rf64',
  'w64',
  'aiff',
  'aifc',
  'au',
  'caf',
  'flac',
  'tta',
  'wavpack',
  'mka',
]);

/** Containers that hold the usual codecs of the source, above all Matroska, which supports every codec. */
const ALWAYS_COPIED: ReadonlySet<string> = new Set([
  'mp4>mov',
  ...['mp4', 'mov', 'webm', 'ts', '3gp', '3g2', 'avi', 'flv'].map((from) => `${from}>mkv`),
  'aac>m4a',
  'opus>weba',
  'ogg>weba',
]);

/**
 * Returns the default fidelity of a conversion between audio or video formats, the same for every engine, so that plans are
 * compared by cost. `lossless` only where no lossy codec encodes again, for any usual source: copied packets, or audio into a
 * codec that keeps every sample. The relation is closed: two lossless steps never connect formats whose direct conversion is
 * lossy.
 */
export function mediaFidelity(from: string, to: string, kinds: { readonly fromSound: boolean }): Fidelity {
  if (from === to) return 'lossless';
  const keepsSound = kinds.fromSound && HOLD_ANY_SOUND.has(to);
  return keepsSound || ALWAYS_COPIED.has(`${from}>${to}`) ? 'lossless' : 'lossy';
}
