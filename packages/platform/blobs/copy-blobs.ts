import type { BlobStore } from './blob-store.ts';

export type Copied = { readonly files: number; readonly bytes: number };

/**
 * Copies every blob that the other store lacks under its key; blobs never change under their key. A blob removed during the copy
 * is skipped.
 */
export async function copyBlobs(from: BlobStore, to: BlobStore, onCopied?: (soFar: Copied) => void): Promise<Copied> {
  const there = new Set<string>();
  for await (const key of to.list('')) there.add(key);
  let [files, bytes] = [0, 0];
  for await (const key of from.list('')) {
    const blob = there.has(key) ? undefined : await from.get(key);
    if (!blob) continue;
    await to.put(key, blob.body, blob.bytes);
    files += 1;
    bytes += blob.bytes;
    onCopied?.({ files, bytes });
  }
  return { files, bytes };
}
