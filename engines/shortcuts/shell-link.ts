import { viewOf } from '@bakkum/bytes/bytes';
import { ByteReader } from '@bakkum/bytes/reader';
import { corrupt } from '@bakkum/conversion/errors';
import { Moment, plainIso, type Table, type Value } from '@bakkum/data-tree/value';
import { decodeText } from '@bakkum/document-input/text-encoding';

/** Bits of `LinkFlags` ([MS-SHLLINK] 2.1.1). */
const HAS = {
  idList: 1,
  linkInfo: 2,
  name: 4,
  relativePath: 8,
  workingFolder: 16,
  arguments: 32,
  icon: 64,
  isWide: 128,
} as const;
const HEADER = 76;
/** Milliseconds between 1601 and 1970. */
const EPOCH = 11_644_473_600_000n;
const STATES = ['', 'normal', '', 'maximized', '', '', '', 'minimized'] as const;
const ATTRIBUTES = ['read-only', 'hidden', 'system', '', 'folder', 'archive'] as const;

/** Reads a Windows shortcut: its target, arguments and the target's properties at creation. Errors: `corrupt`. */
export function readShellLink(bytes: Uint8Array<ArrayBuffer>): Table {
  const view = viewOf(bytes);
  if (bytes.length < HEADER || view.getUint32(0, true) !== HEADER) throw corrupt('no shortcut');
  const flags = view.getUint32(20, true);
  const reader = new ByteReader(bytes, { littleEndian: true, at: HEADER });
  if (flags & HAS.idList) reader.skip(reader.u16());
  const info = flags & HAS.linkInfo ? blockIn(reader) : undefined;
  const texts = new Map<string, Value>();
  const names = [
    [HAS.name, 'description'],
    [HAS.relativePath, 'relativePath'],
    [HAS.workingFolder, 'workingFolder'],
    [HAS.arguments, 'arguments'],
    [HAS.icon, 'icon'],
  ] as const;
  for (const [bit, name] of names) if (flags & bit) texts.set(name, textIn(reader, (flags & HAS.isWide) !== 0));
  return new Map<string, Value>([
    ['target', info ? targetIn(info) : null],
    ...texts,
    ['attributes', ATTRIBUTES.filter((name, bit) => name !== '' && (view.getUint32(24, true) >> bit) & 1)],
    ['created', timeAt(view, 28)],
    ['accessed', timeAt(view, 36)],
    ['modified', timeAt(view, 44)],
    ['bytes', view.getUint32(52, true)],
    ['window', STATES[view.getUint32(60, true)] || 'normal'],
  ]);
}

/** Reads a structure that starts with its length. */
function blockIn(reader: ByteReader): Uint8Array<ArrayBuffer> {
  const length = reader.u32();
  reader.at -= 4;
  return reader.take(length);
}

function textIn(reader: ByteReader, isWide: boolean): string {
  const length = reader.u16();
  const bytes = reader.take(isWide ? length * 2 : length);
  return isWide ? new TextDecoder('utf-16le').decode(bytes) : decodeText(bytes);
}

function timeAt(view: DataView, at: number): Value {
  const ticks = view.getBigUint64(at, true);
  const time = new Date(Number(ticks / 10_000n - EPOCH));
  return ticks === 0n || Number.isNaN(time.getTime()) ? null : new Moment(plainIso(time), 'instant');
}

/** Reads `LinkInfo` (2.3): a local path, or a network share with a suffix; in Unicode if present. */
function targetIn(info: Uint8Array<ArrayBuffer>): Value {
  const view = viewOf(info);
  const at = (place: number): number => (place + 4 <= info.length ? view.getUint32(place, true) : 0);
  const header = at(4);
  const isLocal = (at(8) & 1) !== 0;
  const wideSuffix = header >= 0x24 && at(0x20) > 0 ? wide(info, at(0x20)) : undefined;
  const suffix = wideSuffix ?? narrow(info, at(24));
  if (isLocal) {
    const base = header >= 0x24 && at(0x1c) > 0 ? wide(info, at(0x1c)) : narrow(info, at(16));
    return base + suffix;
  }
  const share = at(20);
  const name = share > 0 ? narrow(info, share + at(share + 8)) : '';
  return name === '' ? null : suffix === '' ? name : `${name}\\${suffix}`;
}

function narrow(bytes: Uint8Array<ArrayBuffer>, start: number): string {
  if (start === 0 || start >= bytes.length) return '';
  const end = bytes.indexOf(0, start);
  return decodeText(bytes.subarray(start, end < 0 ? bytes.length : end));
}

function wide(bytes: Uint8Array<ArrayBuffer>, start: number): string {
  let end = start;
  while (end + 1 < bytes.length && (bytes[end] !== 0 || bytes[end + 1] !== 0)) end += 2;
  return new TextDecoder('utf-16le').decode(bytes.subarray(start, end));
}
