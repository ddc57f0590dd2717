import { counted, exactly, filesOf, pour } from '@bakkum/archive-tree/streams';
import { type TreeFile, treeOf } from '@bakkum/archive-tree/tree';
import { collect } from '@bakkum/bytes/streams';
import type { ConvertRequest, ConvertResult, EngineContext, EngineOutput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';

const KIB = 1024;
/** Maximum number of files. Each one is a result of its own, which costs a page more than an entry of a ZIP. */
export const MAX_FILES = 10_000;
/** Larger files are written to disk. */
export const MAX_SMALL_BYTES = 256 * KIB;
/** Total size of the files kept in memory, because a file on disk takes milliseconds to create. */
const MAX_BYTES_IN_MEMORY = 32 * KIB * KIB;
/** Of no type that a browser would open as a page: the content comes from strangers. */
const MEDIA_TYPE = 'application/octet-stream';

/** Extracts the files of an archive. Each is a result with its path as the label. */
export async function extractContents({ inputs: [input] }: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  context.signal.throwIfAborted();
  const tree = treeOf(input);
  const { files, bytes } = filesOf(tree);
  if (files.length > MAX_FILES) throw new ConversionError('too-large', `${files.length} files to extract`);
  const links = tree.entries.filter(({ kind }) => kind === 'link').length;
  const [first, ...others] = await extracted(files, bytes, context);
  if (!first) throw new ConversionError('empty', 'an archive without files');
  return {
    outputs: [first, ...others],
    warnings: links === 0 ? [] : [{ code: 'links-dropped', params: { count: links } }],
  };
}

async function extracted(files: readonly TreeFile[], bytes: number, context: EngineContext): Promise<readonly EngineOutput[]> {
  const through = counted(bytes, context.onProgress);
  const outputs: EngineOutput[] = [];
  let inMemory = 0;
  for (const file of files) {
    context.signal.throwIfAborted();
    const stream = file.open().pipeThrough(exactly(file.size)).pipeThrough(through(), { signal: context.signal });
    const isKept = file.size <= MAX_SMALL_BYTES && inMemory + file.size <= MAX_BYTES_IN_MEMORY;
    if (isKept) inMemory += file.size;
    const content = isKept ? await keptInMemory(stream) : await writtenToDisk(stream, context);
    outputs.push({ content, label: file.path });
  }
  return outputs;
}

async function keptInMemory(stream: ReadableStream<Uint8Array>): Promise<Blob> {
  return new Blob([await collect(stream)], { type: MEDIA_TYPE });
}

async function writtenToDisk(stream: ReadableStream<Uint8Array>, { signal, openOutput }: EngineContext): Promise<Blob> {
  const output = await openOutput();
  await pour(stream, output, signal);
  return output.close(MEDIA_TYPE);
}
