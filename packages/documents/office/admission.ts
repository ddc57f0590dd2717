import { startsWith, viewOf } from '@bakkum/bytes/bytes';
import type { FormatId } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { readDirectory } from '@bakkum/document-input/zip-directory';
import { readStream } from './compound-file.ts';
import { type Container, SOURCES, type Source } from './kinds.ts';

/** Maximum unpacked size of a document. LibreOffice holds all of it in its 4 GiB of memory. */
const MAX_UNPACKED_BYTES = 1_000_000_000;
/** No office file compresses this well; the parts of a zip bomb do. */
const MAX_RATIO = 1000;
const RATIO_MATTERS_FROM = 50_000_000;

/**
 * Accepts a file only if its bytes match its format: LibreOffice would open anything else as plain text. Errors: `empty`,
 * `corrupt`, `too-large`.
 */
export function admit(bytes: Uint8Array<ArrayBuffer>, from: FormatId): Source {
  const source = SOURCES[from];
  if (!source) throw new RangeError(`not a source: ${from}`);
  if (bytes.length === 0) throw new ConversionError('empty', 'zero bytes');
  const container = containerOf(bytes);
  if (!source.containers.some((allowed) => allowed === container) && !isBareExcel(bytes, from)) {
    throw new ConversionError('corrupt', `${from} that begins like ${container}`);
  }
  if (container === 'zip') assertZip(bytes, source);
  if (container === 'compound' && !isSealed(bytes, from)) assertMainStream(bytes, source);
  return source;
}

/** Office Open XML in a compound file: encrypted, or an unknown format. */
export function isSealed(bytes: Uint8Array, from: FormatId): boolean {
  return containerOf(bytes) === 'compound' && SOURCES[from]?.containers.includes('zip') === true;
}

function containerOf(bytes: Uint8Array): Container | 'other' {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return 'zip';
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return 'compound';
  if (startsWith(bytes, [0x7b, 0x5c, 0x72, 0x74, 0x66])) return 'rtf';
  if (LOTUS_STARTS.some((start) => startsWith(bytes, start))) return 'lotus';
  return isReadable(bytes) ? 'text' : 'other';
}

/** First record of Lotus 1-2-3 and Quattro Pro worksheets: "beginning of file" and its length, before the version. */
const LOTUS_STARTS = [
  [0x00, 0x00, 0x02, 0x00],
  [0x00, 0x00, 0x1a, 0x00],
  [0xff, 0x00, 0x02, 0x00],
];

const SAMPLE = 4096;

/** Text has no control characters except white space and ISO 2022 shifts; UTF-16 starts with a byte order mark. */
function isReadable(bytes: Uint8Array): boolean {
  if (startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff])) return true;
  return bytes
    .subarray(0, SAMPLE)
    .every((byte) => byte >= 0x20 || (byte >= 0x07 && byte <= 0x0f) || byte === 0x1a || byte === 0x1b);
}

/** Excel 2 to 4: a stream without a container. */
function isBareExcel(bytes: Uint8Array, from: FormatId): boolean {
  return from === 'xls' && isBeginning(bytes);
}

/** A "beginning of file" record of any version ([MS-XLS] 2.4.21). */
function isBeginning(bytes: Uint8Array): boolean {
  return bytes[0] === 0x09 && [0, 2, 4, 8].includes(bytes[1] ?? 1) && bytes[3] === 0;
}

function assertZip(bytes: Uint8Array<ArrayBuffer>, { member }: Source): void {
  const members = readDirectory(bytes);
  if (!members) throw new ConversionError('corrupt', 'a zip without a directory');
  const unpacked = members.reduce((sum, { size }) => sum + size, 0);
  if (unpacked > MAX_UNPACKED_BYTES || (unpacked > RATIO_MATTERS_FROM && unpacked > bytes.length * MAX_RATIO)) {
    throw new ConversionError('too-large', `unpacks to ${unpacked} bytes`);
  }
  if (member !== undefined && !members.some(({ name }) => holds(name, member))) {
    throw new ConversionError('corrupt', `no member ${member}`);
  }
}

/** Writer and Calc would also open a compound file without a document as plain text. */
function assertMainStream(bytes: Uint8Array<ArrayBuffer>, { kind }: Source): void {
  if (kind === 'text' && !readStream(bytes, 'WordDocument')) throw new ConversionError('corrupt', 'no stream of a document');
  if (kind !== 'sheets') return;
  const workbook = readStream(bytes, 'Workbook') ?? readStream(bytes, 'Book');
  if (!workbook || !isBeginning(workbook)) throw new ConversionError('corrupt', 'no stream of a workbook');
}

/**
 * Whether one of a workbook's first records says that it is encrypted ([MS-XLS] 2.4.117). Some open with a well-known default
 * password.
 */
export function isLockedWorkbook(bytes: Uint8Array<ArrayBuffer>): boolean {
  if (containerOf(bytes) !== 'compound') return false;
  const workbook = readStream(bytes, 'Workbook') ?? readStream(bytes, 'Book') ?? new Uint8Array();
  const view = viewOf(workbook);
  let at = 0;
  for (let record = 0; record < BEFORE_FILE_PASS && at + 4 <= workbook.length; record += 1) {
    if (view.getUint16(at, true) === FILE_PASS) return true;
    at += 4 + view.getUint16(at + 2, true);
  }
  return false;
}

/** The first record, write protection records, and the record itself. */
const BEFORE_FILE_PASS = 4;
const FILE_PASS = 0x2f;

/**
 * Some writers spell part names in another case, or with a backslash. LibreOffice's own encryption leaves one member, the
 * package.
 */
function holds(name: string, member: string): boolean {
  const plain = name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();
  return plain.startsWith(member) || plain === 'encrypted-package';
}
