import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '@bakkum/blobs/blob-store';
import { createDiskStore } from '@bakkum/blobs/disk-store';
import { createS3Store } from '@bakkum/blobs/s3-store';
import type { ConversionSettings } from './config/conversion-settings.ts';
import type { Settings } from './config/settings.ts';

const CHECK_BYTES = 1024;

/** Opens the operator's S3 bucket, or a folder next to the database. */
export function openBlobs({ s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>): BlobStore {
  return s3 ? createS3Store(s3) : createDiskStore(path.join(dataDir, 'files'));
}

/** Opens the second store for copies of results, if configured. */
export function openBackup({ backup }: Pick<ConversionSettings, 'backup'>): BlobStore | undefined {
  if (!backup) return undefined;
  return 's3' in backup ? createS3Store(backup.s3) : createDiskStore(backup.folder);
}

/** Writes, reads and deletes a file. @throws Error if any step fails */
export async function checkBlobs(blobs: BlobStore): Promise<void> {
  const key = `check/${randomUUID()}`;
  const bytes = randomBytes(CHECK_BYTES);
  try {
    await blobs.put(key, bytes, bytes.length);
    const found = await blobs.get(key);
    if (!found || !(await buffer(found.body)).equals(bytes)) throw new Error('What was read is not what was written.');
  } finally {
    await blobs.remove(key);
  }
}
