import { concat, textAt } from '@bakkum/bytes/bytes';
import type { Draft } from './draft.ts';

/** XMP specification part 3: a "magic trailer" of 258 bytes follows the packet. */
const XMP_TRAILER_START = 0x01;

export function readGif(bytes: Uint8Array, draft: Draft): void {
  if (!textAt(bytes, 0, 6).startsWith('GIF8')) return;
  draft.bitDepth = 8;
  let at = 13 + colourTableBytes(bytes[10] ?? 0);
  while (at < bytes.length) {
    const introducer = bytes[at];
    if (introducer === 0x2c) at = skipBlocks(bytes, at + 11 + colourTableBytes(bytes[at + 9] ?? 0));
    else if (introducer === 0x21) at = readExtension(bytes, at, draft);
    else return;
  }
}

function colourTableBytes(packed: number): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0;
}

/** Index after the terminator of a chain of data sub-blocks. */
function skipBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
  return at + 1;
}

function readExtension(bytes: Uint8Array, at: number, draft: Draft): number {
  const application = bytes[at + 1] === 0xff && bytes[at + 2] === 11 ? textAt(bytes, at + 3, 11) : '';
  const end = skipBlocks(bytes, at + 2);
  if (application === 'XMP DataXMP') draft.xmp ??= xmpPacket(bytes.subarray(at + 14, end));
  else if (application === 'ICCRGBG1012') draft.icc ??= joinBlocks(bytes, at + 14);
  return end;
}

/** The packet is written without sub-blocks; the trailer `01 FF FE … 00 00` makes block readers skip it. */
function xmpPacket(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const trailer = data.length - 258;
  return trailer > 0 && data[trailer] === XMP_TRAILER_START
    ? data.slice(0, trailer)
    : data.slice(0, Math.max(0, data.lastIndexOf(0x3e) + 1));
}

function joinBlocks(bytes: Uint8Array, from: number): Uint8Array<ArrayBuffer> {
  const blocks: Uint8Array[] = [];
  for (let at = from; at < bytes.length && bytes[at] !== 0; at += 1 + (bytes[at] ?? 0)) {
    blocks.push(bytes.subarray(at + 1, at + 1 + (bytes[at] ?? 0)));
  }
  return concat(blocks);
}
