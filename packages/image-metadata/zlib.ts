/** No profile or packet we keep is larger; a chunk that inflates to more is a bomb. */
const MAX_INFLATED = 16 * 1024 * 1024;

/** Inflates a zlib stream. Answers nothing when it is damaged or grows beyond 16 MiB. */
export async function inflate(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return unpack(bytes, 'deflate');
}

/** The same for Brotli, which not every host can read: Node 24 can. */
export async function inflateBrotli(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return unpack(bytes, 'brotli');
}

async function unpack(bytes: Uint8Array, format: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    // The type of the constructor's argument does not know Brotli yet.
    return await pump(bytes, Reflect.construct(DecompressionStream, [format]));
  } catch {
    return undefined; // damaged data, or a format this host does not know: the caller goes on without this part
  }
}

export async function deflate(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const packed = await pump(bytes, new CompressionStream('deflate'));
  if (!packed) throw new RangeError('more than 16 MiB of metadata');
  return packed;
}

async function pump(
  bytes: Uint8Array,
  stream: { readonly readable: ReadableStream; readonly writable: WritableStream },
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = new Blob([bytes.slice()]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    if (length > MAX_INFLATED) {
      await reader.cancel();
      return undefined;
    }
  }
  return new Uint8Array(await new Blob(parts.map((part) => part.slice())).arrayBuffer());
}
