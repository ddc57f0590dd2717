import { type Bytes, concat, startsWith, viewOf } from '@bakkum/bytes/bytes';
import { corrupt } from '@bakkum/conversion/errors';

/** A storage of a compound file, with its streams and storages by name. */
export type Storage = {
  readonly streams: ReadonlyMap<string, () => Bytes>;
  readonly storages: ReadonlyMap<string, Storage>;
};

const MAGIC = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
const END = 0xfffffffe;
const NONE = 0xffffffff;
const ENTRY = 128;
const TYPE = { storage: 1, stream: 2, root: 5 } as const;
const MAX_DEPTH = 32;

/** Reads the root of a compound file ([MS-CFB]). Cyclic chains and trees are refused. Errors: `corrupt`. */
export function readCompoundFile(bytes: Bytes): Storage {
  if (bytes.length < 1536 || !startsWith(bytes, MAGIC)) throw corrupt('no compound file');
  return new Reader(bytes).root();
}

type Entry = {
  readonly name: string;
  readonly type: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
};

class Reader {
  readonly #bytes: Bytes;
  readonly #view: DataView;
  readonly #sectorSize: number;
  readonly #miniSize: number;
  readonly #cutoff: number;
  readonly #table: Uint32Array;
  readonly #miniTable: Uint32Array;
  readonly #entries: readonly Entry[];
  readonly #mini: Bytes;

  constructor(bytes: Bytes) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    const shift = this.#view.getUint16(30, true);
    const miniShift = this.#view.getUint16(32, true);
    if ((shift !== 9 && shift !== 12) || miniShift !== 6) throw corrupt('sectors of no size');
    this.#sectorSize = 1 << shift;
    this.#miniSize = 1 << miniShift;
    this.#cutoff = this.#view.getUint32(56, true);
    this.#table = this.#numbersIn(this.#tableSectors());
    this.#miniTable = numbers(this.#chain(this.#view.getUint32(60, true), this.#table));
    this.#entries = entriesIn(this.#chain(this.#view.getUint32(48, true), this.#table));
    const root = this.#entries[0];
    if (root?.type !== TYPE.root) throw corrupt('no root');
    this.#mini = this.#chain(root.start, this.#table).subarray(0, root.size);
  }

  root(): Storage {
    return this.#storage(this.#entries[0]?.child ?? NONE, new Set(), 0);
  }

  #sector(index: number): Bytes {
    const start = (index + 1) * this.#sectorSize;
    if (start + 1 > this.#bytes.length) throw corrupt('a sector outside the file');
    const sector = new Uint8Array(this.#sectorSize);
    sector.set(this.#bytes.subarray(start, start + this.#sectorSize));
    return sector;
  }

  #numbersIn(sectors: readonly number[]): Uint32Array {
    return numbers(concat(sectors.map((index) => this.#sector(index))));
  }

  /**
   * The first table sectors are listed in the header, the others in sectors that each end with the number of the next. Repeated
   * sectors count once, so that the table is never larger than the file.
   */
  #tableSectors(): readonly number[] {
    const sectors = Array.from({ length: 109 }, (_, index) => this.#view.getUint32(76 + index * 4, true));
    const seen = new Set<number>();
    for (let next = this.#view.getUint32(68, true); next < END; ) {
      if (seen.has(next)) throw corrupt('a chain without an end');
      seen.add(next);
      const more = [...numbers(this.#sector(next))];
      sectors.push(...more.slice(0, -1));
      next = more.at(-1) ?? END;
    }
    return [...new Set(sectors)].filter((sector) => sector < END);
  }

  #chain(first: number, table: Uint32Array): Bytes {
    const parts: Bytes[] = [];
    for (let sector = first; sector < END; sector = table[sector] ?? END) {
      if (parts.length * this.#sectorSize > this.#bytes.length) throw corrupt('a chain without an end');
      parts.push(this.#sector(sector));
    }
    return concat(parts);
  }

  #stream({ start, size }: Entry): Bytes {
    if (size > this.#bytes.length) throw corrupt('a stream longer than the file');
    if (size >= this.#cutoff) return this.#chain(start, this.#table).slice(0, size);
    const bytes = new Uint8Array(size);
    let at = 0;
    for (let sector = start; sector < END && at < size; sector = this.#miniTable[sector] ?? END) {
      const from = sector * this.#miniSize;
      bytes.set(this.#mini.subarray(from, from + Math.min(this.#miniSize, size - at)), at);
      at += this.#miniSize;
    }
    return bytes;
  }

  #storage(first: number, seen: Set<number>, depth: number): Storage {
    if (depth > MAX_DEPTH) throw corrupt('storages within storages');
    const streams = new Map<string, () => Bytes>();
    const storages = new Map<string, Storage>();
    const open = [first];
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      const entry = this.#entries[index];
      if (index === NONE || !entry) continue;
      if (seen.has(index)) throw corrupt('a tree that leads back to itself');
      seen.add(index);
      if (entry.type === TYPE.stream) streams.set(entry.name, () => this.#stream(entry));
      else if (entry.type === TYPE.storage) storages.set(entry.name, this.#storage(entry.child, seen, depth + 1));
      open.push(entry.left, entry.right);
    }
    return { streams, storages };
  }
}

function numbers(bytes: Bytes): Uint32Array {
  const view = new DataView(bytes.buffer);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, index) => view.getUint32(index * 4, true));
}

function entriesIn(bytes: Bytes): readonly Entry[] {
  const view = new DataView(bytes.buffer);
  return Array.from({ length: Math.floor(bytes.length / ENTRY) }, (_, index) => {
    const at = index * ENTRY;
    const nameBytes = Math.min(64, Math.max(0, view.getUint16(at + 64, true) - 2));
    return {
      name: new TextDecoder('utf-16le').decode(bytes.subarray(at, at + nameBytes)),
      type: view.getUint8(at + 66),
      left: view.getUint32(at + 68, true),
      right: view.getUint32(at + 72, true),
      child: view.getUint32(at + 76, true),
      start: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
    };
  });
}
