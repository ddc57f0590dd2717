import path from 'node:path';
import type { BlobStore } from '@bakkum/blobs/blob-store';
import { createDiskStore } from '@bakkum/blobs/disk-store';
import { createS3Store } from '@bakkum/blobs/s3-store';
import type { Settings } from './settings.ts';

/** The operator's bucket, or a folder beside the database. */
export function openBlobs({ s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>): BlobStore {
  return s3 ? createS3Store(s3) : createDiskStore(path.join(dataDir, 'files'));
}
