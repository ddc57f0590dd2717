import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '@bakkum/blobs/blob-store';

/** Reads a whole blob; undefined when it does not exist. */
export async function bytesOfBlob(blobs: BlobStore, key: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const found = await blobs.get(key);
  return found && new Uint8Array(await buffer(found.body));
}
