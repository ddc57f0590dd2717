import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '@bakkum/blobs/blob-store';

/** A whole blob; undefined when it is not there. */
export async function bytesOfBlob(blobs: BlobStore, key: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const found = await blobs.get(key);
  return found && new Uint8Array(await buffer(found.body));
}
