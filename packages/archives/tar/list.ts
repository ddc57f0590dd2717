import { decodeNames } from '@bakkum/archive-tree/names';
import { streamOf } from '@bakkum/archive-tree/streams';
import type { TreeEntry } from '@bakkum/archive-tree/tree';
import { type Bytes, startsWith } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';

/** Block size in bytes (POSIX.1-2017, pax, "ustar Interchange Format"). */
const BLOCK = 512;
/** Limit for the names and times of one entry; larger headers are damaged or hostile. */
const MAX_HEADER_BYTES = 1024 * 1024;

type Header = {
  readonly type: string;
  readonly size: number;
  readonly mode: number;
  readonly seconds: number;
  readonly name: Bytes;
  readonly target: Bytes;
};
/** Values from extended headers that apply to the next entry. */
type Extended = { readonly path?: string; readonly target?: string; readonly size?: number; readonly seconds?: number };
type Member = Header & { readonly extended: Extended; readonly content: Blob };

/**
 * Lists the members of a tar by reading only its headers; contents are slices of the blob. `cut` is true when the tar ends within
 * a member, which is left out. Errors: `corrupt` if it is not a tar, `unsupported-feature` for sparse files.
 */
export async function listTar(
  tar: Blob,
  signal: AbortSignal,
): Promise<{ readonly entries: readonly TreeEntry[]; readonly cut: boolean }> {
  const { members, cut } = await readMembers(tar, signal);
  const names = namesOf(members, 'name');
  const targets = namesOf(members, 'target');
  const byPath = new Map<string, TreeEntry>();
  const entries = members.flatMap((member, index) => {
    const entry = toEntry(member, { name: names[index] ?? '', target: targets[index] ?? '' }, byPath);
    if (entry) byPath.set(entry.path, entry);
    return entry ? [entry] : [];
  });
  return { entries, cut };
}

async function readMembers(
  tar: Blob,
  signal: AbortSignal,
): Promise<{ readonly members: readonly Member[]; readonly cut: boolean }> {
  const members: Member[] = [];
  let extended: Extended = {};
  let everywhere: Extended = {};
  for (let at = 0; at + BLOCK <= tar.size; ) {
    signal.throwIfAborted();
    const block = await bytesAt(tar, at, BLOCK);
    if (block.every((byte) => byte === 0)) return { members, cut: false };
    const header = parseHeader(block);
    if (!header) {
      if (members.length === 0) throw new ConversionError('corrupt', 'no header of a tar');
      return { members, cut: true };
    }
    const size = (isExtension(header.type) ? undefined : (extended.size ?? everywhere.size)) ?? header.size;
    const start = at + BLOCK;
    if (start + size > tar.size) return { members: assertSome(members), cut: true };
    const content = tar.slice(start, start + size);
    if (header.type === 'g') everywhere = { ...everywhere, ...(await extensionOf(header.type, content)) };
    else if (isExtension(header.type)) extended = { ...extended, ...(await extensionOf(header.type, content)) };
    else {
      members.push({ ...header, size, extended: { ...everywhere, ...extended }, content });
      extended = {};
    }
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  return { members: assertSome(members), cut: tar.size % BLOCK !== 0 };
}

function assertSome(members: readonly Member[]): readonly Member[] {
  if (members.length === 0) throw new ConversionError('corrupt', 'a tar without a whole member');
  return members;
}

const isExtension = (type: string): boolean => 'xgLK'.includes(type);

async function bytesAt(blob: Blob, from: number, length: number): Promise<Bytes> {
  return new Uint8Array(await blob.slice(from, from + length).arrayBuffer());
}

function parseHeader(block: Bytes): Header | undefined {
  const sum = block.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 0x20 : byte), 0);
  if (numberIn(block, 148, 8) !== sum) return undefined;
  const prefix = hasPrefix(block) ? untilZero(block, 345, 155) : new Uint8Array();
  const own = untilZero(block, 0, 100);
  return {
    type: String.fromCharCode(block[156] || 0x30),
    size: numberIn(block, 124, 12),
    mode: numberIn(block, 100, 8) & 0o777,
    seconds: numberIn(block, 136, 12),
    name: prefix.length > 0 ? Uint8Array.from([...prefix, 0x2f, ...own]) : own,
    target: untilZero(block, 157, 100),
  };
}

/** POSIX writes `ustar` and a zero byte; GNU writes spaces instead and uses the prefix field for something else. */
const hasPrefix = (block: Bytes): boolean => startsWith(block, 'ustar\0', 257);

function untilZero(block: Bytes, from: number, length: number): Bytes {
  const field = block.subarray(from, from + length);
  const end = field.indexOf(0);
  return end === -1 ? field : field.subarray(0, end);
}

/** Reads octal digits, or a binary number if the first bit is set (GNU and star, for 8 GiB and more). */
function numberIn(block: Bytes, from: number, length: number): number {
  const field = block.subarray(from, from + length);
  if ((field[0] ?? 0) & 0x80) return field.subarray(1).reduce((value, byte) => value * 256 + byte, (field[0] ?? 0) & 0x7f);
  const digits = new TextDecoder('latin1').decode(field).replace(/[\0 ]/g, '');
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : 0;
}

async function extensionOf(type: string, content: Blob): Promise<Extended> {
  if (content.size > MAX_HEADER_BYTES) throw new ConversionError('corrupt', `an extended header of ${content.size} bytes`);
  const bytes = await bytesAt(content, 0, content.size);
  if (type === 'L' || type === 'K') {
    const [name = ''] = new TextDecoder().decode(bytes).split('\0');
    return type === 'L' ? { path: name } : { target: name };
  }
  return paxRecords(bytes);
}

/** Reads records of the form `length key=value\n`; the length is decimal and covers the whole record in bytes. */
function paxRecords(bytes: Bytes): Extended {
  const found: { path?: string; target?: string; size?: number; seconds?: number } = {};
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const length = Number(new TextDecoder().decode(bytes.subarray(at, space)));
    if (space === -1 || !(length > 0)) break;
    const record = new TextDecoder().decode(bytes.subarray(space + 1, at + length - 1));
    const [key, value] = [record.slice(0, record.indexOf('=')), record.slice(record.indexOf('=') + 1)];
    if (key === 'path') found.path = value;
    if (key === 'linkpath') found.target = value;
    if (key === 'size') found.size = Number(value);
    if (key === 'mtime') found.seconds = Number(value);
    if (key.startsWith('GNU.sparse')) throw new ConversionError('unsupported-feature', 'a sparse file');
    at += length;
  }
  return found;
}

function namesOf(members: readonly Member[], field: 'name' | 'target'): readonly string[] {
  const raw = members.map((member) => member[field]);
  return decodeNames(raw) ?? raw.map((name) => new TextDecoder('windows-1252').decode(name));
}

function toEntry(
  { extended, ...member }: Member,
  named: { readonly name: string; readonly target: string },
  byPath: ReadonlyMap<string, TreeEntry>,
): TreeEntry | undefined {
  const path = extended.path ?? named.name;
  const target = extended.target ?? named.target;
  const common = { path, modifiedAt: new Date((extended.seconds ?? member.seconds) * 1000), mode: member.mode };
  switch (member.type) {
    case '5':
      return { ...common, kind: 'directory' };
    case '2':
      return { ...common, kind: 'link', target };
    case '1': {
      const original = byPath.get(target); // A hard link: another name for the same content.
      return original?.kind === 'file' ? { ...original, path } : undefined;
    }
    case 'S':
      throw new ConversionError('unsupported-feature', 'a sparse file');
    case '0':
    case '7':
      if (path.endsWith('/')) return { ...common, kind: 'directory' }; // Formats before POSIX have no type for directories.
      return { ...common, kind: 'file', size: member.size, open: () => streamOf(member.content) };
    default:
      return undefined; // Devices and pipes have no content to extract.
  }
}
