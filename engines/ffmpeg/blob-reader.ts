/** Synchronous access to the bytes of a file. */
export type BlobReader = {
  readonly size: number;
  /** Copies bytes at `position` into `target` and returns how many there were. */
  read(target: Uint8Array, position: number): number;
};

/** Read-ahead size: the program reads 32 KiB at a time, and each browser request takes a third of a millisecond. */
const WINDOW_BYTES = 4 * 1024 * 1024;

/** Browser workers read the file on demand. Other environments cannot read a blob synchronously, so it is copied first. */
export async function openBlobReader(blob: Blob): Promise<BlobReader> {
  if ('FileReaderSync' in globalThis) return windowReader(blob.size, syncSlices(blob));
  const parts: Uint8Array[] = [];
  for (let at = 0; at < blob.size; at += WINDOW_BYTES)
    parts.push(new Uint8Array(await blob.slice(at, at + WINDOW_BYTES).arrayBuffer()));
  return windowReader(blob.size, (index) => parts[index] ?? new Uint8Array());
}

function syncSlices(blob: Blob): (index: number) => Uint8Array {
  const read = syncRead();
  let held: { readonly index: number; readonly bytes: Uint8Array } | undefined;
  return (index) => {
    if (held?.index !== index) {
      const at = index * WINDOW_BYTES;
      held = { index, bytes: new Uint8Array(read(blob.slice(at, at + WINDOW_BYTES))) };
    }
    return held.bytes;
  };
}

/** Returns `FileReaderSync`, which exists only in browser workers and their types. */
function syncRead(): (part: Blob) => ArrayBuffer {
  const reader: unknown = Reflect.construct(Reflect.get(globalThis, 'FileReaderSync'), []);
  if (typeof reader !== 'object' || reader === null) throw new TypeError('no FileReaderSync');
  const method: unknown = Reflect.get(reader, 'readAsArrayBuffer');
  if (typeof method !== 'function') throw new TypeError('FileReaderSync does not read');
  return (part) => {
    const bytes: unknown = Reflect.apply(method, reader, [part]);
    if (!(bytes instanceof ArrayBuffer)) throw new TypeError('FileReaderSync read nothing');
    return bytes;
  };
}

function windowReader(size: number, windowAt: (index: number) => Uint8Array): BlobReader {
  return {
    size,
    read(target, position) {
      const wanted = Math.max(0, Math.min(target.length, size - position));
      let done = 0;
      while (done < wanted) {
        const at = position + done;
        const offset = at % WINDOW_BYTES;
        const part = windowAt(Math.floor(at / WINDOW_BYTES)).subarray(offset, offset + wanted - done);
        if (part.length === 0) break; // the file shrank while it was being read
        target.set(part, done);
        done += part.length;
      }
      return done;
    },
  };
}
