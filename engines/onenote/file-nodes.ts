import { type Bytes, encodeHex } from '@bakkum/bytes/bytes';
import type { ByteReader } from '@bakkum/bytes/reader';
import { corrupt } from '@bakkum/conversion/errors';
import { readerOf } from './guids.ts';

/** Location of data. A length of zero means none. */
export type Reference = { readonly offset: number; readonly length: number };

/** A node of a list ([MS-ONESTORE] 2.4.3): its id, reference and inline content. */
export type FileNode = { readonly id: number; readonly reference: Reference | undefined; readonly body: Bytes };

const FRAGMENT_MAGIC = 'c4f4f7f5b17a56a4';
/** Bytes for id and sequence number before the nodes, and for the next reference and footer after them. */
const FRAGMENT_HEAD = 16;
const FRAGMENT_TAIL = 20;
const LAST_OF_FRAGMENT = 0xff;
const MAX_NODES = 2_000_000;

/** Reads the nodes of a list across all its fragments. Errors: `corrupt`. */
export function nodesOf(file: Bytes, first: Reference): readonly FileNode[] {
  const nodes: FileNode[] = [];
  const seen = new Set<number>();
  for (let place: Reference | undefined = first; place; ) {
    if (seen.has(place.offset)) throw corrupt('a list that leads back to itself');
    seen.add(place.offset);
    const fragment = bytesAt(file, place);
    if (fragment.length < FRAGMENT_HEAD + FRAGMENT_TAIL || encodeHex(fragment.subarray(0, 8)) !== FRAGMENT_MAGIC)
      throw corrupt('no list where one should be');
    nodesIn(fragment.subarray(FRAGMENT_HEAD, fragment.length - FRAGMENT_TAIL), nodes);
    const tail = readerOf(fragment.subarray(fragment.length - FRAGMENT_TAIL));
    const next = { offset: tail.uint(8), length: tail.u32() };
    place = isThere(next) ? next : undefined;
  }
  return nodes;
}

const isThere = ({ offset, length }: Reference): boolean => length > 0 && offset > 0 && offset < 2 ** 48;

export function bytesAt(file: Bytes, { offset, length }: Reference): Bytes {
  if (offset + length > file.length) throw corrupt('a part outside the file');
  return file.subarray(offset, offset + length);
}

function nodesIn(fragment: Bytes, nodes: FileNode[]): void {
  const cursor = readerOf(fragment);
  while (cursor.left >= 4) {
    const start = cursor.at;
    const head = cursor.u32();
    const id = head & 0x3ff;
    const size = (head >>> 10) & 0x1fff;
    if (id === 0 || id === LAST_OF_FRAGMENT || size < 4) return;
    if (start + size > fragment.length) throw corrupt('a node is cut off');
    const inside = readerOf(fragment.subarray(start + 4, start + size));
    const hasReference = ((head >>> 27) & 15) !== 0;
    const reference = hasReference ? referenceIn(inside, (head >>> 23) & 3, (head >>> 25) & 3) : undefined;
    nodes.push({ id, reference, body: inside.take(inside.left) });
    if (nodes.length > MAX_NODES) throw corrupt(`more than ${MAX_NODES} nodes`);
    cursor.at = start + size;
  }
}

/** Offsets and lengths use the shortest form, some in units of eight. */
function referenceIn(cursor: ByteReader, offsetForm: number, lengthForm: number): Reference | undefined {
  const offset = [() => cursor.uint(8), () => cursor.u32(), () => cursor.u16() * 8, () => cursor.u32() * 8][offsetForm];
  const length = [() => cursor.u32(), () => cursor.uint(8), () => cursor.u8() * 8, () => cursor.u16() * 8][lengthForm];
  if (!offset || !length) return undefined;
  const reference = { offset: offset(), length: length() };
  return isThere(reference) ? reference : undefined;
}
