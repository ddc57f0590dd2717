/**
 * A file being written that need not fit in memory: OPFS in a browser worker, a temporary file in Node, memory if neither is
 * available. Errors: `storage-full`, `out-of-memory`.
 */
export type OutputFile = {
  /** Synchronous, so that an Emscripten file system can write through it. Bytes between the end and `position` become zero. */
  write(bytes: Uint8Array, position: number): void;
  readonly size: number;
  truncate(size: number): void;
  /**
   * Finishes writing. The blob is backed by the file; nothing is read into memory. Return the blob itself: when the job ends, the
   * file of every blob that is not a result is deleted, which invalidates blobs sliced or composed from it.
   */
  close(mediaType: string): Promise<Blob>;
  /** Finishes writing if needed and deletes the file. Its blob can no longer be read. */
  discard(): Promise<void>;
};

/** A result that is written but not yet closed. */
export type MadeFile = Pick<OutputFile, 'size' | 'close' | 'discard'>;

/** The files written by one job. */
export type JobOutputs = {
  open(): Promise<OutputFile>;
  /** Adds a file that was created elsewhere. */
  adopt(file: MadeFile): MadeFile;
  /** Current total size in bytes. */
  written(): number;
  /** Deletes every file except those behind the blobs in `kept`. Called once, when the job has ended, successfully or not. */
  settle(kept: ReadonlySet<Blob>): Promise<void>;
};

export function trackOutputs(open: () => Promise<OutputFile>): JobOutputs {
  const files = new Map<MadeFile, Blob | undefined>();
  const unclosed = new Set<MadeFile>();
  /** Sizes of files that are closed and can no longer report them, and their sum, which is read at every progress call. */
  const closed = new Map<MadeFile, number>();
  let closedBytes = 0;
  const setClosed = (file: MadeFile, size: number): void => {
    unclosed.delete(file);
    closedBytes += size - (closed.get(file) ?? 0);
    closed.set(file, size);
  };
  const adopt = (file: MadeFile): MadeFile => {
    files.set(file, undefined);
    unclosed.add(file);
    return {
      get size() {
        return file.size;
      },
      async close(mediaType) {
        setClosed(file, file.size);
        const blob = await file.close(mediaType);
        files.set(file, blob);
        return blob;
      },
      async discard() {
        files.delete(file);
        setClosed(file, 0);
        await file.discard();
      },
    };
  };
  return {
    written: () => [...unclosed].reduce((sum, file) => sum + file.size, closedBytes),
    adopt,
    async open() {
      const file = await open();
      const tracked = adopt(file);
      return {
        write: (bytes, position) => file.write(bytes, position),
        get size() {
          return file.size;
        },
        truncate: (size) => file.truncate(size),
        close: (mediaType) => tracked.close(mediaType),
        discard: () => tracked.discard(),
      };
    },
    async settle(kept) {
      const unwanted = [...files].filter(([, blob]) => !blob || !kept.has(blob));
      files.clear();
      await Promise.allSettled(unwanted.map(([file]) => file.discard()));
    },
  };
}
