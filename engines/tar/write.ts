import { packEachAlone } from '@bakkum/archive-tree/singles';
import { counted, filesOf, pour } from '@bakkum/archive-tree/streams';
import { assertComic, type FileTree, type TreeEntry, treeOf } from '@bakkum/archive-tree/tree';
import type { ConvertRequest, ConvertResult, EngineContext } from '@bakkum/conversion/engine';
import { createTarPacker, type TarHeader } from 'modern-tar';

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

/** A tar as it is asked for; nothing of it is kept. */
function tarOf(tree: FileTree, through: ReturnType<typeof counted>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { readable, controller } = createTarPacker();
  const add = async (): Promise<void> => {
    for (const entry of tree.entries) {
      const body = controller.add(headerOf(entry));
      if (entry.kind === 'file') await entry.open().pipeThrough(through()).pipeTo(body);
      else await body.close();
    }
    controller.finalize();
  };
  add().catch((thrown: unknown) => controller.error(thrown));
  return readable;
}

function headerOf(entry: TreeEntry): TarHeader {
  const common = {
    mtime: entry.modifiedAt ?? new Date(0),
    ...(entry.mode === undefined ? {} : { mode: entry.mode }),
  };
  switch (entry.kind) {
    case 'directory':
      return { ...common, name: `${entry.path}/`, type: 'directory', size: 0 };
    case 'link':
      return { ...common, name: entry.path, type: 'symlink', linkname: entry.target, size: 0 };
    case 'file':
      return { ...common, name: entry.path, type: 'file', size: entry.size };
  }
}
