import { readTar } from '@bakkum/archive-tar/read';
import { innerName } from '@bakkum/archive-tree/singles';
import { pour, streamOf } from '@bakkum/archive-tree/streams';
import { assertNoBomb, buildTree, type TreeEntry } from '@bakkum/archive-tree/tree';
import { blobOf, type ConvertRequest, type ConvertResult, type EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';

export async function read(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const packed = blobOf(request.inputs[0]);
  if (request.from === 'gz') return readSingle(packed, context);
  const tar = request.from === 'tgz' ? await gunzip(packed, context) : packed;
  return readTar(tar, packed.size, context.signal);
}

async function readSingle(packed: Blob, context: EngineContext): Promise<ConvertResult> {
  const head = new Uint8Array(await packed.slice(0, 1024).arrayBuffer());
  const content = await gunzip(packed, context);
  const { name, modifiedAt } = gzipHeader(head);
  const entry: TreeEntry = {
    kind: 'file',
    path: name ?? innerName(packed),
    size: content.size,
    ...(modifiedAt ? { modifiedAt } : {}),
    open: () => streamOf(content),
  };
  const { tree, warnings } = buildTree([entry], packed.size);
  return { outputs: [{ content: tree }], warnings };
}

/** Writes to disk, where it can be read in any order. Concatenated members are left to another engine. */
async function gunzip(packed: Blob, context: EngineContext): Promise<Blob> {
  const file = await context.openOutput();
  const guard = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      assertNoBomb(file.size + chunk.length, packed.size);
      context.onProgress(Math.min(0.99, file.size / (packed.size * 4)));
      controller.enqueue(chunk);
    },
  });
  try {
    await pour(streamOf(packed).pipeThrough(new DecompressionStream('gzip')).pipeThrough(guard), file, context.signal);
  } catch (thrown) {
    // Both platforms throw this for data that is not gzip, ends early or has trailing bytes.
    if (thrown instanceof TypeError) throw new ConversionError('corrupt', thrown.message, { cause: thrown });
    throw thrown;
  }
  return file.close('application/octet-stream');
}

const FLAG_EXTRA = 4;
const FLAG_NAME = 8;
const FIXED_BYTES = 10;

/** Name and time of the packed file, if its header has them (RFC 1952, 2.3). */
function gzipHeader(head: Uint8Array<ArrayBuffer>): { readonly name?: string; readonly modifiedAt?: Date } {
  if (head.length < FIXED_BYTES) return {};
  const view = new DataView(head.buffer);
  const seconds = view.getUint32(4, true);
  const flags = head[3] ?? 0;
  const start = FIXED_BYTES + (flags & FLAG_EXTRA && head.length > FIXED_BYTES + 2 ? 2 + view.getUint16(FIXED_BYTES, true) : 0);
  const end = head.indexOf(0, start);
  const name = flags & FLAG_NAME && end > start ? new TextDecoder().decode(head.subarray(start, end)) : undefined;
  return { ...(name ? { name } : {}), ...(seconds > 0 ? { modifiedAt: new Date(seconds * 1000) } : {}) };
}
