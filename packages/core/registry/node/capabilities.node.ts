import type { Capability } from '@bakkum/conversion/capabilities';
import type { NativeTools } from '@bakkum/native-programs/folder';
import { machineMemory } from './machine-memory.node.ts';

const FOUR_GIBIBYTES = 4 * 1024 ** 3;

/** Returns the capabilities of a Node worker thread, which has no browser codecs. */
export function nodeCapabilities(tools?: NativeTools): ReadonlySet<Capability> {
  const { ffmpeg, soffice, magick } = tools?.programs ?? {};
  return new Set<Capability>([
    'threads',
    ...(machineMemory() >= FOUR_GIBIBYTES ? (['large-memory'] as const) : []),
    ...(ffmpeg ? (['native-ffmpeg'] as const) : []),
    ...(soffice ? (['native-office'] as const) : []),
    ...(magick ? (['native-images'] as const) : []),
  ]);
}
