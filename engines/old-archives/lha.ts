import { dosTime } from '@bakkum/archive-tree/dos-time';
import type { TreeEntry } from '@bakkum/archive-tree/tree';
import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { checked } from './arc.ts';
import { entryFor } from './entry.ts';
import { REACH_OF_LH5, type Reach, unpackLh5 } from './lh5.ts';
import { Unpacked } from './packing.ts';

const MAX_ENTRIES = 100_000;
/** Bytes of every header before its name or extensions. */
const FIXED = 22;

/** Lists the files of an LHA archive, which are unpacked on demand. Errors: `corrupt`, `unsupported-feature`. */
export function readLha(bytes: Bytes): readonly TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at + FIXED <= bytes.length && bytes[at] !== 0; ) {
    const header = headerAt(bytes, at);
    if (header.end + header.packedSize > bytes.length) throw damaged('a file is cut off');
    if (entries.length >= MAX_ENTRIES) throw new ConversionError('too-large', `more than ${MAX_ENTRIES} files`);
    entries.push(entryOf(header, bytes.subarray(header.end, header.end + header.packedSize)));
    at = header.end + header.packedSize;
  }
  return entries;
}

const damaged = (what: string): ConversionError => new ConversionError('corrupt', what);

type Header = {
  readonly method: string;
  readonly packedSize: number;
  readonly size: number;
  readonly crc: number;
  readonly modifiedAt: Date | undefined;
  readonly name: string;
  readonly folder: string;
  /** Offset of the packed data. */
  readonly end: number;
};

type Extensions = { readonly parts: ReadonlyMap<number, Bytes>; readonly end: number; readonly bytes: number };

function headerAt(bytes: Bytes, at: number): Header {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, bytes.length - at);
  const method = new TextDecoder('latin1').decode(bytes.subarray(at + 2, at + 7));
  const level = view.getUint8(20);
  if (!/^-l[hz][\w]-$/.test(method) || level > 3) throw damaged('no header where one should be');
  const own = level < 2 ? oldName(bytes, at) : { name: '', crcAt: at + 21 };
  const { parts, end, bytes: extended } = extensionsAt(bytes, at, level, own.crcAt);
  const pageText = textIn(parts.get(0x46));
  const packedSize = view.getUint32(7, true) - (level === 1 ? extended : 0);
  if (packedSize < 0) throw damaged('a file of less than nothing');
  const stamp = view.getUint32(15, true);
  return {
    method,
    packedSize,
    size: view.getUint32(11, true),
    crc: own.crcAt + 2 <= bytes.length ? (bytes[own.crcAt] ?? 0) + (bytes[own.crcAt + 1] ?? 0) * 256 : 0,
    modifiedAt: level < 2 ? dosTime(stamp >>> 16, stamp & 0xffff) : new Date(stamp * 1000),
    name: wideName(parts.get(0x44)) ?? pageText(parts.get(0x01)) ?? own.name,
    folder: wideName(parts.get(0x45)) ?? pageText(parts.get(0x02)) ?? '',
    end,
  };
}

/** Up to level 1 the name is part of the header, followed by the checksum. */
function oldName(bytes: Bytes, at: number): { readonly name: string; readonly crcAt: number } {
  const length = bytes[at + 21] ?? 0;
  const start = at + FIXED;
  return { name: decodeText(bytes.subarray(start, start + length)).replaceAll('\\', '/'), crcAt: start + length };
}

/** Reads extensions, each followed by the length of the next. Level 0 has none. */
function extensionsAt(bytes: Bytes, at: number, level: number, crcAt: number): Extensions {
  const plainEnd = at + (bytes[at] ?? 0) + 2;
  if (level === 0) return { parts: new Map(), end: plainEnd, bytes: 0 };
  const wide = level === 3 ? 4 : 2;
  const view = viewOf(bytes);
  const length = (place: number): number => {
    if (place + wide > bytes.length) throw damaged('a header is cut off');
    return wide === 4 ? view.getUint32(place, true) : view.getUint16(place, true);
  };
  const parts = new Map<number, Bytes>();
  const start = level === 3 ? at + 28 : crcAt + 3;
  let [place, total] = [start + wide, 0];
  for (let next = length(start); next !== 0; next = length(place - wide)) {
    if (next < wide + 1 || place + next > bytes.length) throw damaged('an extension is cut off');
    parts.set(bytes[place] ?? 0, bytes.subarray(place + 1, place + next - wide));
    place += next;
    total += next;
  }
  const end = level === 1 ? place : at + (level === 2 ? length(at) : view.getUint32(at + 24, true));
  if (end < place - wide) throw damaged('a header shorter than what is in it');
  return { parts, end, bytes: total };
}

/** Folder separator. */
const SEPARATOR = 0xff;

/** Decodes as Japanese if the archive says so, otherwise guesses by content. */
function textIn(page: Bytes | undefined): (field: Bytes | undefined) => string | undefined {
  const isJapanese = page !== undefined && page.length >= 2 && (page[0] ?? 0) + (page[1] ?? 0) * 256 === 932;
  return (field) => {
    if (!field) return undefined;
    const steps: string[] = [];
    for (let start = 0; start <= field.length; ) {
      const found = field.indexOf(SEPARATOR, start);
      const end = found < 0 ? field.length : found;
      const step = field.subarray(start, end);
      steps.push(isJapanese ? new TextDecoder('shift_jis').decode(step) : decodeText(step));
      start = end + 1;
    }
    return steps.join('/');
  };
}

const wideName = (field: Bytes | undefined): string | undefined =>
  field && new TextDecoder('utf-16le').decode(field).replaceAll('\uffff', '/');

function entryOf(header: Header, packed: Bytes): TreeEntry {
  const { method, name, folder, size, crc, modifiedAt } = header;
  const path = `${folder.replace(/(?<!\/)\/+$/, '')}/${name}`.replace(/^\/|\/$/g, '');
  if (method === '-lhd-') return { kind: 'directory', path, ...(modifiedAt ? { modifiedAt } : {}) };
  return entryFor({ path, size, modifiedAt, unpack: () => checked(unpacked(packed, method, size), crc) });
}

const REACHES: Readonly<Record<string, Reach>> = {
  '-lh4-': REACH_OF_LH5,
  '-lh5-': REACH_OF_LH5,
  '-lh6-': { positions: 16, width: 5 },
  '-lh7-': { positions: 17, width: 5 },
};

function unpacked(packed: Bytes, method: string, size: number): Bytes {
  if (method === '-lh0-' || method === '-lz4-') return packed.subarray(0, size);
  const reach = REACHES[method];
  if (!reach) throw new ConversionError('unsupported-feature', `packed by ${method}`);
  const target = new Unpacked(size);
  unpackLh5(packed, target, reach);
  return target.finish();
}
