import type { TreeEntry } from '@bakkum/archive-tree/tree';
import { type Bytes, concat } from '@bakkum/bytes/bytes';
import { ByteReader } from '@bakkum/bytes/reader';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { type Block, contentOf, type Method, unpack } from './stored-file.ts';
import { CIPHER_HEADER_BYTES, decrypterFor } from './zip-cipher.ts';

/** Signatures (EGG Format Specification 1.0, section 5). */
const ARCHIVE = 0x41474745;
const END = 0x08e28222;
const SPLIT = 0x24f5a262;
const SOLID = 0x24e5a060;
const FILE = 0x0a8590e3;
const NAME = 0x0a8591ac;
const ENCRYPTION = 0x08d1470f;
const WINDOWS = 0x2c86950b;
const POSIX = 0x1ee922e5;
const BLOCK = 0x02b50c13;

const WIDE_SIZE = 0x01;
const NAME_ENCRYPTED = 0x04;
const NAME_IN_CODE_PAGE = 0x08;
const NAME_HAS_PARENT = 0x10;
const WINDOWS_FOLDER = 0x80;
const POSIX_TYPE = 0o170000;
const POSIX_FOLDER = 0o040000;
const ZIP_CIPHER = 0;

const METHODS: readonly (Method | 'azo')[] = ['stored', 'deflate', 'bzip2', 'azo', 'lzma'];
const CODE_PAGES: Readonly<Record<number, string>> = { 932: 'shift_jis', 949: 'euc-kr' };

/** 100 ns since 1601, and milliseconds between then and 1970. */
const TICKS_PER_MILLISECOND = 10_000;
const WINDOWS_EPOCH_MS = 11_644_473_600_000;

/** Names in a path, and characters of the folders above an entry. Windows allows 260 characters in all. */
const MAX_DEPTH = 256;
const MAX_FOLDERS_LENGTH = 4096;

type Draft = {
  readonly id: number;
  readonly size: number;
  readonly blocks: Block[];
  path: string;
  parent: number | undefined;
  isFolder: boolean;
  modifiedAt: Date | undefined;
  cipher: { readonly header: Bytes; readonly check: number } | undefined;
};

type DraftsById = ReadonlyMap<number, Draft>;

/**
 * Lists the files of an EGG archive, which are unpacked on demand.
 * @throws ConversionError `corrupt`, `encrypted`, `wrong-password`; `unsupported-feature` for AZO, AES and LEA, and split archives
 */
export function readEgg(bytes: Bytes, password: string): readonly TreeEntry[] {
  const reader = new ByteReader(bytes, { littleEndian: true });
  if (reader.u32() !== ARCHIVE) throw corrupt('no EGG archive');
  reader.skip(10); // version, id, reserved
  const isSolid = readArchiveFields(reader);
  const drafts: Draft[] = [];
  while (reader.left >= 4) {
    const signature = reader.u32();
    if (signature === FILE) drafts.push(readFile(reader));
    else if (signature === BLOCK) drafts.at(-1)?.blocks.push(readBlock(reader, drafts.at(-1), password));
    else if (signature === END) break;
    else readField(reader); // a comment of the archive
  }
  return isSolid ? solidEntries(drafts) : entriesOf(drafts);
}

function readArchiveFields(reader: ByteReader): boolean {
  let isSolid = false;
  for (let signature = reader.u32(); signature !== END; signature = reader.u32()) {
    if (signature === SPLIT) throw new ConversionError('unsupported-feature', 'one of several volumes');
    if (signature === ENCRYPTION) throw new ConversionError('unsupported-feature', 'encrypted as a whole');
    if (signature === SOLID) isSolid = true;
    readField(reader);
  }
  return isSolid;
}

type Field = { readonly flags: number; readonly content: ByteReader };

function readField(reader: ByteReader): Field {
  const flags = reader.u8();
  const size = flags & WIDE_SIZE ? reader.u32() : reader.u16();
  return { flags, content: reader.part(size) };
}

function readFile(reader: ByteReader): Draft {
  const id = reader.u32();
  const size = Number(reader.u64());
  const draft: Draft = {
    ...{ id, size, blocks: [], path: '', parent: undefined },
    ...{ isFolder: false, modifiedAt: undefined, cipher: undefined },
  };
  for (let signature = reader.u32(); signature !== END; signature = reader.u32()) {
    const field = readField(reader);
    if (signature === NAME) readName(field, draft);
    else if (signature === WINDOWS) readWindows(field, draft);
    else if (signature === POSIX) readPosix(field, draft);
    else if (signature === ENCRYPTION) readEncryption(field, draft);
  }
  return draft;
}

function readName({ flags, content }: Field, draft: Draft): void {
  if (flags & NAME_ENCRYPTED) throw new ConversionError('unsupported-feature', 'encrypted names');
  const codePage = flags & NAME_IN_CODE_PAGE ? content.u16() : undefined;
  draft.parent = flags & NAME_HAS_PARENT ? content.u32() : undefined;
  const name = content.take(content.left);
  const encoding = codePage === undefined ? 'utf-8' : CODE_PAGES[codePage];
  draft.path = encoding ? new TextDecoder(encoding).decode(name) : decodeText(name);
}

function readWindows({ content }: Field, draft: Draft): void {
  draft.modifiedAt = new Date(Number(content.u64()) / TICKS_PER_MILLISECOND - WINDOWS_EPOCH_MS);
  draft.isFolder ||= (content.u8() & WINDOWS_FOLDER) !== 0;
}

function readPosix({ content }: Field, draft: Draft): void {
  draft.isFolder ||= (content.u32() & POSIX_TYPE) === POSIX_FOLDER;
  content.skip(8); // user and group
  draft.modifiedAt = new Date(Number(content.u64()) * 1000);
}

function readEncryption({ content }: Field, draft: Draft): void {
  const method = content.u8();
  if (method !== ZIP_CIPHER) throw new ConversionError('unsupported-feature', `encryption method ${method}`);
  const header = content.take(CIPHER_HEADER_BYTES);
  draft.cipher = { header, check: content.u32() >>> 24 };
}

function readBlock(reader: ByteReader, draft: Draft | undefined, password: string): Block {
  const method = METHODS[reader.u16() & 0xff];
  const [size, packedSize, crc] = [reader.u32(), reader.u32(), reader.u32()];
  for (let signature = reader.u32(); signature !== END; signature = reader.u32()) readField(reader);
  const packed = reader.take(packedSize);
  if (!method || method === 'azo') throw new ConversionError('unsupported-feature', `compression method ${String(method)}`);
  const cipher = draft?.cipher;
  const decrypt = cipher ? decrypterFor(cipher.header, password, cipher.check) : undefined;
  return { method, size, crc, packed: () => (decrypt ? decrypt(packed) : packed) };
}

function entriesOf(drafts: readonly Draft[]): readonly TreeEntry[] {
  const all = draftsById(drafts);
  return drafts.map((draft) => entryOf(draft, all, () => contentOf(draft.blocks)));
}

function entryOf({ size, isFolder, modifiedAt, ...draft }: Draft, all: DraftsById, open: () => ReadableStream<Bytes>): TreeEntry {
  const common = { path: pathOf(draft, all), ...(isTime(modifiedAt) && { modifiedAt }) };
  return isFolder ? { ...common, kind: 'directory' } : { ...common, kind: 'file', size, open };
}

const isTime = (date: Date | undefined): date is Date => date !== undefined && !Number.isNaN(date.getTime());

/** Names can be relative to another entry. Errors: `corrupt` for a path too deep or long, as in a circle. */
function pathOf({ path, parent }: Pick<Draft, 'path' | 'parent'>, all: DraftsById): string {
  const names = [path];
  let length = 0;
  for (let above = byId(all, parent); above; above = byId(all, above.parent)) {
    names.push(above.path);
    length += above.path.length;
    if (names.length > MAX_DEPTH || length > MAX_FOLDERS_LENGTH) throw corrupt('folders too deep, or in a circle');
  }
  return names.reverse().join('/');
}

const byId = (all: DraftsById, id: number | undefined): Draft | undefined => (id === undefined ? undefined : all.get(id));

/** Of entries with the same number the first is meant. */
function draftsById(drafts: readonly Draft[]): DraftsById {
  const found = new Map<number, Draft>();
  for (const draft of drafts) if (!found.has(draft.id)) found.set(draft.id, draft);
  return found;
}

/** In a solid archive the files are one after the other in the unpacked blocks. */
function solidEntries(drafts: readonly Draft[]): readonly TreeEntry[] {
  const blocks = drafts.flatMap((draft) => draft.blocks);
  let whole: Promise<Bytes> | undefined;
  const all = draftsById(drafts);
  let next = 0;
  return drafts.map((draft) => {
    const start = next;
    next += draft.isFolder ? 0 : draft.size;
    const open = (): ReadableStream<Bytes> =>
      new ReadableStream({
        async start(controller) {
          whole ??= Promise.all(blocks.map(unpack)).then(concat);
          const content = (await whole).subarray(start, start + draft.size);
          if (content.length !== draft.size) throw corrupt('a file is cut off');
          controller.enqueue(content);
          controller.close();
        },
      });
    return entryOf(draft, all, open);
  });
}
