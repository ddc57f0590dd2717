/**
 * Bytes that every stored file counts as at least. A file occupies a block of the disk, an inode and a row of the database, so limits
 * that added up its content alone would allow millions of tiny files.
 */
export const MIN_FILE_BYTES = 4096;

/** Bytes that a stored file counts as in limits. */
export function countedBytes(bytes: number): number {
  return Math.max(bytes, MIN_FILE_BYTES);
}
