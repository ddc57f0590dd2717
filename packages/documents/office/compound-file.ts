import { concat, utf16le, viewOf } from '@bakkum/bytes/bytes';

/** A Microsoft compound file ([MS-CFB]): streams by name, ignoring storages. Chains that loop or leave the file end there. */

const HEADER_BYTES = 512;
const DIRECTORY_ENTRY_BYTES = 128;
const FIRST_FAT_SECTORS = 109;
/** Sector numbers from here on are markers ([MS-CFB] 2.1). */
const LAST_SECTOR = 0xfffffffa;
const END_OF_CHAIN = 0xfffffffe;
const FREE = 0xffffffff;
const STREAM = 2;
const ROOT = 5;
/** The values that [MS-CFB] 2.2 allows. Replacing a stream requires them, because they decide how much memory it takes. */
const SECTOR_SIZES: ReadonlySet<number> = new Set([512, 4096]);
const SMALLEST_STREAM = 4096;
/** Sectors between the end of the file and a new stream; writers leave none or a few. */
const MAX_SPARE_SECTORS = 8;

type Entry = { readonly name: string; readonly type: number; readonly first: number; readonly size: number };

/** A copy of a stream's bytes, or `undefined` if there is none of that name. */
export function readStream(file: Uint8Array<ArrayBuffer>, name: string): Uint8Array<ArrayBuffer> | undefined {
  const found = streamIn(file, name);
  return found && concat(found.places).slice(0, found.size);
}

/** Overwrites a stream in place. @param bytes at most as many as the stream has; the rest is cut off */
export function overwriteStream(file: Uint8Array<ArrayBuffer>, name: string, bytes: Uint8Array): void {
  const found = streamIn(file, name);
  if (!found) throw new RangeError(`no stream ${name}`);
  let at = 0;
  for (const place of found.places) {
    place.set(bytes.subarray(at, Math.min(found.size, at + place.length)));
    at += place.length;
  }
}

/**
 * A copy of the file with other content in a stream, padded with zeros to the size from which streams have sectors of their own.
 * Returns nothing if there is no such stream, no room in the allocation table, or the header or the table is damaged.
 */
export function replaceStream(
  file: Uint8Array<ArrayBuffer>,
  name: string,
  bytes: Uint8Array,
): Uint8Array<ArrayBuffer> | undefined {
  const { sectorBytes, directory } = layoutOf(file);
  const entries = entriesOf(concat(directory));
  const entry = entries.findIndex((candidate) => candidate.type === STREAM && candidate.name === name);
  const length = Math.max(bytes.length, SMALLEST_STREAM);
  const room = roomFor(length, entries[entry], file);
  if (!room) return undefined;

  const { table, old, places, end } = room;
  const perTable = sectorBytes / 4;
  const copy = new Uint8Array(end);
  copy.set(file);
  const words = viewOf(copy);
  const allocate = (place: number, next: number): void => {
    const sector = table.sectors[Math.floor(place / perTable)] ?? 0;
    words.setUint32((sector + 1) * sectorBytes + (place % perTable) * 4, next, true);
  };
  for (const place of old) allocate(place, FREE);
  for (const [index, place] of places.entries()) {
    allocate(place, places[index + 1] ?? END_OF_CHAIN);
    sectorIn(copy, sectorBytes, place)
      .fill(0)
      .set(bytes.subarray(index * sectorBytes, (index + 1) * sectorBytes));
  }
  const perSector = sectorBytes / DIRECTORY_ENTRY_BYTES;
  const sector = directory[Math.floor(entry / perSector)] ?? file;
  const at = sector.byteOffset - file.byteOffset + (entry % perSector) * DIRECTORY_ENTRY_BYTES;
  words.setUint32(at + 116, places[0] ?? END_OF_CHAIN, true);
  words.setUint32(at + 120, length, true);
  return copy;
}

type Room = {
  readonly table: Allocation;
  /** The sectors of the replaced content. */
  readonly old: readonly number[];
  /** The sectors of the new content. */
  readonly places: readonly number[];
  /** Bytes of the file with these sectors. */
  readonly end: number;
};

/** Sectors for a stream of this length in place of another; none in damaged files. */
function roomFor(length: number, entry: Entry | undefined, file: Uint8Array<ArrayBuffer>): Room | undefined {
  const { view, sectorBytes, directory } = layoutOf(file);
  if (!entry || !SECTOR_SIZES.has(sectorBytes) || view.getUint32(56, true) !== SMALLEST_STREAM) return undefined;
  const table = allocationOf(view, file, sectorBytes);
  const parts = [...directory, ...table.sectors.map((index) => sectorIn(file, sectorBytes, index))];
  if (parts.some((sector) => sector.length < sectorBytes)) return undefined;

  const old = entry.size < SMALLEST_STREAM ? [] : follow(table.words, entry.first, file.length / sectorBytes);
  if (new Set(old).size < old.length || old.some((place) => place >= table.words.length / 4)) return undefined;
  const count = Math.ceil(length / sectorBytes);
  const places = [...old, ...table.free].slice(0, count);
  const end = places.reduce((most, place) => Math.max(most, (place + 2) * sectorBytes), file.length);
  const isNear = end <= file.length + (count + MAX_SPARE_SECTORS) * sectorBytes;
  return places.length === count && isNear ? { table, old, places, end } : undefined;
}

const sectorIn = (file: Uint8Array, sectorBytes: number, index: number): Uint8Array =>
  file.subarray((index + 1) * sectorBytes, (index + 2) * sectorBytes);

/** The sectors of the allocation table, their content, and the unused sectors it can hold. */
type Allocation = {
  readonly sectors: readonly number[];
  readonly words: Uint8Array<ArrayBuffer>;
  readonly free: readonly number[];
};

function allocationOf(view: DataView, file: Uint8Array, sectorBytes: number): Allocation {
  const sectors = fatSectors(view, (index) => sectorIn(file, sectorBytes, index));
  const words = concat(sectors.map((index) => sectorIn(file, sectorBytes, index)));
  return { sectors, words, free: wordsOf(words).flatMap((word, index) => (word === FREE ? [index] : [])) };
}

/** Renames a stream. The new name must have the same length, because entries are sorted by length first. */
export function renameStream(file: Uint8Array<ArrayBuffer>, name: string, other: string): void {
  if (name.length !== other.length) throw new RangeError(`${other} is not as long as ${name}`);
  const known = utf16le(name);
  const { directory } = layoutOf(file);
  for (const sector of directory)
    for (let at = 0; at + DIRECTORY_ENTRY_BYTES <= sector.length; at += DIRECTORY_ENTRY_BYTES)
      if (sector[at + 64] === known.length + 2 && known.every((byte, index) => sector[at + index] === byte))
        sector.set(utf16le(other), at);
}

/** The parts of the file that hold a stream, in order; the last may be longer than the rest of the stream. */
type Found = { readonly places: readonly Uint8Array[]; readonly size: number };

function streamIn(file: Uint8Array<ArrayBuffer>, name: string): Found | undefined {
  if (file.length < HEADER_BYTES) return undefined;
  const { view, sectorBytes, chain, directory } = layoutOf(file);
  const entries = entriesOf(concat(directory));
  const entry = entries.find((candidate) => candidate.type === STREAM && candidate.name === name);
  if (!entry) return undefined;
  if (entry.size >= view.getUint32(56, true)) return { places: chain(entry.first), size: entry.size };

  const miniBytes = 1 << Math.min(view.getUint16(32, true), 16);
  const perSector = Math.max(1, sectorBytes / miniBytes);
  const container = chain(entries.find(({ type }) => type === ROOT)?.first ?? LAST_SECTOR);
  const mini = (index: number): Uint8Array => {
    const at = (index % perSector) * miniBytes;
    return container[Math.floor(index / perSector)]?.subarray(at, at + miniBytes) ?? new Uint8Array();
  };
  const places = follow(concat(chain(view.getUint32(60, true))), entry.first, container.length * perSector);
  return { places: places.map(mini), size: entry.size };
}

type Layout = {
  /** A view of the whole file. */
  readonly view: DataView;
  readonly sectorBytes: number;
  /** The sectors of a chain, from its first. */
  chain(first: number): readonly Uint8Array[];
  readonly directory: readonly Uint8Array[];
};

function layoutOf(file: Uint8Array<ArrayBuffer>): Layout {
  const view = viewOf(file);
  const sectorBytes = 1 << Math.min(view.getUint16(30, true), 16);
  const sector = (index: number): Uint8Array => sectorIn(file, sectorBytes, index);
  const fat = concat(fatSectors(view, sector).map(sector));
  const chain = (first: number): readonly Uint8Array[] => follow(fat, first, file.length / sectorBytes).map(sector);
  return { view, sectorBytes, chain, directory: chain(view.getUint32(48, true)) };
}

/**
 * The first 109 are listed in the header, the others in a chain of sectors whose last word points to the next. Repeated sectors
 * count once, so that the table is never larger than the file.
 */
function fatSectors(view: DataView, sector: (index: number) => Uint8Array): readonly number[] {
  const listed = Array.from({ length: FIRST_FAT_SECTORS }, (_, index) => view.getUint32(76 + index * 4, true));
  const visited = new Set<number>();
  let next = view.getUint32(68, true);
  for (let left = view.getUint32(72, true); left > 0 && next < LAST_SECTOR && !visited.has(next); left -= 1) {
    visited.add(next);
    const words = wordsOf(sector(next));
    listed.push(...words.slice(0, -1));
    next = words.at(-1) ?? LAST_SECTOR;
  }
  return [...new Set(listed)].filter((index) => index < LAST_SECTOR);
}

function follow(table: Uint8Array<ArrayBuffer>, first: number, most: number): readonly number[] {
  const words = wordsOf(table);
  const places: number[] = [];
  for (let at = first; at < LAST_SECTOR && places.length <= most; at = words[at] ?? LAST_SECTOR) places.push(at);
  return places;
}

function wordsOf(bytes: Uint8Array): readonly number[] {
  const view = viewOf(bytes);
  return Array.from({ length: bytes.length >>> 2 }, (_, index) => view.getUint32(index * 4, true));
}

function entriesOf(bytes: Uint8Array<ArrayBuffer>): readonly Entry[] {
  const view = new DataView(bytes.buffer);
  return Array.from({ length: Math.floor(bytes.length / DIRECTORY_ENTRY_BYTES) }, (_, index) => {
    const at = index * DIRECTORY_ENTRY_BYTES;
    const nameBytes = Math.min(64, view.getUint16(at + 64, true));
    return {
      name: new TextDecoder('utf-16le').decode(bytes.subarray(at, at + Math.max(0, nameBytes - 2))),
      type: view.getUint8(at + 66),
      first: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
    };
  });
}
