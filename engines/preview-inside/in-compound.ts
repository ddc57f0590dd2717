import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { readCompoundFile, type Storage } from '@bakkum/compound-file/storage';
import { bitmapsIn } from './metafile.ts';
import type { Stored } from './stored.ts';

/** Images in compound files: specially named streams, and the thumbnail in the document properties ([MS-OLEPS]). */
export function inCompound(file: Bytes): readonly Stored[] {
  return inStorage(readCompoundFile(file));
}

function inStorage({ streams, storages }: Storage): readonly Stored[] {
  const found: Stored[] = [];
  for (const [name, read] of streams) {
    if (name === '\u0005SummaryInformation') found.push(...inSummary(read()));
    else if (/^(?:PreviewPNG|Preview|Thumbnail|Sheet_\d+)$/i.test(name)) found.push(...inStream(read()));
  }
  return [...found, ...[...storages].filter(([name]) => name === 'Images').flatMap(([, storage]) => inStorage(storage))];
}

/** An image file, a bitmap after its length, or a bitmap file at a later offset. */
function inStream(bytes: Bytes): readonly Stored[] {
  if (bytes.length < 64) return [];
  const view = viewOf(bytes);
  if (view.getUint32(0, true) + 4 <= bytes.length && view.getUint32(4, true) === 40)
    return [{ kind: 'bitmap', bytes: bytes.subarray(4) }];
  for (let at = 0; at < 64; at += 1)
    if (view.getUint16(at, true) === 0x4d42 && view.getUint32(at + 2, true) <= bytes.length - at)
      return [{ kind: 'file', bytes: bytes.subarray(at) }];
  return [{ kind: 'file', bytes }];
}

const THUMBNAIL = 17;
const CLIPBOARD = 0x47;
const FORMAT = { metafile: 3, bitmap: 8 } as const;

function inSummary(bytes: Bytes): readonly Stored[] {
  if (bytes.length < 56) return [];
  const view = viewOf(bytes);
  const section = view.getUint32(44, true);
  const count = Math.min(view.getUint32(section + 4, true), 1000);
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(section + 8 + index * 8, true) !== THUMBNAIL) continue;
    const at = section + view.getUint32(section + 12 + index * 8, true);
    if (view.getUint32(at, true) !== CLIPBOARD || view.getInt32(at + 8, true) !== -1) return [];
    const format = view.getUint32(at + 12, true);
    const content = bytes.subarray(at + 16, at + 8 + view.getUint32(at + 4, true));
    if (format === FORMAT.bitmap) return [{ kind: 'bitmap', bytes: content }];
    // The size on paper precedes the metafile.
    if (format === FORMAT.metafile) return bitmapsIn(content.subarray(8)).map((bitmap) => ({ kind: 'bitmap', bytes: bitmap }));
    return [];
  }
  return [];
}
