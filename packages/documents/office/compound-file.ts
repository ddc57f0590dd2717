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
 * Returns nothing if there is no such stream, or no room in the allocation table.
 */
export function replaceStream(
  file: Uint8Array<ArrayBuffer>,
  name: string,
  bytes: Uint8Array,
): Uint8Array<ArrayBuffer> | undefined {
  const { view, sectorBytes, directory } = layoutOf(file);
  const entry = entriesOf(concat(directory)).findIndex((candidate) => candidate.type === STREAM && candidate.name === name);
  const { first = 0, size = 0 } = entriesOf(concat(directory))[entry] ?? {};
  const smallest = view.getUint32(56, true);
  const length = Math.max(bytes.length, smallest);
  const table = allocationOf(view, file, sectorBytes);
  const old =
    size >= smallest ? follow(concat(table.sectors.map((at) => sectorIn(file, sectorBytes, at))), first, file.length) : [];
  const places = [...old, ...table.free].slice(0, Math.ceil(length / sectorBytes));
  if (entry < 0 || places.length * sectorBytes < length) return undefined;

  const end = places.reduce((most, place) => Math.max(most, (place + 2) * sectorBytes), file.length);
  const copy = new Uint8Array(end);
  copy.set(file);
  const words = viewOf(copy);
  const allocate = (place: number, next: number): void => {
    const perSector = sectorBytes / 4;
    const sector = table.sectors[Math.floor(place / perSector)] ?? 0;
    words.setUint32((sector + 1) * sectorBytes + (place % perSector) * 4, next, true);
  };
  for (const place of old) allocate(place, FREE);
  for (const [index, place] of places.entries()) {
    allocate(place, places[index + 1] ?? END_OF_CHAIN);
    sectorIn(copy, sectorBytes, place)
      .fill(0)
      .set(bytes.subarray(index * sectorBytes, (index + 1) * sectorBytes));
  }
  const perSector = sectorBytes / DIRECTORY_ENTRY_BYTES;
  const place = viewOf(layoutOf(copy).directory[Math.floor(entry / perSector)] ?? new Uint8Array());
  place.setUint32((entry % perSector) * DIRECTORY_ENTRY_BYTES + 116, places[0] ?? END_OF_CHAIN, true);
  place.setUint32((entry % perSector) * DIRECTORY_ENTRY_BYTES + 120, length, true);
  return copy;
}

const sectorIn = (file: Uint8Array, sectorBytes: number, index: number): Uint8Array =>
  file.subarray((index + 1) * sectorBytes, (index + 2) * sectorBytes);

/** The sectors of the allocation table, and the unused sectors it can hold. */
function allocationOf(
  view: DataView,
  file: Uint8Array,
  sectorBytes: number,
): { readonly sectors: readonly number[]; readonly free: readonly number[] } {
  const sectors = fatSectors(view, (index) => sectorIn(file, sectorBytes, index));
  const words = wordsOf(concat(sectors.map((index) => sectorIn(file, sectorBytes, index))));
  return { sectors, free: words.flatMap((word, index) => (word === FREE ? [index] : [])) };
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

/** The first 109 are listed in the header, the others in a chain of sectors whose last word points to the next. */
function fatSectors(view: DataView, sector: (index: number) => Uint8Array): readonly number[] {
  const listed = Array.from({ length: FIRST_FAT_SECTORS }, (_, index) => view.getUint32(76 + index * 4, true));
  let next = view.getUint32(68, true);
  for (let left = view.getUint32(72, true); left > 0 && next < LAST_SECTOR; left -= 1) {
    const words = wordsOf(sector(next));
    listed.push(...words.slice(0, -1));
    next = words.at(-1) ?? LAST_SECTOR;
  }
  return listed.filter((index) => index < LAST_SECTOR);
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
