import type { counted } from '@bakkum/archive-tree/streams';
import type { FileTree, TreeEntry } from '@bakkum/archive-tree/tree';
import { createTarPacker, type TarHeader } from 'modern-tar';

/** Streams a file tree as a tar; nothing is buffered. */
export function tarOf(tree: FileTree, through: ReturnType<typeof counted>): ReadableStream<Uint8Array<ArrayBuffer>> {
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
