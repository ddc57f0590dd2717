import { type Bytes, concat } from './bytes.ts';
import { BytesError } from './errors.ts';

/** Iterates over a stream, which Safari cannot do itself. Leaving the loop early cancels the stream. */
export async function* chunksOf<Chunk>(stream: ReadableStream<Chunk>): AsyncGenerator<Chunk, void, void> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

/** Reads a whole stream into memory. @throws BytesError `too-large` above `maxBytes` */
export async function collect(stream: ReadableStream<Uint8Array>, maxBytes = Number.POSITIVE_INFINITY): Promise<Bytes> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of chunksOf(stream)) {
    length += part.length;
    if (length > maxBytes) throw new BytesError('too-large', `more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return concat(parts);
}

type Packed = Bytes | Blob;

function piped(content: Packed, pair: GenericTransformStream, signal?: AbortSignal): ReadableStream<Uint8Array> {
  const blob = content instanceof Blob ? content : new Blob([content]);
  return blob.stream().pipeThrough<Uint8Array>(pair, signal ? { signal } : {});
}

export function deflate(content: Packed, format: CompressionFormat = 'deflate'): Promise<Bytes> {
  return collect(piped(content, new CompressionStream(format)));
}

/**
 * Unpacks a whole stream. Brotli is not available in every browser; Node 24 has it.
 * @throws BytesError `corrupt` for damaged data, `too-large` above `maxBytes`; the reason of the signal
 */
export async function inflate(
  packed: Packed,
  format: CompressionFormat | 'brotli',
  { maxBytes, signal }: { readonly maxBytes: number; readonly signal?: AbortSignal },
): Promise<Bytes> {
  try {
    // The TypeScript type of the constructor's argument does not list Brotli yet.
    return await collect(piped(packed, Reflect.construct(DecompressionStream, [format]), signal), maxBytes);
  } catch (cause) {
    signal?.throwIfAborted();
    throw cause instanceof BytesError ? cause : new BytesError('corrupt', 'it does not unpack', { cause });
  }
}

/** Unpacks at most `length` bytes: fewer if the data is shorter or damaged, and never anything after them. */
export async function inflateStart(packed: Packed, format: CompressionFormat, length: number): Promise<Bytes> {
  const whole = new Uint8Array(length);
  let at = 0;
  try {
    for await (const part of chunksOf(piped(packed, new DecompressionStream(format)))) {
      whole.set(part.subarray(0, length - at), at);
      at += part.length;
      if (at >= length) break;
    }
  } catch (thrown) {
    // The standard specifies a TypeError for damaged data; Node adds a zlib code.
    if (!(thrown instanceof Error)) throw thrown;
  }
  return whole.subarray(0, Math.min(at, length));
}
