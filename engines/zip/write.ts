import { counted, filesOf } from '@bakkum/archive-tree/streams';
import { assertComic, type FileTree, type TreeEntry, treeOf } from '@bakkum/archive-tree/tree';
import type { ConvertRequest, ConvertResult, EngineContext } from '@bakkum/conversion/engine';
import type { OutputFile } from '@bakkum/conversion/output-file';
import { ZipWriter, type ZipWriterAddDataOptions } from '@zip.js/zip.js';

/** DEFLATE levels as numbered by zlib and zip.js. */
const LEVELS: Readonly<Record<string, number>> = { none: 0, fast: 1, balanced: 6, smallest: 9 };

const LINK_MODE = 0o120_777;

/** Streams from source to output: neither the folder nor the zip is ever fully in memory. */
export async function writeZip(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const tree = treeOf(request.inputs[0]);
  if (request.to === 'cbz') assertComic(tree);
  const password = String(request.options['newPassword'] ?? '');
  const level = LEVELS[String(request.options['compression'])] ?? 6;
  const file = await context.openOutput();
  const writer = new ZipWriter(positioned(file), {
    level,
    signal: context.signal,
    useWebWorkers: false,
    ...(password === '' ? {} : { password, encryptionStrength: 3 as const }),
  });
  await addAll(tree, writer, context);
  await writer.close();
  return {
    outputs: [{ content: await file.close(request.to === 'cbz' ? 'application/vnd.comicbook+zip' : 'application/zip') }],
    warnings: [],
  };
}

async function addAll(tree: FileTree, writer: ZipWriter<unknown>, { onProgress, signal }: EngineContext): Promise<void> {
  const through = counted(filesOf(tree).bytes, onProgress);
  for (const entry of tree.entries) {
    signal.throwIfAborted();
    const options = optionsOf(entry);
    if (entry.kind === 'directory') await writer.add(`${entry.path}/`, undefined, { ...options, directory: true });
    else if (entry.kind === 'link') await writer.add(entry.path, new Blob([entry.target]).stream(), options);
    else await writer.add(entry.path, entry.open().pipeThrough(through()), { ...options, uncompressedSize: entry.size });
  }
}

function optionsOf(entry: TreeEntry): ZipWriterAddDataOptions {
  const mode = entry.kind === 'link' ? LINK_MODE : entry.mode;
  return {
    ...(entry.modifiedAt ? { lastModDate: entry.modifiedAt } : {}),
    ...(mode === undefined ? {} : { unixMode: mode, msDosCompatible: false }),
  };
}

/** zip.js writes sequentially and does not seek if the target does not support it. */
function positioned(file: OutputFile): WritableStream<Uint8Array> {
  return new WritableStream({ write: (chunk) => file.write(chunk, file.size) });
}
