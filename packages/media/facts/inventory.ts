import { textAt } from '@bakkum/bytes/bytes';
import { bytesAt, type Inventory } from './contents.ts';
import { isoInventory } from './iso-inventory.ts';
import { matroskaInventory } from './matroska-inventory.ts';
import { transportInventory } from './transport-inventory.ts';

/**
 * Counts the streams of a container from its headers, with a few reads of some kilobytes. Needed because a demuxer silently omits
 * streams whose codec it does not know, and subtitles and chapters it has no use for.
 * @returns `undefined` for containers of a single audio stream, and where the headers cannot be parsed
 */
export async function readInventory(file: Blob): Promise<Inventory | undefined> {
  const head = await bytesAt(file, 0, 256);
  if (head.length < 12) return undefined;
  if (head[0] === 0x1a && head[1] === 0x45 && head[2] === 0xdf && head[3] === 0xa3) return matroskaInventory(file);
  if (ISO_STARTS.has(textAt(head, 4, 4))) return isoInventory(file);
  if (head[0] === 0x47 || head[4] === 0x47) return transportInventory(file);
  return undefined;
}

const ISO_STARTS: ReadonlySet<string> = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'styp']);
