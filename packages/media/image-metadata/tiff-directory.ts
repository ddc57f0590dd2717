import { encodeLatin1, viewOf } from '@bakkum/bytes/bytes';

/** A field to write into a directory; `value` is in the file's byte order. */
export type TiffEntry = { readonly tag: number; readonly type: number; readonly count: number; readonly value: Uint8Array };

const padded = (length: number) => length + (length & 1);

/** Size of a directory including values that do not fit into its entries. Always even. */
export function directoryBytes(entries: readonly TiffEntry[]): number {
  const outside = entries.filter(({ value }) => value.length > 4).reduce((sum, { value }) => sum + padded(value.length), 0);
  return 2 + entries.length * 12 + 4 + outside;
}

/**
 * A directory and its values in file form (not BigTIFF).
 * @param at even offset in the file
 * @param next offset of the next directory, 0 for the last
 */
export function writeDirectory(
  entries: readonly TiffEntry[],
  at: number,
  littleEndian: boolean,
  next = 0,
): Uint8Array<ArrayBuffer> {
  const sorted = [...entries].sort((first, second) => first.tag - second.tag);
  const written = new Uint8Array(directoryBytes(sorted));
  const view = viewOf(written);
  view.setUint16(0, sorted.length, littleEndian);
  view.setUint32(2 + sorted.length * 12, next, littleEndian);
  let outside = 2 + sorted.length * 12 + 4;
  for (const [index, { tag, type, count, value }] of sorted.entries()) {
    const entryAt = 2 + index * 12;
    view.setUint16(entryAt, tag, littleEndian);
    view.setUint16(entryAt + 2, type, littleEndian);
    view.setUint32(entryAt + 4, count, littleEndian);
    if (value.length <= 4) {
      written.set(value, entryAt + 8);
      continue;
    }
    view.setUint32(entryAt + 8, at + outside, littleEndian);
    written.set(value, outside);
    outside += padded(value.length);
  }
  return written;
}

/** The eight-byte header of a TIFF structure (not BigTIFF). */
export function tiffHeader(littleEndian: boolean, firstDirectory: number): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(8);
  header.set(encodeLatin1(littleEndian ? 'II' : 'MM'));
  viewOf(header).setUint16(2, 42, littleEndian);
  viewOf(header).setUint32(4, firstDirectory, littleEndian);
  return header;
}
