import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OutputFile } from '@bakkum/conversion/output-file';
import type { FileTree, TreeFile } from './tree.ts';

/**
 * Passes bytes through and fails with `corrupt` if their number differs from the size an entry declares: archive bombs and
 * damaged files declare wrong sizes.
 */
export function exactly(size: number): TransformStream<Bytes, Bytes> {
  let seen = 0;
  const refuse = () => new ConversionError('corrupt', `an entry of ${size} bytes has ${seen}`);
  return new TransformStream({
    transform(chunk, controller) {
      seen += chunk.length;
      if (seen > size) throw refuse();
      controller.enqueue(chunk);
    },
    flush() {
      if (seen !== size) throw refuse();
    },
  });
}

/** Appends to an output file. Closing the stream leaves the file open. */
export function appendTo(file: OutputFile): WritableStream<Uint8Array> {
  return new WritableStream({
    write(chunk) {
      file.write(chunk, file.size);
    },
  });
}

/** Appends a stream to a file until the signal aborts. Errors: those of the stream, and the signal's reason (`cancelled`). */
export async function pour(from: ReadableStream<Uint8Array>, file: OutputFile, signal: AbortSignal): Promise<void> {
  await from.pipeTo(appendTo(file), { signal });
}

/** The files of a tree and their total size, for progress in bytes. */
export function filesOf(tree: FileTree): { readonly files: readonly TreeFile[]; readonly bytes: number } {
  const files = tree.entries.filter((entry) => entry.kind === 'file');
  return { files, bytes: files.reduce((sum, { size }) => sum + size, 0) };
}

/** Reports the fraction of `total` bytes that has passed. */
export function counted(total: number, onProgress: (fraction: number) => void): () => TransformStream<Bytes, Bytes> {
  let done = 0;
  return () =>
    new TransformStream({
      transform(chunk, controller) {
        done += chunk.length;
        onProgress(total === 0 ? 1 : Math.min(1, done / total));
        controller.enqueue(chunk);
      },
    });
}

/** Streams a blob as plain bytes. */
export function streamOf(blob: Blob): ReadableStream<Bytes> {
  return blob.stream();
}
