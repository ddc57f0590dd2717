import { readTar } from '@bakkum/archive-tar/read';
import { innerName } from '@bakkum/archive-tree/singles';
import { streamOf } from '@bakkum/archive-tree/streams';
import { assertNoBomb, buildTree, type TreeEntry } from '@bakkum/archive-tree/tree';
import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { crc32 } from '@bakkum/bytes/checksums';
import {
  blobOf,
  bytesOf,
  type ConvertRequest,
  type ConvertResult,
  type EngineContext,
  type Warning,
} from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OutputFile } from '@bakkum/conversion/output-file';
import { LZIP, PACKAGES, SINGLE, TARS } from './forms.ts';
import { lzipMembers } from './lzip.ts';
import { MAX_UNPACKED_BYTES, type Program, startProgram, type WriteOutput } from './program.ts';

/** Permissions 7-Zip assigns if the archive has none. */
const UNSET: ReadonlySet<number> = new Set([0o666, 0o777]);

const INPUT = '/archive';
/** Folder of compressed files, which name the unpacked file. */
const PACKED = '/packed';
const OUTPUT = '/out';
const INNER = '/inner';

export async function readArchive(request: ConvertRequest, host: EngineContext): Promise<ConvertResult> {
  const context = { ...host, onProgress: rising(host.onProgress) };
  const blob = blobOf(request.inputs[0]);
  if (blob.size === 0) throw new ConversionError('empty', 'zero bytes');
  const program = await startProgram(context);
  if (SINGLE.has(request.from) || TARS.has(request.from)) return readCompressed(program, request.from, blob, context);
  const password = String(request.options['password'] ?? '');
  const bytes = await bytesOf(blob);
  if (request.from === 'arj' && isGarbled(bytes)) throw new ConversionError('encrypted', 'members under a password');
  for (const folder of [OUTPUT, INNER]) program.fs.mkdirTree(folder);
  program.fs.writeFile(INPUT, bytes);
  const first = extract(program, { input: INPUT, output: OUTPUT, password, packed: blob.size }, context);
  const outcome = PACKAGES.has(request.from) ? extractInner(program, first, blob.size, context) : first;
  const { tree, warnings } = buildTree(entriesOf(program, outcome.folder, outcome.damaged), blob.size);
  if (tree.entries.length === 0 && outcome.damaged.size > 0) throw new ConversionError('corrupt', outcome.text);
  if (tree.entries.length === 0 && warnings.length === 0) throw new ConversionError('empty', 'an archive without files');
  return { outputs: [{ content: tree }], warnings: [...damageOf(outcome), ...warnings] };
}

/**
 * Reads a compressed file, or a compressed tar. The unpacked content goes to an output of the job, as it need not fit in memory.
 */
async function readCompressed(program: Program, from: string, blob: Blob, context: EngineContext): Promise<ConvertResult> {
  const isTar = TARS.has(from);
  const name = isTar ? 'archive.tar' : innerName(blob);
  const file = await context.openOutput();
  for (const folder of [PACKED, OUTPUT]) program.fs.mkdirTree(folder);
  const unpack = LZIP.has(from) ? extractLzip : extractSingle;
  const outcome = unpack(program, await bytesOf(blob), { name, from, file }, context);
  const [entry, ...others] = entriesOf(program, OUTPUT, isTar ? new Set() : outcome.damaged);
  if (entry?.kind !== 'file' || others.length > 0) throw new ConversionError('corrupt', outcome.text || 'not one file');
  const content = await file.close('application/octet-stream');
  if (!isTar) {
    const { tree, warnings } = buildTree([{ ...entry, size: content.size, open: () => streamOf(content) }], blob.size);
    return { outputs: [{ content: tree }], warnings: [...damageOf(outcome), ...warnings] };
  }
  const { outputs, warnings } = await readTar(content, blob.size, context.signal);
  const isTold = warnings.some(({ code }) => code === 'damaged-source');
  return { outputs, warnings: isTold ? warnings : [...damageOf(outcome), ...warnings] };
}

const damageOf = ({ failed }: Extracted): readonly Warning[] => (failed ? [{ code: 'damaged-source' }] : []);

type Extracted = {
  readonly folder: string;
  readonly failed: boolean;
  readonly damaged: ReadonlySet<string>;
  readonly text: string;
};
type Job = {
  readonly input: string;
  readonly output: string;
  readonly password: string;
  readonly packed: number;
  readonly sizesLie?: boolean;
  /** Receives the content of the only file, which is then not held in memory. */
  readonly write?: WriteOutput;
};
/** `name` is that of the unpacked file, unless the compressed file states one. */
type Compressed = { readonly name: string; readonly from: string; readonly file: OutputFile };

/** The size at the end of a gzip file is modulo 2³², and covers only the last member. The actual output is limited instead. */
const LIARS: ReadonlySet<string> = new Set(['gz', 'tgz']);

function extract(
  program: Program,
  { input, output, password, packed, sizesLie = false, write }: Job,
  { onProgress, signal }: EngineContext,
): Extracted {
  const listed = program.run(['l', '-slt', '-ba', '-bsp0', `-p${password}`, input]);
  if (listed.code !== 0) refuse(listed.text, password);
  if (!sizesLie) assertFits(listed.text, packed, write ? Number.POSITIVE_INFINITY : MAX_UNPACKED_BYTES);
  signal.throwIfAborted();
  const args = ['x', '-y', `-o${output}`, '-bso0', '-bsp1', '-snld', `-p${password}`, input];
  const { code, text } = program.run(args, onProgress, write);
  program.fs.unlink(input);
  if (code !== 0) refuse(text, password);
  return { folder: output, failed: code !== 0, damaged: damagedIn(text), text };
}

function extractSingle(program: Program, bytes: Bytes, { name, from, file }: Compressed, context: EngineContext): Extracted {
  const input = `${PACKED}/${name}.packed`;
  program.fs.writeFile(input, bytes);
  const write: WriteOutput = (content, position) => {
    assertNoBomb(position + content.length, bytes.length);
    file.write(content, position);
  };
  const job = { input, output: OUTPUT, password: '', packed: bytes.length, sizesLie: LIARS.has(from), write };
  return extract(program, job, context);
}

/** Extracts each member separately and appends it to the file. */
function extractLzip(program: Program, bytes: Bytes, { name, file }: Compressed, context: EngineContext): Extracted {
  const members = lzipMembers(bytes);
  const total = members.reduce((sum, { size }) => sum + size, 0);
  assertNoBomb(total, bytes.length);
  const input = `${PACKED}/member.lzma`;
  for (const [index, { lzma, size, crc }] of members.entries()) {
    program.fs.writeFile(input, lzma);
    const start = file.size;
    let sum = 0;
    const write: WriteOutput = (content) => {
      if (file.size + content.length > start + size) throw new ConversionError('corrupt', 'a member larger than declared');
      file.write(content, file.size);
      sum = crc32(content, sum);
    };
    extract(program, { input, output: `/members/${index}`, password: '', packed: bytes.length, write }, context);
    if (file.size !== start + size || sum !== crc) throw new ConversionError('corrupt', 'a member with a wrong checksum');
  }
  program.fs.writeFile(`${OUTPUT}/${name}`, new Uint8Array());
  return { folder: OUTPUT, failed: false, damaged: new Set(), text: '' };
}

/** Merges the progress of two extraction steps, so that it never goes back. */
function rising(onProgress: (fraction: number) => void): (fraction: number) => void {
  let most = 0;
  return (fraction) => {
    most = Math.max(most, fraction);
    onProgress(most);
  };
}

/** Returns the inner archive, the only extracted file. */
function extractInner(program: Program, outer: Extracted, packed: number, context: EngineContext): Extracted {
  const [name, ...others] = namesIn(program, outer.folder);
  if (name === undefined || others.length > 0) throw new ConversionError('corrupt', 'not one archive in another');
  const inner = extract(program, { input: `${outer.folder}/${name}`, output: INNER, password: '', packed }, context);
  return { ...inner, failed: inner.failed || outer.failed };
}

/** Checks the sizes listed before extraction. A single compressed file may not state its size. */
function assertFits(text: string, packed: number, limit: number): void {
  const sizes = [...text.matchAll(/^Size = (\d+)$/gm)].map(([, size]) => Number(size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  assertNoBomb(total, packed, sizes.length);
  if (total > limit) throw new ConversionError('too-large', `${total} bytes when unpacked`);
}

/** The first member of an ARJ archive marks it as garbled, ARJ's term for encrypted. 7-Zip reports that as an unknown method. */
function isGarbled(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  if (bytes.length < HEADER) return false;
  // The archive header, its checksum, and the length of the extended header, which is zero.
  const first = HEADER + view.getUint16(2, true) + 6;
  return first + 9 <= bytes.length && view.getUint16(first, true) === 0xea60 && ((bytes[first + 8] ?? 0) & GARBLED) !== 0;
}

/** Signature and length before each header. */
const HEADER = 4;
const GARBLED = 0x01;

/** Throws the error in 7-Zip's output; damaged file contents are handled elsewhere. */
function refuse(text: string, password: string): void {
  if (/password/i.test(text)) throw new ConversionError(password === '' ? 'encrypted' : 'wrong-password', text);
  if (/Unsupported Method|is not implemented/i.test(text)) throw new ConversionError('unsupported-feature', text);
  if (/Can(not|'t) open|Is not archive|Headers Error|Cannot find archive/i.test(text)) throw new ConversionError('corrupt', text);
}

/** Returns the files that failed their checksum. */
function damagedIn(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(/^ERROR: (?:CRC Failed|Data Error|Unexpected end of data)[^:]*: (.+)$/gm)].map(([, path]) => path ?? ''),
  );
}

function entriesOf({ fs }: Program, folder: string, damaged: ReadonlySet<string>): readonly TreeEntry[] {
  const entries: TreeEntry[] = [];
  const walk = (path: string): void => {
    for (const name of fs.readdir(path).filter((each) => each !== '.' && each !== '..')) {
      const full = `${path}/${name}`;
      const { mode, mtime } = fs.lstat(full);
      const rights = mode & 0o777;
      if (!fs.isLink(mode)) fs.chmod(full, mode | (fs.isDir(mode) ? 0o700 : 0o400)); // permissions in a disk image do not prevent reading
      const common = { path: full.slice(folder.length + 1), modifiedAt: mtime, ...(UNSET.has(rights) ? {} : { mode: rights }) };
      if (fs.isLink(mode)) entries.push({ ...common, kind: 'link', target: fs.readlink(full) });
      else if (fs.isDir(mode)) {
        entries.push({ ...common, kind: 'directory' });
        walk(full);
      } else if (!damaged.has(common.path)) entries.push(fileOf(fs.readFile(full), common));
      if (!fs.isDir(mode)) fs.unlink(full);
    }
  };
  walk(folder);
  return entries;
}

/** Copies to a blob, which a browser moves to disk when memory is short. */
function fileOf(bytes: Bytes, common: { readonly path: string; readonly modifiedAt: Date; readonly mode?: number }): TreeEntry {
  const blob = new Blob([bytes]);
  return { ...common, kind: 'file', size: blob.size, open: () => streamOf(blob) };
}

function namesIn({ fs }: Program, folder: string): readonly string[] {
  return fs.readdir(folder).filter((name) => name !== '.' && name !== '..');
}
