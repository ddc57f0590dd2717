/** Larger than any profile or packet we keep; a chunk that inflates to more is a decompression bomb. */
const MAX_INFLATED = 16 * 1024 * 1024;

/** Inflates a zlib stream. Undefined when it is damaged or exceeds 16 MiB. */
export async function inflate(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return unpack(bytes, 'deflate');
}

/** The same for Brotli, which not every host supports; Node 24 does. */
export async function inflateBrotli(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return unpack(bytes, 'brotli');
}

async function unpack(bytes: Uint8Array, format: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    // The TypeScript type of the constructor's argument does not list Brotli yet.
    return await pump(bytes, Reflect.construct(DecompressionStream, [format]));
  } catch {
    return undefined; // Damaged data, or a format this host does not support: the caller continues without this part.
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
