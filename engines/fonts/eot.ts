import { type Bytes, concat, utf16le, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { nameOf } from './names.ts';
import { neededTable, readSfnt, tableOf, whole } from './sfnt.ts';

/** Embedded OpenType (EOT) File Format, W3C Member Submission of 2008. */
const MAGIC = 0x504c;
const VERSION = 0x00020001;
const PACKED = 0x4; // by MicroType Express
const XOR = 0x10000000;
const FIXED = 82;

/**
 * Returns the embedded font.
 * @throws unsupported-feature for MicroType Express compression, which is rare
 */
export function readEot(file: Bytes): Bytes {
  return whole(() => {
    const view = viewOf(file);
    const [size, length, flags] = [view.getUint32(0, true), view.getUint32(4, true), view.getUint32(12, true)];
    if (view.getUint16(34, true) !== MAGIC) throw new ConversionError('corrupt', 'no EOT');
    if (flags & PACKED) throw new ConversionError('unsupported-feature', 'packed by MicroType Express');
    if (size > file.length || length > size - FIXED) throw new ConversionError('corrupt', 'an EOT is cut off');
    const font = new Uint8Array(file.subarray(size - length, size));
    return flags & XOR ? font.map((byte) => byte ^ 0x50) : font;
  });
}

/** @param sfnt a font with TrueType outlines: programs that read EOT support no others */
export function writeEot(sfnt: Bytes): Bytes {
  const font = readSfnt(sfnt);
  const os2 = viewOf(neededTable(font, 'OS/2'));
  const head = viewOf(neededTable(font, 'head'));
  const names = [1, 2, 5, 4].map((id) => utf16le(nameOf(tableOf(font, 'name'), id) ?? ''));
  const nameBytes = names.reduce((total, name) => total + 4 + name.length, 2);
  const header = new Uint8Array(FIXED);
  const view = viewOf(header);
  whole(() => {
    view.setUint32(0, FIXED + nameBytes + sfnt.length, true);
    view.setUint32(4, sfnt.length, true);
    view.setUint32(8, VERSION, true);
    for (let place = 0; place < 10; place += 1) header[16 + place] = os2.getUint8(32 + place); // PANOSE
    header[26] = 1; // any character set
    header[27] = os2.getUint16(62) & 1; // italic
    view.setUint32(28, os2.getUint16(4), true);
    view.setUint16(32, os2.getUint16(8), true);
    view.setUint16(34, MAGIC, true);
    for (let range = 0; range < 4; range += 1) view.setUint32(36 + range * 4, os2.getUint32(42 + range * 4), true);
    if (os2.getUint16(0) > 0)
      for (let range = 0; range < 2; range += 1) view.setUint32(52 + range * 4, os2.getUint32(78 + range * 4), true);
    view.setUint32(60, head.getUint32(8), true);
  });
  // Two bytes of padding after each name, and no root string at the end.
  return concat([header, ...names.flatMap((name) => [[name.length & 255, name.length >> 8], name, [0, 0]]), [0, 0], sfnt]);
}
