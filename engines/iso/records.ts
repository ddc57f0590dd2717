import { concat } from '@bakkum/bytes/bytes';
import { fileOf, isFolder, type Node } from './volume.ts';

export const SECTOR = 2048;

/** Location of data: first sector and length in bytes. */
export type Extent = { readonly sector: number; readonly bytes: number };

/** Writes a number in both byte orders, as ISO 9660 requires for most fields (7.2.3, 7.3.3). */
export function both(view: DataView, at: number, length: 2 | 4, value: number): void {
  if (length === 2) {
    view.setUint16(at, value, true);
    view.setUint16(at + 2, value);
  } else {
    view.setUint32(at, value, true);
    view.setUint32(at + 4, value);
  }
}

/** Years since 1900, month, day, hour, minute, second, and the offset from Greenwich in quarters of an hour (9.1.5). */
export function timeOf(date: Date | undefined): readonly number[] {
  const time = date ?? new Date(0);
  const year = Math.min(255, Math.max(0, time.getUTCFullYear() - 1900));
  return [year, time.getUTCMonth() + 1, time.getUTCDate(), time.getUTCHours(), time.getUTCMinutes(), time.getUTCSeconds(), 0];
}

const RECORD_HEAD = 33;
const FOLDER_FLAG = 2;
/** Record lengths are stored in one byte. */
const MAX_RECORD_BYTES = 255;

export type Continuation = {
  /** Stores bytes that do not fit in a record and returns their location. */
  put(bytes: Uint8Array): { readonly sector: number; readonly offset: number };
};

/**
 * Writes a directory record (9.1).
 * @param use the system use area, after the name
 */
export function record(identifier: Uint8Array, extent: Extent, node: Node, use: Uint8Array = new Uint8Array()): Uint8Array {
  const named = RECORD_HEAD + identifier.length + (identifier.length % 2 === 0 ? 1 : 0);
  const length = named + use.length + (use.length % 2);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  bytes[0] = length;
  both(view, 2, 4, extent.sector);
  both(view, 10, 4, extent.bytes);
  bytes.set(timeOf(node.entry?.modifiedAt), 18);
  bytes[25] = isFolder(node) ? FOLDER_FLAG : 0;
  both(view, 28, 2, 1);
  bytes[32] = identifier.length;
  bytes.set(identifier, RECORD_HEAD);
  bytes.set(use, named);
  return bytes;
}

/** Bytes available for system use in a record with this name. */
export const roomFor = (identifier: Uint8Array): number =>
  MAX_RECORD_BYTES - 1 - RECORD_HEAD - identifier.length - (identifier.length % 2 === 0 ? 1 : 0);

const KINDS = { file: 0o100_000, directory: 0o040_000, link: 0o120_000 } as const;
const RIGHTS = { file: 0o444, directory: 0o555, link: 0o777 } as const;

/** Fields of the Rock Ridge protocol: permissions, times, full name, and link target (RRIP 1.10, 4.1). */
export function rockRidge(node: Node, kind: 'root' | 'self' | 'named', room: number, more: Continuation): Uint8Array {
  const fixed = [
    ...(kind === 'root' ? [field('SP', [0xbe, 0xef, 0])] : []),
    ...(kind === 'root' ? [EXTENSION] : []),
    attributes(node),
    field('TF', [2, ...timeOf(node.entry?.modifiedAt)]),
  ];
  const named = kind === 'named' ? [...nameFields(node.name), ...linkFields(node)] : [];
  const all = concat([...fixed, ...named]);
  if (all.length <= room) return all;
  // The root's own extension record would be too long on its own.
  const [kept, moved] = kind === 'root' ? [[fixed[0] ?? NOTHING, ...fixed.slice(2)], [EXTENSION]] : [fixed, named];
  return concat([...kept, continuation(concat(moved), more)]);
}

const NOTHING = new Uint8Array();

function field(name: string, data: readonly number[] | Uint8Array): Uint8Array {
  return Uint8Array.of(name.charCodeAt(0), name.charCodeAt(1), data.length + 4, 1, ...data);
}

const EXTENSION_ID = 'RRIP_1991A';
const EXTENSION = field('ER', [EXTENSION_ID.length, 0, 0, 1, ...new TextEncoder().encode(EXTENSION_ID)]);

function attributes(node: Node): Uint8Array {
  const kind = node.entry?.kind ?? 'directory';
  const data = new Uint8Array(32);
  const view = new DataView(data.buffer);
  both(view, 0, 4, KINDS[kind] | (node.entry?.mode ?? RIGHTS[kind]));
  both(view, 8, 4, kind === 'directory' ? 2 : 1);
  return field('PX', data);
}

const CONTINUATION_FLAG = 1;
const MAX_PART_BYTES = 250;

function nameFields(name: string): readonly Uint8Array[] {
  const bytes = new TextEncoder().encode(name);
  const parts = Array.from({ length: Math.ceil(bytes.length / MAX_PART_BYTES) }, (_, index) =>
    bytes.subarray(index * MAX_PART_BYTES, (index + 1) * MAX_PART_BYTES),
  );
  return parts.map((part, index) => field('NM', [index < parts.length - 1 ? CONTINUATION_FLAG : 0, ...part]));
}

const COMPONENTS: Readonly<Record<string, readonly number[]>> = { '.': [2, 0], '..': [4, 0] };

/** Splits a link's target into components, filling each field. */
function linkFields({ entry }: Node): readonly Uint8Array[] {
  if (entry?.kind !== 'link') return [];
  const parts: number[][] = [[]];
  for (const name of entry.target.split('/').filter((each) => each !== '')) {
    const bytes = new TextEncoder().encode(name).subarray(0, MAX_PART_BYTES - 2);
    const component = COMPONENTS[name] ?? [0, bytes.length, ...bytes];
    if ((parts.at(-1)?.length ?? 0) + component.length > MAX_PART_BYTES) parts.push([]);
    parts.at(-1)?.push(...component);
  }
  return parts.map((part, index) => field('SL', [index < parts.length - 1 ? CONTINUATION_FLAG : 0, ...part]));
}

function continuation(bytes: Uint8Array, more: Continuation): Uint8Array {
  const { sector, offset } = more.put(bytes);
  const data = new Uint8Array(24);
  const view = new DataView(data.buffer);
  both(view, 0, 4, sector);
  both(view, 8, 4, offset);
  both(view, 16, 4, bytes.length);
  return field('CE', data);
}

/** Size of an entry other than a folder. */
export const sizeOf = (node: Node): number => fileOf(node)?.size ?? 0;
