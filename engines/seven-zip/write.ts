import { baseName } from '@bakkum/archive-tree/paths';
import { packEachAlone } from '@bakkum/archive-tree/singles';
import { filesOf } from '@bakkum/archive-tree/streams';
import { assertComic, type FileTree, type TreeEntry, type TreeFile, treeOf } from '@bakkum/archive-tree/tree';
import type { Bytes } from '@bakkum/bytes/bytes';
import { chunksOf } from '@bakkum/bytes/streams';
import type { ConvertRequest, ConvertResult, EngineContext, EngineOutput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { LZIP, MEDIA_TYPES, PASSES, SINGLE, STREAM_ONLY } from './forms.ts';
import { aloneWith, lzipOf, streamIn } from './lzip.ts';
import { type Program, startProgram } from './program.ts';

const LEVELS: Readonly<Record<string, string>> = { none: '-mx=0', fast: '-mx=1', balanced: '-mx=5', smallest: '-mx=9' };

/** Limit of the folder's content, which is held in memory during packing. */
const MAX_PACKED_BYTES = 1024 * 1024 * 1024;

const SOURCE = '/source';

export async function writeArchive(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const tree = treeOf(request.inputs[0]);
  if (request.to === 'cb7') assertComic(tree);
  const { bytes } = filesOf(tree);
  if (bytes > MAX_PACKED_BYTES) throw new ConversionError('too-large', `${bytes} bytes to pack`);
  if (!SINGLE.has(request.to)) return { outputs: [await packFolder(tree, request, context)], warnings: [] };
  return packEachAlone(tree, (file) => packFile(file, request, context));
}

async function packFolder(tree: FileTree, request: ConvertRequest, context: EngineContext): Promise<EngineOutput> {
  const program = await startProgram(context);
  await layOut(program, tree, context.signal);
  program.fs.chdir(SOURCE);
  return { content: await pack(program, '.', request, context) };
}

async function packFile(file: TreeFile, request: ConvertRequest, context: EngineContext): Promise<Blob> {
  const program = await startProgram(context);
  program.fs.mkdirTree(SOURCE);
  program.fs.chdir(SOURCE);
  const name = baseName(file.path);
  await writeInto(program, file, name);
  return pack(program, name, request, context);
}

async function layOut(program: Program, tree: FileTree, signal: AbortSignal): Promise<void> {
  const { fs } = program;
  fs.mkdirTree(SOURCE);
  for (const entry of tree.entries) {
    signal.throwIfAborted();
    const path = `${SOURCE}/${entry.path}`;
    fs.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    if (entry.kind === 'directory') fs.mkdirTree(path);
    else if (entry.kind === 'link') fs.symlink(entry.target, path);
    else await writeInto(program, entry, path);
  }
  // Last, because writing a file changes the time of its folder.
  const folders = tree.entries.filter(({ kind }) => kind === 'directory').toReversed();
  for (const folder of folders) describe(program, { mode: 0o755, ...folder }, `${SOURCE}/${folder.path}`);
}

function describe({ fs }: Program, { mode, modifiedAt }: TreeEntry, path: string): void {
  if (mode !== undefined) fs.chmod(path, mode);
  if (modifiedAt) fs.utime(path, modifiedAt.getTime(), modifiedAt.getTime());
}

async function writeInto(program: Program, file: TreeFile, path: string): Promise<void> {
  const { fs } = program;
  const stream = fs.open(path, 'w');
  for await (const chunk of chunksOf(file.open())) fs.write(stream, chunk, 0, chunk.length);
  fs.close(stream);
  describe(program, file, path);
}

async function pack(program: Program, what: string, request: ConvertRequest, context: EngineContext): Promise<Blob> {
  const passes = PASSES[request.to] ?? [];
  let source = what;
  let previous = what;
  for (const [index, pass] of passes.entries()) {
    context.signal.throwIfAborted();
    const target = `/result-${index}.${pass}`; // 7-Zip adds an extension to names without one
    const part = (fraction: number) => context.onProgress((index + fraction) / passes.length);
    const { code, text } = program.run(['a', `-t${pass}`, ...settings(pass, request), target, source], part);
    if (code !== 0) throw new ConversionError('internal', text);
    if (index > 0 && !STREAM_ONLY.has(request.to)) program.fs.unlink(source);
    previous = source;
    source = target;
  }
  const file = await context.openOutput();
  const made = program.fs.readFile(source);
  file.write(STREAM_ONLY.has(request.to) ? streamAlone(made, program.fs.readFile(previous), request) : made, 0);
  return file.close(MEDIA_TYPES[request.to] ?? 'application/octet-stream');
}

/** Dictionary sizes as powers of two: packing needs about twelve times as much memory. */
const POWERS: Readonly<Record<string, number>> = { none: 16, fast: 20, balanced: 24, smallest: 25 };

const powerOf = ({ options }: ConvertRequest): number => POWERS[String(options['compression'])] ?? 24;

function streamAlone(sevenZip: Bytes, content: Bytes, request: ConvertRequest): Bytes {
  const stream = streamIn(sevenZip);
  const power = powerOf(request);
  return LZIP.has(request.to) ? lzipOf(stream, content, power) : aloneWith(2 ** power, stream);
}

function settings(pass: string, request: ConvertRequest): readonly string[] {
  if (pass === '7z' && STREAM_ONLY.has(request.to))
    return ['-bso0', '-bsp1', '-mhc=off', `-m0=lzma:lc=3:lp=0:pb=2:eos=on:d=${2 ** powerOf(request)}b`];
  const { options } = request;
  const password = String(options['newPassword'] ?? '');
  const level = LEVELS[String(options['compression'])] ?? '-mx=5';
  return [
    '-bso0',
    '-bsp1',
    '-snl',
    ...(pass === 'tar' || pass === 'wim' ? [] : [level]),
    ...(pass === '7z' && password !== '' ? [`-p${password}`, '-mhe=on'] : []),
  ];
}
