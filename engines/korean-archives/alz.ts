import { dosTime } from '@bakkum/archive-tree/dos-time';
import { decodeNames } from '@bakkum/archive-tree/names';
import type { TreeEntry } from '@bakkum/archive-tree/tree';
import { type Bytes, decodeLatin1 } from '@bakkum/bytes/bytes';
import { ByteReader } from '@bakkum/bytes/reader';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { contentOf, type Method } from './stored-file.ts';
import { CIPHER_HEADER_BYTES, decrypterFor } from './zip-cipher.ts';

/** Signatures of records: `ALZ`, `BLZ`, `CLZ` with a number. */
const ARCHIVE = 0x015a4c41;
const FILE = 0x015a4c42;

const FOLDER = 0x10;
const ENCRYPTED = 0x01;
const CHECKED_BY_TIME = 0x08;
const METHODS: readonly Method[] = ['stored', 'alz-bzip2', 'deflate'];

/** Widths of size fields in bytes; zero for folders and empty files. */
const WIDTHS: ReadonlySet<number> = new Set([0, 1, 2, 4, 8]);

/**
 * Lists the files of an ALZ archive, which are unpacked on demand. The directory at its end is not needed.
 * @throws ConversionError `corrupt`, `encrypted`, `wrong-password`, `unsupported-feature`
 */
export function readAlz(bytes: Bytes, password: string): readonly TreeEntry[] {
  const reader = new ByteReader(bytes, { littleEndian: true });
  if (reader.u32() !== ARCHIVE) throw corrupt('no archive of ALZip');
  reader.skip(4); // version and volume
  const records: Record[] = [];
  while (reader.left >= 4 && reader.u32() === FILE) records.push(recordAt(reader));
  const names = decodeNames(records.map(({ name }) => name));
  return records.map((record, index) => entryOf(record, names?.[index] ?? decodeLatin1(record.name), password));
}

type Record = {
  readonly name: Bytes;
  readonly isFolder: boolean;
  readonly modifiedAt: Date | undefined;
  readonly method: number;
  readonly crc: number;
  readonly size: number;
  readonly packed: Bytes;
  /** Header of encrypted data and the expected check byte. */
  readonly cipher?: { readonly header: Bytes; readonly check: number };
};

function recordAt(reader: ByteReader): Record {
  const nameLength = reader.u16();
  const attributes = reader.u8();
  const [time, date] = [reader.u16(), reader.u16()];
  const flags = reader.u8();
  reader.skip(1);
  const width = flags >> 4;
  if (!WIDTHS.has(width)) throw corrupt(`sizes of ${width} bytes`);
  const [method, crc] = width > 0 ? [reader.u16() & 0xff, reader.u32()] : [0, 0];
  const [packedSize, size] = [reader.uint(width), reader.uint(width)];
  const name = reader.take(nameLength);
  const check = (flags & CHECKED_BY_TIME ? time >> 8 : crc >>> 24) & 0xff;
  const header = flags & ENCRYPTED ? reader.take(CIPHER_HEADER_BYTES) : undefined;
  return {
    name,
    isFolder: (attributes & FOLDER) !== 0,
    modifiedAt: dosTime(date, time),
    method,
    crc,
    size,
    packed: reader.take(packedSize),
    ...(header && { cipher: { header, check } }),
  };
}

function entryOf({ isFolder, modifiedAt, cipher, ...record }: Record, path: string, password: string): TreeEntry {
  const common = { path, ...(modifiedAt && { modifiedAt }) };
  if (isFolder) return { ...common, kind: 'directory' };
  const method = METHODS[record.method];
  if (!method) throw new ConversionError('unsupported-feature', `compression method ${record.method}`);
  const decrypt = cipher ? decrypterFor(cipher.header, password, cipher.check) : undefined;
  const packed = (): Bytes => (decrypt ? decrypt(record.packed) : record.packed);
  const blocks = record.size > 0 ? [{ method, packed, size: record.size, crc: record.crc }] : [];
  return { ...common, kind: 'file', size: record.size, open: () => contentOf(blocks) };
}
