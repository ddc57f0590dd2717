import type { TreeEntry } from '@bakkum/archive-tree/tree';
import type { Bytes } from '@bakkum/bytes/bytes';

export type Listed = {
  readonly path: string;
  readonly size: number;
  readonly modifiedAt?: Date | undefined;
  readonly unpack: () => Bytes;
};

/** Creates an entry that is unpacked each time it is opened. */
export function entryFor({ path, size, modifiedAt, unpack }: Listed): TreeEntry {
  const open = (): ReadableStream<Bytes> =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(unpack());
        controller.close();
      },
    });
  return { kind: 'file', path, size, open, ...(modifiedAt ? { modifiedAt } : {}) };
}
