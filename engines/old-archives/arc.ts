import { dosTime } from '@bakkum/archive-tree/dos-time';
import type { TreeEntry } from '@bakkum/archive-tree/tree';
import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { crc16 } from '@bakkum/bytes/checksums';
import { ConversionError } from '@bakkum/conversion/errors';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { entryFor } from './entry.ts';
import { uncrunch } from './lzw.ts';
import { runs, Unpacked } from './packing.ts';
import { unsqueeze } from './squeezed.ts';

const MARK = 0x1a;
const STORED_OLD = 1;
const HEADER = 29;

/** Lists the files of an ARC archive, which are unpacked on demand. Errors: `corrupt`. */
export function readArc(bytes: Bytes): readonly TreeEntry[] {
  const view = viewOf(bytes);
  const entries: TreeEntry[] = [];
  for (let at = 0; at + 2 <= bytes.length; ) {
    if (bytes[at] !== MARK) throw new ConversionError('corrupt', 'no header where one should be');
    const method = (bytes[at + 1] ?? 0) & 0x7f;
    if (method === 0) return entries;
    const size = method === STORED_OLD ? HEADER - 4 : HEADER;
    if (at + size > bytes.length) throw new ConversionError('corrupt', 'a header is cut off');
    const packedSize = view.getUint32(at + 15, true);
    const start = at + size;
    if (start + packedSize > bytes.length) throw new ConversionError('corrupt', 'a file is cut off');
    const unpackedSize = method === STORED_OLD ? packedSize : view.getUint32(at + 25, true);
    const crc = view.getUint16(at + 23, true);
    const packed = bytes.subarray(start, start + packedSize);
    entries.push(
      entryFor({
        path: nameAt(bytes, at + 2),
        size: unpackedSize,
        modifiedAt: dosTime(view.getUint16(at + 19, true), view.getUint16(at + 21, true)),
        unpack: () => checked(unpacked(packed, method, unpackedSize), crc),
      }),
    );
    at = start + packedSize;
  }
  if (entries.length === 0) throw new ConversionError('corrupt', 'no file in it');
  return entries;
}

function nameAt(bytes: Bytes, at: number): string {
  const field = bytes.subarray(at, at + 13);
  const end = field.indexOf(0);
  return decodeText(end < 0 ? field : field.subarray(0, end));
}

export function checked(bytes: Bytes, crc: number): Bytes {
  if (crc16(bytes) !== crc) throw new ConversionError('corrupt', 'a checksum does not agree');
  return bytes;
}

function unpacked(packed: Bytes, method: number, size: number): Bytes {
  if (method <= 2) return packed;
  const target = new Unpacked(size);
  const push = (byte: number): void => target.push(byte);
  switch (method) {
    case 3: {
      const run = runs(push);
      for (const byte of packed) run(byte);
      break;
    }
    case 4:
      unsqueeze(packed, runs(push));
      break;
    case 8:
      uncrunch(packed.subarray(1), Math.min(16, Math.max(9, packed[0] ?? 12)), runs(push));
      break;
    case 9:
      uncrunch(packed, 13, push);
      break;
    default:
      throw new ConversionError('unsupported-feature', `packed by method ${method}`);
  }
  return target.finish();
}
