import { readTar } from '@bakkum/archive-tar/read';
import { tarOf } from '@bakkum/archive-tar/write';
import { innerName, packEachAlone } from '@bakkum/archive-tree/singles';
import { counted, filesOf, streamOf } from '@bakkum/archive-tree/streams';
import { assertNoBomb, buildTree, FILES, treeOf } from '@bakkum/archive-tree/tree';
import type { Bytes } from '@bakkum/bytes/bytes';
import { chunksOf } from '@bakkum/bytes/streams';
import { blobOf, type ConvertRequest, type ConvertResult, type Engine, type EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { ByteSource } from './byte-source.ts';
import type { Codec, Effort, Unpacked } from './codec.ts';
import { SINGLES, TARS } from './formats.ts';

/** Packs and unpacks single files and tar archives as streams. */
export const engine: Engine = {
  convert: (request, context) => (request.to === FILES ? read(request, context) : write(request, context)),
};

function packedAs(format: string): (typeof SINGLES)[string] {
  const packed = SINGLES[TARS[format] ?? format];
  if (!packed) throw new RangeError(`no codec for ${format}`);
  return packed;
}

async function read(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  context.signal.throwIfAborted();
  const packed = blobOf(request.inputs[0]);
  if (packed.size === 0) throw new ConversionError('empty', 'zero bytes');
  const content = await unpacked(packed, packedAs(request.from).codec, context);
  if (request.from in TARS) return readTar(content, packed.size, context.signal);
  const entry = { kind: 'file', path: innerName(packed), size: content.size, open: () => streamOf(content) } as const;
  return { outputs: [{ content: buildTree([entry], packed.size).tree }], warnings: [] };
}

/** Writes the unpacked file to disk, where it can be read in any order. */
async function unpacked(packed: Blob, { unpack }: Codec, context: EngineContext): Promise<Blob> {
  if (!unpack) throw new RangeError('a codec that only packs');
  const source = new ByteSource(packed);
  const file = await context.openOutput();
  for await (const chunk of unpack(source, context)) {
    context.signal.throwIfAborted();
    assertNoBomb(file.size + chunk.length, packed.size);
    file.write(chunk, file.size);
    context.onProgress(1 - source.left / packed.size);
  }
  return file.close('application/octet-stream');
}

const EFFORTS: Readonly<Record<string, Effort>> = { none: 0, fast: 1, balanced: 2, smallest: 3 };

async function write(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  context.signal.throwIfAborted();
  const tree = treeOf(request.inputs[0]);
  const { codec, mediaType } = packedAs(request.to);
  const effort = EFFORTS[String(request.options['compression'])] ?? 2;
  const through = counted(filesOf(tree).bytes, context.onProgress);
  const pack = async (content: ReadableStream<Bytes>): Promise<Blob> => {
    if (!codec.pack) throw new RangeError('a codec that only unpacks');
    return stored(codec.pack(chunksOf(content), effort, context), mediaType, context);
  };
  if (!(request.to in TARS)) return packEachAlone(tree, (file) => pack(file.open().pipeThrough(through())));
  return { outputs: [{ content: await pack(tarOf(tree, through)) }], warnings: [] };
}

async function stored(chunks: Unpacked, mediaType: string, context: EngineContext): Promise<Blob> {
  const file = await context.openOutput();
  for await (const chunk of chunks) {
    context.signal.throwIfAborted();
    file.write(chunk, file.size);
  }
  return file.close(mediaType);
}
