import type { Capability } from '@bakkum/conversion/capabilities';
import type { NativeTools } from '@bakkum/native-programs/folder';
import { machineMemory } from './machine-memory.node.ts';

const FOUR_GIBIBYTES = 4 * 1024 ** 3;

/** What a Node worker thread can do of what engines ask for. It has no browser's codecs. */
export function nodeCapabilities(tools?: NativeTools): ReadonlySet<Capability> {
  const { ffmpeg, soffice } = tools?.programs ?? {};
  return new Set<Capability>([
    'threads',
    ...(machineMemory() >= FOUR_GIBIBYTES ? (['large-memory'] as const) : []),
    ...(ffmpeg ? (['native-ffmpeg'] as const) : []),
    ...(soffice ? (['native-office'] as const) : []),
  ]);
}
