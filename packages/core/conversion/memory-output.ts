import type { OutputFile } from './output-file.ts';

const CHUNK_BYTES = 1024 * 1024;

/** An output kept in memory as a list of chunks, so that growing it copies nothing. */
export function memoryOutput(): OutputFile {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;

  const chunkAt = (index: number): Uint8Array<ArrayBuffer> => {
    for (let next = chunks.length; next <= index; next++) chunks.push(new Uint8Array(CHUNK_BYTES));
    return chunks[index] ?? new Uint8Array(CHUNK_BYTES);
  };

  return {
    get size() {
      return size;
    },
    write(bytes, position) {
      for (let done = 0; done < bytes.length; ) {
        const at = position + done;
        const offset = at % CHUNK_BYTES;
        const length = Math.min(bytes.length - done, CHUNK_BYTES - offset);
        chunkAt(Math.floor(at / CHUNK_BYTES)).set(bytes.subarray(done, done + length), offset);
        done += length;
      }
      size = Math.max(size, position + bytes.length);
    },
    truncate(length) {
      if (length < size) {
        chunks.length = Math.min(chunks.length, Math.ceil(length / CHUNK_BYTES));
        chunks[Math.floor(length / CHUNK_BYTES)]?.fill(0, length % CHUNK_BYTES);
      } else if (length > 0) chunkAt(Math.ceil(length / CHUNK_BYTES) - 1);
      size = length;
    },
    async close(type) {
      const parts = chunks.map((chunk, index) => chunk.subarray(0, Math.max(0, size - index * CHUNK_BYTES)));
      return new Blob(parts, { type });
    },
    async discard() {
      chunks.length = 0;
      size = 0;
    },
  };
}
