import { type Bytes, concat, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { type Kind, Properties } from './properties.ts';
import type { InnerNodes, Node, PstStore } from './pst-store.ts';

const EMPTY: Bytes = new Uint8Array();

/** Signatures of a heap and its structures ([MS-PST], 2.3.1.2). */
const HEAP = 0xec;
const PROPERTIES = 0xbc;
const TABLE = 0x7c;
const TREE = 0xb5;
const MAX_LEVELS = 8;
const MAX_ROWS = 100_000;

/** A heap: blocks of a node divided into values ([MS-PST], 2.3.1). */
class Heap {
  readonly kind: number;
  readonly root: number;
  readonly #store: PstStore;
  readonly #pieces: readonly Bytes[];
  readonly #inner: InnerNodes;

  constructor(store: PstStore, node: Node, inner: InnerNodes) {
    this.#store = store;
    this.#inner = inner;
    this.#pieces = store.pieces(node.data);
    const view = viewOf(this.#pieces[0] ?? EMPTY);
    if (view.byteLength < 12 || view.getUint8(2) !== HEAP) throw new ConversionError('corrupt', `node ${node.id} is no heap`);
    this.kind = view.getUint8(3);
    this.root = view.getUint32(4, true);
  }

  /** Reads a heap value: the id has five zero bits, an eleven-bit index from 1, and sixteen bits for the block. */
  value(id: number): Bytes {
    const piece = this.#pieces[id >>> 16];
    const index = (id >>> 5) & 0x7_ff;
    if (!piece || index === 0) return EMPTY;
    const view = viewOf(piece);
    const map = view.getUint16(0, true);
    if (map + 4 > piece.length || index > view.getUint16(map, true)) return EMPTY;
    const at = map + 4 + (index - 1) * 2;
    const [start, end] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    return start <= end && end <= piece.length ? piece.subarray(start, end) : EMPTY;
  }

  /** Returns the blocks of a value stored in the heap or in a separate node. */
  pieces(id: number): readonly Bytes[] {
    if ((id & 0x1f) === 0) return [this.value(id)];
    return this.#store.pieces(this.#inner.get(id)?.data ?? 0);
  }

  bytes(id: number): Bytes {
    const pieces = this.pieces(id);
    const [only] = pieces;
    if (pieces.length === 1 && only) return only.slice();
    const joined = concat(pieces);
    return joined;
  }

  /** Leaves of a B-tree in the heap: keys and values. */
  *leaves(id: number): Generator<DataView> {
    const head = viewOf(this.value(id));
    if (head.byteLength < 8 || head.getUint8(0) !== TREE) throw new ConversionError('corrupt', 'a tree in a heap is none');
    const [key, content, levels] = [head.getUint8(1), head.getUint8(2), head.getUint8(3)];
    if (levels > MAX_LEVELS) throw new ConversionError('corrupt', `a tree of ${levels} levels`);
    yield* this.#level(head.getUint32(4, true), { key, content, left: { rows: MAX_ROWS } }, levels);
  }

  *#level(id: number, tree: Tree, level: number): Generator<DataView> {
    const bytes = this.value(id);
    const width = tree.key + (level === 0 ? tree.content : 4);
    if (width === 0) return;
    for (let at = 0; at + width <= bytes.length; at += width) {
      tree.left.rows -= 1;
      if (tree.left.rows < 0) throw new ConversionError('too-large', 'a heap of too many values');
      const entry = viewOf(bytes.subarray(at, at + width));
      if (level === 0) yield entry;
      else yield* this.#level(entry.getUint32(tree.key, true), tree, level - 1);
    }
  }
}

type Tree = { readonly key: number; readonly content: number; readonly left: { rows: number } };

/** A value stored inline in four bytes, or as a reference. */
type Cell = { readonly type: number; readonly raw: number; readonly small?: Bytes };

/** Value types ([MS-OXCDATA], 2.11.1) that fit in four bytes. */
const FIXED: ReadonlySet<number> = new Set([0x02, 0x03, 0x04, 0x0a, 0x0b]);
const TEXT = { '0102': 0x01_02, '001F': 0x1f, '001E': 0x1e } as const;
const OBJECT = 0x0d;

/** Properties of a folder, an email or an attachment, or of a table row. */
export class PstProperties extends Properties {
  readonly #heap: Heap;
  readonly #cells: ReadonlyMap<string, Cell>;

  constructor(heap: Heap, cells: ReadonlyMap<string, Cell>, outer?: Properties) {
    super(outer);
    this.#heap = heap;
    this.#cells = cells;
  }

  protected fixed(property: string): bigint | undefined {
    const cell = this.#cells.get(property);
    if (!cell) return undefined;
    if (FIXED.has(cell.type)) return BigInt(cell.raw);
    const bytes = cell.small ?? this.#heap.bytes(cell.raw);
    return bytes.length === 8 ? viewOf(bytes).getBigUint64(0, true) : undefined;
  }

  protected raw(property: string, kind: Kind): Bytes | undefined {
    const cell = this.#cells.get(property);
    return cell?.type === TEXT[kind] && cell.raw !== 0 ? this.#heap.bytes(cell.raw) : undefined;
  }

  /** Returns the id of the node that holds an embedded email. */
  object(property: string): number | undefined {
    const cell = this.#cells.get(property);
    if (cell?.type !== OBJECT) return undefined;
    const bytes = this.#heap.bytes(cell.raw);
    return bytes.length >= 4 ? viewOf(bytes).getUint32(0, true) : undefined;
  }
}

const named = (property: number): string => property.toString(16).toUpperCase().padStart(4, '0');

/** @throws ConversionError `corrupt` if the node holds no properties */
export function propertiesOf(store: PstStore, node: Node, inner: InnerNodes, outer?: Properties): PstProperties {
  return inBounds(() => {
    const heap = new Heap(store, node, inner);
    if (heap.kind !== PROPERTIES) throw new ConversionError('corrupt', `node ${node.id} has no properties`);
    const cells = new Map<string, Cell>();
    for (const entry of heap.leaves(heap.root))
      cells.set(named(entry.getUint16(0, true)), { type: entry.getUint16(2, true), raw: entry.getUint32(4, true) });
    return new PstProperties(heap, cells, outer);
  });
}

type Column = {
  readonly property: string;
  readonly type: number;
  readonly at: number;
  readonly width: number;
  readonly bit: number;
};

/** Reads the rows of a table ([MS-PST], 2.3.4) as properties. */
export function rowsOf(store: PstStore, node: Node, outer: Properties): readonly PstProperties[] {
  return inBounds(() => {
    const heap = new Heap(store, node, store.innerNodes(node.inner));
    const info = viewOf(heap.value(heap.root));
    if (heap.kind !== TABLE || info.byteLength < 22) throw new ConversionError('corrupt', `node ${node.id} is no table`);
    const columns = columnsOf(info);
    const [bits, width] = [info.getUint16(6, true), info.getUint16(8, true)];
    const count = [...heap.leaves(info.getUint32(10, true))].length;
    const rows: PstProperties[] = [];
    for (const piece of heap.pieces(info.getUint32(14, true)))
      for (let at = 0; width > 0 && at + width <= piece.length && rows.length < count; at += width)
        rows.push(new PstProperties(heap, cellsOf(piece.subarray(at, at + width), columns, bits), outer));
    return rows;
  });
}

function columnsOf(info: DataView): readonly Column[] {
  return Array.from({ length: info.getUint8(1) }, (_, index) => {
    const at = 22 + index * 8;
    return {
      type: info.getUint16(at, true),
      property: named(info.getUint16(at + 2, true)),
      at: info.getUint16(at + 4, true),
      width: info.getUint8(at + 6),
      bit: info.getUint8(at + 7),
    };
  });
}

function cellsOf(row: Bytes, columns: readonly Column[], bits: number): ReadonlyMap<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const { property, type, at, width, bit } of columns) {
    if ((((row[bits + (bit >> 3)] ?? 0) >> (7 - (bit & 7))) & 1) === 0 || at + width > row.length) continue;
    const small = row.subarray(at, at + width);
    const raw = small.slice(0, 4).reduceRight((sum, byte) => sum * 256 + byte, 0);
    cells.set(property, { type, raw, ...(width === 8 ? { small } : {}) });
  }
  return cells;
}

function inBounds<T>(read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof RangeError) throw new ConversionError('corrupt', 'a value lies outside its node', { cause: thrown });
    throw thrown;
  }
}
