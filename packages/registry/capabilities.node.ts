import { totalmem } from 'node:os';
import type { Capability } from '@bakkum/conversion/capabilities';

const FOUR_GIBIBYTES = 4 * 1024 ** 3;

/** What a Node worker thread can do of what engines ask for. It has no browser's codecs. */
export function nodeCapabilities(): ReadonlySet<Capability> {
  return new Set<Capability>(totalmem() >= FOUR_GIBIBYTES ? ['threads', 'large-memory'] : ['threads']);
}
