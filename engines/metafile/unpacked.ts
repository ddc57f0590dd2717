import { inflate } from '@bakkum/bytes/streams';
import { ConversionError } from '@bakkum/conversion/errors';

/** A drawing of this size has millions of records; anything larger is a gzip bomb. */
const MAX_BYTES = 128 * 1024 * 1024;

/** Returns the bytes of a metafile, gunzipped if necessary (EMZ, WMZ). */
export async function unpacked(file: Blob, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > MAX_BYTES) throw new ConversionError('too-large', `${file.size} bytes of metafile`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? inflate(file, 'gzip', { maxBytes: MAX_BYTES, signal }) : bytes;
}
