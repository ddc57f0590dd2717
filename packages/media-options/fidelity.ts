import type { Fidelity } from '@bakkum/conversion/fidelity';

/** Formats of sound alone that hold every sample of any source exactly, or copy its packets. */
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

/** Containers of one box structure whose usual codecs are the same; and Matroska, which carries every codec there is. */
const ALWAYS_COPIED: ReadonlySet<string> = new Set([
  'mp4>mov',
  'mov>mp4',
  ...['mp4', 'mov', 'webm', 'ts', '3gp', '3g2', 'avi', 'flv'].map((from) => `${from}>mkv`),
  'aac>m4a',
  'opus>weba',
  'ogg>weba',
]);

/**
 * What survives by default from one format of sound or moving pictures to another, the same for every engine so that
 * plans are compared by cost. `lossless` only where nothing is encoded anew by a lossy codec, whatever usual source comes:
 * a copy of packets, or sound into a codec that keeps every sample. The relation is closed: two lossless steps never join
 * formats for which the direct way is lossy.
 */
export function mediaFidelity(from: string, to: string, kinds: { readonly fromSound: boolean }): Fidelity {
  if (from === to) return 'lossless';
  const keepsSound = kinds.fromSound && HOLD_ANY_SOUND.has(to);
  return keepsSound || ALWAYS_COPIED.has(`${from}>${to}`) ? 'lossless' : 'lossy';
}
