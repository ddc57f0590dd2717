import { wide } from './directories.ts';
import { both, type Extent, record, SECTOR } from './records.ts';
import type { Node } from './volume.ts';

export type Described = {
  readonly root: Node;
  readonly extent: Extent;
  readonly sectors: number;
  readonly tableBytes: number;
  /** First sectors of the two path tables. */
  readonly littleTable: number;
  readonly bigTable: number;
};

const TITLE = 'BAKKUM';
/** UCS-2, level 3. */
const JOLIET_ESCAPE = Uint8Array.of(0x25, 0x2f, 0x45);
/** Text fields with their offset and length (ISO 9660, 8.4). */
const TEXTS: readonly (readonly [at: number, length: number, text: string])[] = [
  [8, 32, ''],
  [40, 32, TITLE],
  [190, 128, ''],
  [318, 128, ''],
  [446, 128, ''],
  [574, 128, TITLE],
  [702, 37, ''],
  [739, 37, ''],
  [776, 37, ''],
];

/** Writes the primary volume descriptor, or the supplementary one for the Joliet tree. */
export function volumeDescriptor(kind: 'plain' | 'joliet', given: Described): Uint8Array {
  const { root, extent, sectors, tableBytes, littleTable, bigTable } = given;
  const bytes = mark(kind === 'plain' ? 1 : 2);
  const view = new DataView(bytes.buffer);
  for (const [at, length, text] of TEXTS) bytes.set(filled(text, length, kind), at);
  both(view, 80, 4, sectors);
  if (kind === 'joliet') bytes.set(JOLIET_ESCAPE, 88);
  both(view, 120, 2, 1);
  both(view, 124, 2, 1);
  both(view, 128, 2, SECTOR);
  both(view, 132, 4, tableBytes);
  view.setUint32(140, littleTable, true);
  view.setUint32(148, bigTable);
  bytes.set(record(Uint8Array.of(0), extent, root), 156);
  const now = momentOf(root.entry?.modifiedAt ?? new Date(0));
  for (const at of [813, 830]) bytes.set(now, at);
  for (const at of [847, 864]) bytes.set(NEVER, at);
  bytes[881] = 1;
  return bytes;
}

export const endDescriptor = (): Uint8Array => mark(255);

function mark(kind: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(SECTOR);
  bytes[0] = kind;
  bytes.set(new TextEncoder().encode('CD001'), 1);
  bytes[6] = 1;
  return bytes;
}

function filled(text: string, length: number, kind: 'plain' | 'joliet'): Uint8Array {
  if (kind === 'plain') return new TextEncoder().encode(text.padEnd(length));
  const bytes = new Uint8Array(length);
  bytes.set(wide(text.padEnd(Math.floor(length / 2))));
  return bytes;
}

/** Sixteen digits, and the offset from Greenwich in quarters of an hour (8.4.26.1). */
const momentOf = (time: Date): Uint8Array =>
  new TextEncoder().encode(
    `${time
      .toISOString()
      .replaceAll(/[-:T.Z]/g, '')
      .slice(0, 16)}\0`,
  );
const NEVER = new TextEncoder().encode(`${'0'.repeat(16)}\0`);
