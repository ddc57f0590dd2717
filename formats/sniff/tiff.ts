import { latin1, u16, u32 } from './bytes.ts';

/** TIFF 6.0 and DNG 1.7 tags that distinguish camera RAW from an ordinary image. */
const TAG = { newSubfileType: 254, compression: 259, photometric: 262, make: 271, subIfds: 330, dngVersion: 50706 } as const;
const COLOUR_FILTER_ARRAY = 32803;
/** Compression numbers of Sony, Nikon, Pentax, Samsung and Kodak that no ordinary TIFF uses. */
const RAW_COMPRESSIONS: ReadonlySet<number> = new Set([32767, 32769, 32770, 34713, 65000, 65535]);
/** TIFF type number → bytes per value. */
const TYPE_SIZE: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4 };

type Entry = { readonly type: number; readonly count: number; readonly offset: number };
type Directory = { readonly littleEndian: boolean; readonly entries: ReadonlyMap<number, Entry> };

export function isDng(head: Uint8Array): boolean {
  return firstDirectory(head)?.entries.has(TAG.dngVersion) ?? false;
}

/**
 * Tests for TIFF-based RAW files: the vendor's name, and a first directory as cameras write it (a reduced preview before
 * sub-directories, or sensor data). A TIFF saved by an editor keeps the vendor's name but has neither.
 */
export function isRawOf(...makers: readonly string[]): (head: Uint8Array) => boolean | undefined {
  return (head) => {
    const directory = firstDirectory(head);
    if (!directory) return undefined;
    const make = textOf(head, directory, TAG.make).toLowerCase();
    if (make === '') return undefined;
    if (!makers.some((maker) => make.startsWith(maker))) return false;
    return !directory.entries.has(TAG.dngVersion) && looksRaw(head, directory) ? true : undefined;
  };
}

function looksRaw(head: Uint8Array, directory: Directory): boolean {
  const reduced = numberOf(head, directory, TAG.newSubfileType) === 1 && directory.entries.has(TAG.subIfds);
  const compression = numberOf(head, directory, TAG.compression) ?? 0;
  return reduced || RAW_COMPRESSIONS.has(compression) || numberOf(head, directory, TAG.photometric) === COLOUR_FILTER_ARRAY;
}

/** The first directory of a classic TIFF; undefined if it is outside `head`. */
function firstDirectory(head: Uint8Array): Directory | undefined {
  const littleEndian = head[0] === 0x49;
  const start = u32(head, 4, littleEndian);
  const count = u16(head, start, littleEndian);
  if (start < 8 || count === 0 || start + 2 + count * 12 > head.length) return undefined;
  const entries = new Map<number, Entry>();
  for (let index = 0; index < count; index += 1) {
    const offset = start + 2 + index * 12;
    const type = u16(head, offset + 2, littleEndian);
    entries.set(u16(head, offset, littleEndian), { type, count: u32(head, offset + 4, littleEndian), offset: offset + 8 });
  }
  return { littleEndian, entries };
}

function numberOf(head: Uint8Array, directory: Directory, tag: number): number | undefined {
  const entry = directory.entries.get(tag);
  if (!entry) return undefined;
  return entry.type === 3 ? u16(head, entry.offset, directory.littleEndian) : u32(head, entry.offset, directory.littleEndian);
}

function textOf(head: Uint8Array, directory: Directory, tag: number): string {
  const entry = directory.entries.get(tag);
  if (!entry) return '';
  const bytes = entry.count * (TYPE_SIZE[entry.type] ?? 1);
  const start = bytes <= 4 ? entry.offset : u32(head, entry.offset, directory.littleEndian);
  return latin1(head, start, start + bytes)
    .replace(/\0[\s\S]*/, '')
    .trim();
}
