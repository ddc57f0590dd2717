import { concat } from '@bakkum/bytes/bytes';
import { append } from '@bakkum/bytes/long-lists';
import { ConversionError } from '@bakkum/conversion/errors';
import { type Continuation, type Extent, record, rockRidge, roomFor, SECTOR, sizeOf } from './records.ts';
import { isFolder, type Node } from './volume.ts';

/** One of the two directory trees of a disc: its name encoding and extra record fields. */
export type Flavour = {
  identifier(node: Node): Uint8Array;
  /** Whether an entry can be stored in this tree. */
  holds(node: Node): boolean;
  use(node: Node, kind: 'root' | 'self' | 'named', identifier: Uint8Array, more: Continuation): Uint8Array;
};

/** ISO 9660 with Rock Ridge. */
export const PLAIN: Flavour = {
  identifier: (node) => new TextEncoder().encode(node.plainName),
  holds: () => true,
  use: (node, kind, identifier, more) => rockRidge(node, kind, roomFor(identifier), more),
};

/** Microsoft's Joliet: UCS-2 big-endian. It has no links. */
export const JOLIET: Flavour = {
  identifier: (node) => wide(node.jolietName),
  holds: ({ entry }) => entry?.kind !== 'link',
  use: () => new Uint8Array(),
};

export function wide(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  for (let index = 0; index < text.length; index += 1) {
    bytes[index * 2] = text.charCodeAt(index) >> 8;
    bytes[index * 2 + 1] = text.charCodeAt(index) & 0xff;
  }
  return bytes;
}

const MAX_FOLDERS = 65_535;

/** Returns folders by level, then parent, then name: the order of path tables (ISO 9660, 6.9.1). */
export function foldersOf(root: Node, flavour: Flavour): readonly Node[] {
  const folders: Node[] = [root];
  for (let index = 0; index < folders.length; index += 1)
    append(folders, childrenOf(folders[index] ?? root, flavour).filter(isFolder));
  if (folders.length > MAX_FOLDERS) throw new ConversionError('too-large', `${folders.length} folders`);
  return folders;
}

function childrenOf(folder: Node, flavour: Flavour): readonly Node[] {
  const named = [...folder.children.values()].filter(flavour.holds).map((node) => ({ node, id: flavour.identifier(node) }));
  return named.sort((one, other) => compareBytes(one.id, other.id)).map(({ node }) => node);
}

function compareBytes(one: Uint8Array, other: Uint8Array): number {
  for (let at = 0; at < Math.min(one.length, other.length); at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

const SELF = Uint8Array.of(0);
const PARENT = Uint8Array.of(1);
const NOWHERE: Extent = { sector: 0, bytes: 0 };

/** Writes the sectors of one folder: itself, its parent, and its entries. No record crosses a sector boundary. */
export function folderSectors(
  folder: Node,
  flavour: Flavour,
  extents: ReadonlyMap<Node, Extent>,
  more: Continuation,
): Uint8Array {
  const at = (node: Node): Extent => extents.get(node) ?? { ...NOWHERE, bytes: sizeOf(node) };
  const parent = folder.parent ?? folder;
  const records = [
    record(SELF, at(folder), folder, flavour.use(folder, folder.parent ? 'self' : 'root', SELF, more)),
    record(PARENT, at(parent), parent, flavour.use(parent, 'self', PARENT, more)),
    ...childrenOf(folder, flavour).map((node) => {
      const identifier = flavour.identifier(node);
      return record(identifier, at(node), node, flavour.use(node, 'named', identifier, more));
    }),
  ];
  const places: number[] = [];
  let end = 0;
  for (const { length } of records) {
    if ((end % SECTOR) + length > SECTOR) end = Math.ceil(end / SECTOR) * SECTOR;
    places.push(end);
    end += length;
  }
  const sectors = new Uint8Array(Math.ceil(end / SECTOR) * SECTOR);
  for (const [index, bytes] of records.entries()) sectors.set(bytes, places[index] ?? 0);
  return sectors;
}

/**
 * Writes a table of all folders (9.4).
 * @param littleEndian selects one of the two byte orders every disc has
 */
export function pathTable(
  folders: readonly Node[],
  flavour: Flavour,
  extents: ReadonlyMap<Node, Extent>,
  littleEndian: boolean,
): Uint8Array {
  const numbers = new Map(folders.map((folder, index) => [folder, index + 1]));
  const rows = folders.map((folder) => {
    const identifier = folder.parent ? flavour.identifier(folder) : SELF;
    const row = new Uint8Array(8 + identifier.length + (identifier.length % 2));
    const view = new DataView(row.buffer);
    row[0] = identifier.length;
    view.setUint32(2, extents.get(folder)?.sector ?? 0, littleEndian);
    view.setUint16(6, numbers.get(folder.parent ?? folder) ?? 1, littleEndian);
    row.set(identifier, 8);
    return row;
  });
  return concat(rows);
}
