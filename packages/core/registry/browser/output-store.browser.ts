import { ConversionError } from '@bakkum/conversion/errors';
import { memoryOutput } from '@bakkum/conversion/memory-output';
import type { OutputFile } from '@bakkum/conversion/output-file';

/** The part of `FileSystemSyncAccessHandle` used here; it exists only in workers, so the page's types lack it. */
export type SyncHandle = {
  write(bytes: Uint8Array<ArrayBuffer>, options: { readonly at: number }): number;
  truncate(size: number): void;
  getSize(): number;
  close(): void;
};

export type OutputStore = {
  open(): Promise<OutputFile>;
  /** Returns the file name behind a blob that `close` returned. */
  nameOf(blob: Blob): string | undefined;
};

/**
 * Stores the results of one worker in its folder of the browser's private file system. Where that is missing or refuses (private
 * windows), results stay in memory; when it is full, the rest of a result does.
 */
export function createOutputStore(folder: () => Promise<FileSystemDirectoryHandle | undefined>): OutputStore {
  const names = new WeakMap<Blob, string>();
  let lastFile = 0;
  return {
    nameOf: (blob) => names.get(blob),
    async open() {
      lastFile += 1;
      const name = String(lastFile);
      const opened = await openIn(folder, name);
      if (!opened) return memoryOutput();
      return diskOutput(opened.handle, {
        file: () => opened.entry.getFile(),
        remove: () => opened.directory.removeEntry(name),
        made: (blob) => names.set(blob, name),
      });
    },
  };
}

type Opened = {
  readonly directory: FileSystemDirectoryHandle;
  readonly entry: FileSystemFileHandle;
  readonly handle: SyncHandle;
};

/** Returns `undefined` where the browser provides no file: any step may be missing or fail, and memory is used instead. */
async function openIn(folder: () => Promise<FileSystemDirectoryHandle | undefined>, name: string): Promise<Opened | undefined> {
  try {
    const directory = await folder();
    const entry = await directory?.getFileHandle(name, { create: true });
    if (!directory || !entry || !hasSyncAccess(entry)) return undefined;
    return { directory, entry, handle: await entry.createSyncAccessHandle() };
  } catch (refusal) {
    if (refusal instanceof DOMException) return undefined;
    throw refusal;
  }
}

function hasSyncAccess(
  entry: FileSystemFileHandle,
): entry is FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncHandle> } {
  return 'createSyncAccessHandle' in entry && typeof entry.createSyncAccessHandle === 'function';
}

/** An output to a file whose remainder goes to memory when the disk is full. Exported for its test. */
export function diskOutput(
  handle: SyncHandle,
  entry: { file(): Promise<Blob>; remove(): Promise<void>; made(blob: Blob): void },
): OutputFile {
  let open = true;
  /** Counted here, as every progress report reads it and the handle would access the disk. */
  let headSize = 0;
  let tail: { readonly from: number; readonly memory: OutputFile } | undefined;

  const end = (): void => {
    if (open) handle.close();
    open = false;
  };
  const writeHead = (bytes: Uint8Array<ArrayBuffer>, position: number): void => {
    if (bytes.length > 0 && writeOrZero(handle, bytes, position) < bytes.length)
      throw new ConversionError('storage-full', 'the disk is full');
  };
  const write = (bytes: Uint8Array<ArrayBuffer>, position: number): void => {
    if (tail) {
      const head = Math.min(bytes.length, Math.max(0, tail.from - position));
      writeHead(bytes.subarray(0, head), position);
      if (head < bytes.length) tail.memory.write(bytes.subarray(head), position + head - tail.from);
    } else if (writeOrZero(handle, bytes, position) < bytes.length) {
      headSize = handle.getSize();
      tail = { from: headSize, memory: memoryOutput() };
      write(bytes, position);
    } else if (bytes.length > 0) headSize = Math.max(headSize, position + bytes.length);
  };

  return {
    get size() {
      return tail ? tail.from + tail.memory.size : headSize;
    },
    write: (bytes, position) => write(unshared(bytes), position),
    truncate(size) {
      if (tail && size < tail.from) tail = undefined;
      if (tail) tail.memory.truncate(size - tail.from);
      else {
        handle.truncate(size);
        headSize = size;
      }
    },
    async close(type) {
      // Not flushed: that would wait for the disk, and the data can be read without.
      end();
      const file = await entry.file();
      if (file.size < headSize) throw new ConversionError('storage-full', 'the disk stored less than was written');
      const head = file.slice(0, headSize, type);
      const blob = tail ? new Blob([head, await tail.memory.close(type)], { type }) : head;
      entry.made(blob);
      return blob;
    },
    async discard() {
      end();
      tail = undefined;
      await entry.remove();
    },
  };
}

/**
 * Writes bytes and returns their number, 0 when the quota refuses. Instead of throwing, Chromium 156 may return its error -8 as
 * an unsigned number, 4294967288: observed in a private window after 1.5 GB.
 */
function writeOrZero(handle: SyncHandle, bytes: Uint8Array<ArrayBuffer>, at: number): number {
  try {
    const written = handle.write(bytes, { at });
    return written <= bytes.length ? written : 0;
  } catch (refusal) {
    if (refusal instanceof DOMException && refusal.name === 'QuotaExceededError') return 0;
    throw refusal;
  }
}

/** Copies memory shared between threads, which threaded engines write from and file handles do not accept. */
function unshared(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  return buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(bytes);
}
