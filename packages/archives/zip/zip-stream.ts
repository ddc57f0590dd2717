import { safeName, safePath, uniqueNames } from '@bakkum/conversion/file-names';
import { ZipWriter } from '@zip.js/zip.js/lib/zip-core-writer.js';

type Chunk = Uint8Array<ArrayBuffer>;

/** @property path with `/` between folders; made safe and unique when it is written */
export type ZipMember = {
  readonly path: string;
  readonly blob: Blob;
  readonly deflate: boolean;
  readonly modifiedAt: Date;
};

const DEFLATE_LEVEL = 6;

/**
 * Streams files as a zip with UTF-8 names, as ZIP64 where sizes or counts require it. Files are requested and written one after
 * another, as fast as the stream is read; nothing is held in memory. The stream fails with the error of a file.
 */
export function zipStream(members: Iterable<ZipMember> | AsyncIterable<ZipMember>): ReadableStream<Chunk> {
  const { readable, writable } = new TransformStream<Uint8Array, Chunk>();
  const sink = writable.getWriter();
  const written = writeAll(
    members,
    new WritableStream({ write: (chunk) => sink.write(chunk), close: () => sink.close(), abort: (cause) => sink.abort(cause) }),
  );
  // Errors reach the reader through the stream; after the reader cancels, no one is left to receive them.
  written.catch((cause: unknown) => sink.abort(cause)).catch(() => undefined);
  return readable;
}

async function writeAll(
  members: Iterable<ZipMember> | AsyncIterable<ZipMember>,
  target: WritableStream<Uint8Array>,
): Promise<void> {
  const writer = new ZipWriter(target, { useWebWorkers: false });
  const unique = uniqueNames();
  for await (const { path, blob, deflate, modifiedAt } of members)
    await writer.add(unique(safePath(path) || safeName(path)), blob.stream(), {
      level: deflate ? DEFLATE_LEVEL : 0,
      lastModDate: modifiedAt,
      uncompressedSize: blob.size,
    });
  await writer.close();
}
