import { dosTime } from '@bakkum/archive-tree/dos-time';
import type { TreeEntry } from '@bakkum/archive-tree/tree';
import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { checked } from './arc.ts';
import { entryFor } from './entry.ts';
import { unpackLh5 } from './lh5.ts';
import { unzoo } from './lzw.ts';
import { Unpacked } from './packing.ts';

const TAG = 0xfdc4a7dc;
/** Bytes before the long name, which only newer entries have. */
const SHORT = 51;
const MAX_ENTRIES = 100_000;

/** Lists the files of a zoo archive, which are unpacked on demand; deleted files are skipped. Errors: `corrupt`. */
export function readZoo(bytes: Bytes): readonly TreeEntry[] {
  const view = viewOf(bytes);
  if (bytes.length < 34 || view.getUint32(20, true) !== TAG) throw new ConversionError('corrupt', 'no archive of zoo');
  const entries: TreeEntry[] = [];
  const seen = new Set<number>();
  for (let at = view.getUint32(24, true); at !== 0; at = view.getUint32(at + 6, true)) {
    if (at + SHORT > bytes.length || view.getUint32(at, true) !== TAG || seen.has(at) || seen.size > MAX_ENTRIES)
      throw new ConversionError('corrupt', 'no entry where one should be');
    seen.add(at);
    if (view.getUint32(at + 6, true) === 0) break; // the end entry has no successor and no file
    if (bytes[at + 30] !== 1) entries.push(entryAt(bytes, view, at));
  }
  return entries;
}

function entryAt(bytes: Bytes, view: DataView, at: number): TreeEntry {
  const method = bytes[at + 5] ?? 0;
  const [start, size, packedSize] = [view.getUint32(at + 10, true), view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
  if (start + packedSize > bytes.length) throw new ConversionError('corrupt', 'a file is cut off');
  const packed = bytes.subarray(start, start + packedSize);
  const crc = view.getUint16(at + 18, true);
  return entryFor({
    path: pathAt(bytes, view, at),
    size,
    modifiedAt: dosTime(view.getUint16(at + 14, true), view.getUint16(at + 16, true)),
    unpack: () => checked(unpacked(packed, method, size), crc),
  });
}

/** Returns the long name with its folder if present, otherwise the DOS name. */
function pathAt(bytes: Bytes, view: DataView, at: number): string {
  const short = text(bytes.subarray(at + 38, at + 51));
  const isLong = bytes[at + 4] === 2 && at + 58 <= bytes.length && view.getUint16(at + 51, true) >= 2;
  if (!isLong) return short;
  const [nameLength, folderLength] = [view.getUint8(at + 56), view.getUint8(at + 57)];
  const name = text(bytes.subarray(at + 58, at + 58 + nameLength)) || short;
  const folder = text(bytes.subarray(at + 58 + nameLength, at + 58 + nameLength + folderLength));
  return folder === '' ? name : `${folder}/${name}`;
}

function text(field: Bytes): string {
  const end = field.indexOf(0);
  return decodeText(end < 0 ? field : field.subarray(0, end));
}

function unpacked(packed: Bytes, method: number, size: number): Bytes {
  if (method === 0) return packed;
  const target = new Unpacked(size);
  if (method === 1) unzoo(packed, (byte) => target.push(byte));
  else if (method === 2) unpackLh5(packed, target);
  else throw new ConversionError('unsupported-feature', `packed by method ${method}`);
  return target.finish();
}
