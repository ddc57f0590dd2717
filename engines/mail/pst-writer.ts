/** Writes small Outlook mailboxes following [MS-PST], for tests and the fixture. */

import type { Bytes } from '@bakkum/bytes/bytes';
import { decodeBlock, ENCODING } from './pst-encoding.ts';

export type GivenMail = {
  readonly subject: string;
  readonly from: readonly [name: string, mail: string];
  readonly to: readonly (readonly [name: string, mail: string])[];
  readonly sent: Date;
  readonly text: string;
  readonly attachment?: readonly [name: string, content: string];
};

export type Given = {
  readonly wide: boolean;
  readonly encoding: number;
  /** Stores text in this code page instead of UTF-16; only 949 is supported. */
  readonly codePage?: 949;
  readonly mails: readonly GivenMail[];
  /** Corrupts the properties of this email. */
  readonly breakMail?: number;
  readonly pageLoop?: boolean;
  readonly listLoop?: boolean;
};

const int = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** index) % 256);
const utf16 = (text: string): number[] => [...new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer)];

/** CP949 encoder table, inverted from the host's decoder because there is no encoder. */
const CP949: ReadonlyMap<string, number[]> = new Map(
  Array.from({ length: 0x7e * 0xbe }, (_, index) => [0x81 + Math.floor(index / 0xbe), 0x41 + (index % 0xbe)]).map((pair) => [
    new TextDecoder('euc-kr').decode(Uint8Array.from(pair)),
    pair,
  ]),
);
const cp949 = (text: string): number[] =>
  [...text].flatMap((letter) => (letter < '\x80' ? [letter.charCodeAt(0)] : (CP949.get(letter) ?? [63])));

type Value = readonly [property: number, type: number, value: readonly number[] | number];
type NodeEntry = { readonly id: number; readonly data: number; readonly inner: number; readonly parent: number };

const TYPE = { int: 0x03, yesNo: 0x0b, object: 0x0d, narrow: 0x1e, wide: 0x1f, time: 0x40, bytes: 0x01_02 } as const;
const PIECE = 8000;
const PAGE = 512;

class PstWriter {
  readonly #given: Given;
  readonly #file: number[] = Array.from({ length: 1024 }, () => 0);
  readonly #blocks: { readonly id: number; readonly at: number; readonly length: number }[] = [];
  readonly nodes: NodeEntry[] = [];
  #next = 4;

  constructor(given: Given) {
    this.#given = given;
  }

  get width(): number {
    return this.#given.wide ? 8 : 4;
  }

  number(value: number): number[] {
    return int(value, this.width);
  }

  text(value: string): readonly [number, readonly number[]] {
    return this.#given.codePage ? [TYPE.narrow, cp949(value)] : [TYPE.wide, utf16(value)];
  }

  block(content: readonly number[], isInternal: boolean): number {
    const id = this.#next + (isInternal ? 2 : 0);
    this.#next += 4;
    while (this.#file.length % 64 !== 0) this.#file.push(0);
    const bytes = isInternal ? content : this.#encoded(Uint8Array.from(content), id);
    this.#blocks.push({ id, at: this.#file.length, length: content.length });
    for (const each of bytes) this.#file.push(each);
    const room = Math.ceil((content.length + this.width * 2) / 64) * 64;
    for (let left = room - content.length - this.width * 2; left > 0; left -= 1) this.#file.push(0);
    this.#file.push(...int(content.length, 2), 0, 0);
    this.#file.push(...(this.#given.wide ? [...int(0, 4), ...int(id, 8)] : [...int(id, 4), ...int(0, 4)]));
    return id;
  }

  #encoded(bytes: Bytes, id: number): Bytes {
    if (this.#given.encoding !== ENCODING.permuted) return decodeBlock(bytes, this.#given.encoding, id);
    const forward = new Uint8Array(256);
    for (const [encoded, value] of decodeBlock(
      Uint8Array.from({ length: 256 }, (_, index) => index),
      1,
      0,
    ).entries())
      forward[value] = encoded;
    return bytes.map((each) => forward[each] ?? 0);
  }

  /** Writes data in blocks, with a list block if there are several. */
  data(content: readonly number[]): number {
    if (content.length <= PIECE) return this.block(content, false);
    const pieces: number[] = [];
    for (let at = 0; at < content.length; at += PIECE) pieces.push(this.block(content.slice(at, at + PIECE), false));
    if (this.#given.listLoop) pieces.splice(0, 1, this.#next + 2);
    return this.block(
      [1, 1, ...int(pieces.length, 2), ...int(content.length, 4), ...pieces.flatMap((each) => this.number(each))],
      true,
    );
  }

  inner(entries: readonly Omit<NodeEntry, 'parent'>[]): number {
    if (entries.length === 0) return 0;
    const sorted = entries.toSorted((one, other) => one.id - other.id);
    const list = sorted.flatMap(({ id, data, inner }) => [...this.number(id), ...this.number(data), ...this.number(inner)]);
    return this.block([2, 0, ...int(entries.length, 2), ...(this.#given.wide ? int(0, 4) : []), ...list], true);
  }

  /** Writes a heap of values with the first one as its root. */
  heap(kind: number, values: readonly (readonly number[])[]): number[] {
    const starts = [12];
    for (const value of values) starts.push((starts.at(-1) ?? 0) + value.length);
    const end = starts.at(-1) ?? 12;
    const pad = end % 2;
    const map = [...int(values.length, 2), 0, 0, ...starts.flatMap((start) => int(start, 2))];
    return [
      ...int(end + pad, 2),
      0xec,
      kind,
      ...int(0x20, 4),
      ...int(0, 4),
      ...values.flat(),
      ...Array.from({ length: pad }, () => 0),
      ...map,
    ];
  }

  /** Writes properties as a B-tree in a heap; values over 3,000 bytes become subnodes. */
  properties(values: readonly Value[], inner: Omit<NodeEntry, 'parent'>[]): number[] {
    const heap: number[][] = [[], []];
    const records = values
      .toSorted(([one], [other]) => one - other)
      .flatMap(([property, type, value]) => {
        if (typeof value === 'number') return [...int(property, 2), ...int(type, 2), ...int(value, 4)];
        if (value.length > 3000) {
          const id = 0x81_1f + inner.length * 0x20;
          inner.push({ id, data: this.data(value), inner: 0 });
          return [...int(property, 2), ...int(type, 2), ...int(id, 4)];
        }
        heap.push([...value]);
        return [...int(property, 2), ...int(type, 2), ...int(heap.length * 0x20, 4)];
      });
    heap[0] = [0xb5, 2, 6, 0, ...int(0x40, 4)];
    heap[1] = records;
    return this.heap(0xbc, heap);
  }

  /** Writes the pages of a B-tree: fixed-width leaves below one page, or a single leaf page. */
  tree(kind: number, entries: readonly (readonly number[])[], keys: readonly number[]): number {
    const width = entries[0]?.length ?? 1;
    const most = Math.floor((this.#given.wide ? 488 : 496) / width);
    const leaves: (readonly [key: number, at: number])[] = [];
    for (let from = 0; from === 0 || from < entries.length; from += most)
      leaves.push([keys[from] ?? 0, this.#page(kind, entries.slice(from, from + most), width, 0)]);
    if (leaves.length === 1 && !this.#given.pageLoop) return leaves[0]?.[1] ?? 0;
    const own = Math.ceil(this.#file.length / PAGE) * PAGE;
    const above = leaves.map(([key, at]) => [
      ...this.number(key),
      ...this.number(at),
      ...this.number(this.#given.pageLoop ? own : at),
    ]);
    return this.#page(kind, above, this.width * 3, 1);
  }

  #page(kind: number, entries: readonly (readonly number[])[], width: number, level: number): number {
    while (this.#file.length % PAGE !== 0) this.#file.push(0);
    const at = this.#file.length;
    const room = this.#given.wide ? 488 : 496;
    const content = entries.flat();
    const tail = [entries.length, Math.floor(room / width), width, level, ...(this.#given.wide ? int(0, 4) : [])];
    const trailer = [kind, kind, 0, 0, ...(this.#given.wide ? [...int(0, 4), ...int(at, 8)] : [...int(at, 4), ...int(0, 4)])];
    this.#file.push(...content, ...Array.from({ length: room - content.length }, () => 0), ...tail, ...trailer);
    return at;
  }

  finish(): Blob {
    const { wide, encoding } = this.#given;
    const blocks = this.tree(
      0x80,
      this.#blocks.map(({ id, at, length }) => [
        ...this.number(id),
        ...this.number(at),
        ...int(length, 2),
        2,
        0,
        ...(wide ? int(0, 4) : []),
      ]),
      this.#blocks.map(({ id }) => id),
    );
    const sorted = this.nodes.toSorted((one, other) => one.id - other.id);
    const nodes = this.tree(
      0x81,
      sorted.map(({ id, data, inner, parent }) => [
        ...this.number(id),
        ...this.number(data),
        ...this.number(inner),
        ...int(parent, 4),
        ...(wide ? int(0, 4) : []),
      ]),
      sorted.map(({ id }) => id),
    );
    const put = (at: number, bytes: readonly number[]): void => {
      for (const [index, byte] of bytes.entries()) this.#file[at + index] = byte;
    };
    put(0, [0x21, 0x42, 0x44, 0x4e, ...int(0, 4), 0x53, 0x4d, wide ? 23 : 14, 0, 19, 0, 1, 1]);
    const size = this.number(this.#file.length);
    put(wide ? 184 : 168, size);
    put(
      wide ? 216 : 184,
      [nodes, nodes, blocks, blocks].flatMap((each) => this.number(each)),
    );
    put(wide ? 512 : 460, [0x80, encoding]);
    return new Blob([Uint8Array.from(this.#file)]);
  }
}

const WINDOWS_EPOCH = 11_644_473_600_000;
const ticks = (date: Date): number[] => {
  const value = BigInt(date.getTime() + WINDOWS_EPOCH) * 10_000n;
  return Array.from({ length: 8 }, (_, index) => Number((value >> BigInt(index * 8)) & 255n));
};

/** Writes the recipients as a table in a heap, with adjacent rows. */
function people(writer: PstWriter, to: GivenMail['to']): number {
  const [type] = writer.text('');
  const columns = [
    [TYPE.int, 0x67_f2, 0, 4, 0],
    [TYPE.int, 0x67_f3, 4, 4, 1],
    [TYPE.int, 0x0c_15, 8, 4, 2],
    [type, 0x30_01, 12, 4, 3],
    [type, 0x30_03, 16, 4, 4],
  ].flatMap(([kind = 0, property = 0, at = 0, width = 0, bit = 0]) => [
    ...int(kind, 2),
    ...int(property, 2),
    ...int(at, 2),
    width,
    bit,
  ]);
  const texts = to.flatMap(([name, mail]) => [[...writer.text(name)[1]], [...writer.text(mail)[1]]]);
  const rows = to.flatMap((_, index) => [
    ...int(index, 4),
    ...int(0, 4),
    ...int(1, 4),
    ...int((5 + index * 2) * 0x20, 4),
    ...int((6 + index * 2) * 0x20, 4),
    0xf8,
  ]);
  const index = to.flatMap((_, row) => [...int(row, 4), ...int(row, writer.width === 8 ? 4 : 2)]);
  const info = [
    0x7c,
    5,
    ...int(20, 2),
    ...int(20, 2),
    ...int(20, 2),
    ...int(21, 2),
    ...int(0x40, 4),
    ...int(0x80, 4),
    ...int(0, 4),
    ...columns,
  ];
  return writer.data(writer.heap(0x7c, [info, [0xb5, 4, writer.width === 8 ? 4 : 2, 0, ...int(0x60, 4)], index, rows, ...texts]));
}

const STORE = 0x21;
const ROOT = 0x1_22;
const TOP = 0x80_22;
const INBOX = 0x80_82;

/** Builds a file with one folder, `받은 편지함`, and its emails. */
export function pstFile(given: Given): Blob {
  const writer = new PstWriter(given);
  const add = (
    id: number,
    parent: number,
    values: readonly Value[],
    inner: Omit<NodeEntry, 'parent'>[] = [],
    isBroken = false,
  ): void => {
    const page: Value = [0x3f_fd, TYPE.int, given.codePage ?? 65_001];
    const heap = writer.properties([...values, page], inner);
    if (isBroken) heap[2] = 0;
    writer.nodes.push({ id, data: writer.data(heap), inner: writer.inner(inner), parent });
  };
  const top: Value = [0x35_e0, TYPE.bytes, [...int(0, 4), ...Array.from({ length: 16 }, () => 7), ...int(TOP, 4)]];
  add(STORE, 0, [[0x30_01, ...writer.text('Mailbox')], top]);
  const folder = (id: number, parent: number, name: string, mails: number): void =>
    add(id, parent, [
      [0x30_01, ...writer.text(name)],
      [0x36_02, TYPE.int, mails],
      [0x36_0a, TYPE.yesNo, Number(mails === 0)],
      [0x36_13, ...writer.text('IPF.Note')],
    ]);
  folder(ROOT, ROOT, 'Root', 0);
  folder(TOP, ROOT, 'Top of Personal Folders', 0);
  folder(INBOX, TOP, '받은 편지함', given.mails.length);
  for (const [index, mail] of given.mails.entries()) {
    const inner: Omit<NodeEntry, 'parent'>[] = [];
    if (mail.to.length > 0) inner.push({ id: 0x6_92, data: people(writer, mail.to), inner: 0 });
    if (mail.attachment) {
      const [name, content] = mail.attachment;
      const values: Value[] = [
        [0x37_01, TYPE.bytes, [...new TextEncoder().encode(content)]],
        [0x37_05, TYPE.int, 1],
        [0x37_07, ...writer.text(name)],
      ];
      inner.push({ id: 0x80_25, data: writer.data(writer.properties(values, [])), inner: 0 });
    }
    const values: Value[] = [
      [0x00_1a, ...writer.text('IPM.Note')],
      [0x00_37, ...writer.text(mail.subject)],
      [0x00_39, TYPE.time, ticks(mail.sent)],
      [0x0c_1a, ...writer.text(mail.from[0])],
      [0x0c_1f, ...writer.text(mail.from[1])],
      [0x10_00, ...writer.text(mail.text)],
    ];
    add(0x20_00_24 + index * 0x20, INBOX, values, inner, given.breakMail === index);
  }
  return writer.finish();
}
