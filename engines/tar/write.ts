import { tarOf } from '@bakkum/archive-tar/write';
import { packEachAlone } from '@bakkum/archive-tree/singles';
import { counted, filesOf, pour } from '@bakkum/archive-tree/streams';
import { assertComic, treeOf } from '@bakkum/archive-tree/tree';
import type { ConvertRequest, ConvertResult, EngineContext } from '@bakkum/conversion/engine';

export async function write(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const tree = treeOf(request.inputs[0]);
  if (request.to === 'cbt') assertComic(tree);
  const through = counted(filesOf(tree).bytes, context.onProgress);
  if (request.to === 'gz') {
    return packEachAlone(tree, (file) =>
      store(file.open().pipeThrough(through()).pipeThrough(new CompressionStream('gzip')), 'application/gzip', context),
    );
  }
  const tar = tarOf(tree, through);
  const content =
    request.to === 'tgz'
      ? await store(tar.pipeThrough(new CompressionStream('gzip')), 'application/gzip', context)
      : await store(tar, 'application/x-tar', context);
  return { outputs: [{ content }], warnings: [] };
}

async function store(stream: ReadableStream<Uint8Array>, mediaType: string, context: EngineContext): Promise<Blob> {
  const file = await context.openOutput();
  await pour(stream, file, context.signal);
  return file.close(mediaType);
}
