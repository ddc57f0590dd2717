import { ConversionError } from '@bakkum/conversion/errors';

/** A drawing of this size has millions of records; anything larger is a gzip bomb. */
const MAX_BYTES = 128 * 1024 * 1024;

/** Returns the bytes of a metafile, gunzipped if necessary (EMZ, WMZ). */
export async function unpacked(file: Blob, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > MAX_BYTES) throw new ConversionError('too-large', `${file.size} bytes of metafile`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzip(file, signal) : bytes;
}

async function gunzip(file: Blob, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      signal.throwIfAborted();
      length += part.value.length;
      if (length > MAX_BYTES) throw new ConversionError('too-large', 'unpacks to more than we draw');
      parts.push(part.value);
    }
  } catch (cause) {
    signal.throwIfAborted();
    throw cause instanceof ConversionError ? cause : new ConversionError('corrupt', 'not a gzip stream', { cause });
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
