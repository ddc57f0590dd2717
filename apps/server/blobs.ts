import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '@bakkum/blobs/blob-store';
import { type DiskReserve, withDiskReserve } from '@bakkum/blobs/disk-reserve';
import { createDiskStore } from '@bakkum/blobs/disk-store';
import { createS3Store } from '@bakkum/blobs/s3-store';
import type { ConversionSettings } from './config/conversion-settings.ts';
import type { Settings } from './config/settings.ts';
import { openDisk } from './disk.ts';

const CHECK_BYTES = 1024;

/** Settings of the file store. */
export type StoreSettings = Pick<Settings, 's3' | 'dataDir' | 'diskReserve'>;

/**
 * Opens the operator's S3 bucket, or a folder next to the database that leaves the disk its reserve.
 * @param makeRoom removes files that may go first
 */
export function openBlobs(settings: StoreSettings, makeRoom?: DiskReserve['makeRoom']): BlobStore {
  const { s3, dataDir } = settings;
  if (s3) return createS3Store(s3);
  return withDiskReserve(createDiskStore(filesFolder(dataDir)), {
    ...openDisk(settings, dataDir),
    ...(makeRoom && { makeRoom }),
  });
}

const filesFolder = (dataDir: string): string => path.join(dataDir, 'files');

/** Error codes for a disk that is mounted read-only, for example after an error, or for a folder of another user. */
const READ_ONLY: ReadonlySet<string | undefined> = new Set(['EROFS', 'EACCES', 'EPERM']);

/** Whether files can be stored, as far as the system can tell without writing. Always true for a bucket. */
export async function isStoreWritable({ s3, dataDir }: StoreSettings): Promise<boolean> {
  if (s3) return true;
  try {
    await access(filesFolder(dataDir), constants.W_OK);
    return true;
  } catch (error) {
    return !READ_ONLY.has((error as NodeJS.ErrnoException).code);
  }
}

/** Opens the second store for copies of results, if configured. */
export function openBackup({ backup }: Pick<ConversionSettings, 'backup'>, diskReserve?: number): BlobStore | undefined {
  if (!backup) return undefined;
  if ('s3' in backup) return createS3Store(backup.s3);
  const { folder } = backup;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return withDiskReserve(createDiskStore(folder), openDisk({ ...(diskReserve !== undefined && { diskReserve }) }, folder));
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
