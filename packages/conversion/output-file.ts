/**
 * A file being written that need not fit in memory: OPFS in a browser worker, a temporary file in Node, memory where
 * neither is to be had. Errors: `storage-full`, `out-of-memory`.
 */
export type OutputFile = {
  /** Synchronous, so an Emscripten file system can write through it. Bytes between the end and `position` become zero. */
  write(bytes: Uint8Array, position: number): void;
  readonly size: number;
  truncate(size: number): void;
  /**
   * Ends writing. The blob is backed by the file; nothing is read into memory. Return it as it is: when the job ends, the
   * file of every blob that is not itself a result is removed, and with it what was sliced or composed from it.
   */
  close(mediaType: string): Promise<Blob>;
  /** Ends writing if it has not ended, and removes the file. A blob it answered can no longer be read. */
  discard(): Promise<void>;
};

/** A result that is written but not yet closed. */
export type MadeFile = Pick<OutputFile, 'size' | 'close' | 'discard'>;

/** The files one job writes. */
export type JobOutputs = {
  open(): Promise<OutputFile>;
  /** Counts a file that was made elsewhere among them. */
  adopt(file: MadeFile): MadeFile;
  /** Bytes in all of them now. */
  written(): number;
  /** Removes every file but those behind the blobs kept. Once, when the job has ended, well or not. */
  settle(kept: ReadonlySet<Blob>): Promise<void>;
};

export function trackOutputs(open: () => Promise<OutputFile>): JobOutputs {
  const files = new Map<MadeFile, Blob | undefined>();
  /** Sizes of the files that cannot be asked any more. */
  const closed = new Map<MadeFile, number>();
  const adopt = (file: MadeFile): MadeFile => {
    files.set(file, undefined);
    return {
      get size() {
        return file.size;
      },
      async close(mediaType) {
        closed.set(file, file.size);
        const blob = await file.close(mediaType);
        files.set(file, blob);
        return blob;
      },
      async discard() {
        files.delete(file);
        await file.discard();
      },
    };
  };
  return {
    written: () => [...files.keys()].reduce((sum, file) => sum + (closed.get(file) ?? file.size), 0),
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
