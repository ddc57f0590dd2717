import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { decodeBlock } from './pst-encoding.ts';

/** A node of the file ([MS-PST], 2.2.2.7.7.4): block ids of its data and of its subnodes; 0 is none. */
export type Node = { readonly id: number; readonly data: number; readonly inner: number; readonly parent: number };

/** Subnodes by id. */
export type InnerNodes = ReadonlyMap<number, Node>;

/** Field widths and offsets that differ between 32-bit and 64-bit files ([MS-PST], 2.2.2.6). */
type Layout = {
  readonly wide: boolean;
  /** Offsets of the node and block B-tree roots in the header, each with an id and a position. */
  readonly nodeTree: number;
  readonly blockTree: number;
  readonly encoding: number;
  /** Offset of the entry count in a B-tree page. */
  readonly pageTail: number;
};

const NARROW: Layout = { wide: false, nodeTree: 184, blockTree: 192, encoding: 461, pageTail: 496 };
const WIDE: Layout = { wide: true, nodeTree: 216, blockTree: 232, encoding: 513, pageTail: 488 };

const PAGE = 512;
/** Depth limit of a B-tree, which states its own depth. */
const MAX_LEVELS = 8;
const MAX_NODES = 4_000_000;
const MAGIC = 0x4e_44_42_21;

type Block = { readonly at: number; readonly length: number };

/**
 * Nodes and blocks of an Outlook mailbox in memory. Errors: `corrupt`, `unsupported-feature` for offline mailboxes of Outlook
 * 2013 and later, whose pages are eight times as large.
 */
export class PstStore {
  readonly nodes: readonly Node[];
  readonly #view: DataView;
  readonly #bytes: Bytes;
  readonly #layout: Layout;
  readonly #encoding: number;
  readonly #blocks = new Map<number, Block>();

  constructor(bytes: Bytes) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    this.#layout = layoutOf(this.#view);
    this.#encoding = this.#view.getUint8(this.#layout.encoding);
    const nodes: Node[] = [];
    this.#walk(this.#layout.blockTree, (at) => this.#addBlock(at));
    this.#walk(this.#layout.nodeTree, (at) => nodes.push(this.#nodeAt(at)));
    this.nodes = nodes;
  }

  /** Reads a block id without its flag bit. Values above 2^53 do not occur. */
  #number(at: number): number {
    if (!this.#layout.wide) return this.#view.getUint32(at, true) & ~1;
    return Number(this.#view.getBigUint64(at, true) & ~1n);
  }

  #place(at: number): number {
    return this.#layout.wide ? Number(this.#view.getBigUint64(at, true)) : this.#view.getUint32(at, true);
  }

  get #width(): number {
    return this.#layout.wide ? 8 : 4;
  }

  #addBlock(at: number): void {
    const tail = at + this.#width * 2;
    this.#blocks.set(this.#number(at), { at: this.#place(at + this.#width), length: this.#view.getUint16(tail, true) });
  }

  #nodeAt(at: number): Node {
    const width = this.#width;
    return {
      id: this.#view.getUint32(at, true),
      data: this.#number(at + width),
      inner: this.#number(at + width * 2),
      parent: this.#view.getUint32(at + width * 3, true),
    };
  }

  /** Visits every leaf of a B-tree; levels decrease by one, so cycles are impossible. */
  #walk(root: number, leaf: (at: number) => void): void {
    let left = MAX_NODES;
    const page = (start: number, level: number): void => {
      const tail = start + this.#layout.pageTail;
      if (start + PAGE > this.#bytes.length) throw new ConversionError('corrupt', 'a page of a tree lies outside the file');
      const [count, width] = [this.#view.getUint8(tail), this.#view.getUint8(tail + 2)];
      const own = this.#view.getUint8(tail + 3);
      if (own >= level || count * width > this.#layout.pageTail)
        throw new ConversionError('corrupt', 'a page that is no page of a tree');
      for (let at = start; at < start + count * width; at += width) {
        left -= 1;
        if (left < 0) throw new ConversionError('too-large', `more than ${MAX_NODES} nodes`);
        if (own === 0) leaf(at);
        else page(this.#place(at + this.#width * 2), own);
      }
    };
    page(this.#place(root + this.#width), MAX_LEVELS);
  }

  /** Returns the blocks of a node's data. Each has at most 8,176 bytes; together they are no larger than the file. */
  pieces(number: number): readonly Bytes[] {
    const pieces: Bytes[] = [];
    if (number !== 0) this.#collect(number, 3, pieces, { left: this.#bytes.length });
    return pieces;
  }

  #collect(number: number, level: number, into: Bytes[], room: { left: number }): void {
    const raw = this.#block(number);
    room.left -= raw.length;
    if (room.left < 0) throw new ConversionError('corrupt', 'a node is larger than the file');
    if ((number & INTERNAL) === 0) {
      into.push(decodeBlock(raw, this.#encoding, number >>> 0));
      return;
    }
    const view = viewOf(raw);
    const [own, count] = [view.getUint8(1), view.getUint16(2, true)];
    if (view.getUint8(0) !== 1 || own >= level) throw new ConversionError('corrupt', 'a list of blocks that is none');
    for (let index = 0; index < count; index += 1) {
      const at = raw.byteOffset - this.#bytes.byteOffset + 8 + index * this.#width;
      this.#collect(this.#number(at), own, into, room);
    }
  }

  #block(number: number): Bytes {
    const block = this.#blocks.get(number);
    if (!block || block.at + block.length > this.#bytes.length)
      throw new ConversionError('corrupt', `block ${number} is not in the file`);
    return this.#bytes.subarray(block.at, block.at + block.length);
  }

  /** Reads the subnodes of a node: attachments, recipients, and oversized values ([MS-PST], 2.2.2.8.3.3). */
  innerNodes(number: number): InnerNodes {
    const found = new Map<number, Node>();
    if (number !== 0) this.#addInner(number, 2, found);
    return found;
  }

  #addInner(number: number, level: number, found: Map<number, Node>): void {
    const raw = this.#block(number);
    const view = viewOf(raw);
    const [kind, own, count] = [view.getUint8(0), view.getUint8(1), view.getUint16(2, true)];
    if (kind !== 2 || own >= level) throw new ConversionError('corrupt', 'a list of inner nodes that is none');
    const start = raw.byteOffset - this.#bytes.byteOffset + (this.#layout.wide ? 8 : 4);
    const width = this.#width * (own === 0 ? 3 : 2);
    if (count * width > raw.length) throw new ConversionError('corrupt', 'a list of inner nodes is longer than its block');
    for (let at = start; at < start + count * width; at += width) {
      if (own > 0) this.#addInner(this.#number(at + this.#width), own, found);
      else {
        const id = this.#view.getUint32(at, true);
        found.set(id, { id, data: this.#number(at + this.#width), inner: this.#number(at + this.#width * 2), parent: 0 });
      }
    }
  }
}

/** Flag of a block id: the content is a list and is not encoded. */
const INTERNAL = 2;

function layoutOf(view: DataView): Layout {
  if (view.byteLength < 1024 || view.getUint32(0, true) !== MAGIC) throw new ConversionError('corrupt', 'no mailbox of Outlook');
  const version = view.getUint16(10, true);
  if (version === 14 || version === 15) return NARROW;
  if (version >= 36) throw new ConversionError('unsupported-feature', `version ${version}: pages of 4,096 bytes`);
  return WIDE;
}
