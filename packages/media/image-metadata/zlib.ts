import type { Bytes } from '@bakkum/bytes/bytes';
import { inflate } from '@bakkum/bytes/streams';

/** Larger than any profile or packet we keep; a chunk that inflates to more is a decompression bomb. */
const MAX_INFLATED = 16 * 1024 * 1024;

/** Inflates metadata. Undefined if it is damaged, exceeds 16 MiB or is in a format that this host does not support. */
export async function inflateMetadata(bytes: Uint8Array, format: 'deflate' | 'brotli' = 'deflate'): Promise<Bytes | undefined> {
  return inflate(bytes.slice(), format, { maxBytes: MAX_INFLATED }).catch(() => undefined);
}
