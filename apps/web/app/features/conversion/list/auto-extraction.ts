import { type FileItem, type FileState, isExtraction } from './conversion-state.ts';

/**
 * Maximum size of an archive that is extracted without a click, and of its files, in bytes. A ZIP declares the sizes
 * of its files, so that extraction beyond the limit is cancelled soon after it starts. Other archives are unpacked first, and refused
 * only above 1 GiB and 250 times their size (`MAX_RATIO` of `@bakkum/archive-tree`).
 */
export const AUTO_EXTRACT_LIMITS = { zip: 100_000_000, other: 1_000_000_000 / 250, files: 1_000_000_000 } as const;

/** @param declaresSizes whether archives of a format state the sizes of their files */
export function isAutoExtractable(item: FileItem | undefined, declaresSizes: (format: string) => boolean): boolean {
  if (!item?.format || !isExtraction(item) || item.state.status !== 'pending') return false;
  return item.size <= (declaresSizes(item.format.id) ? AUTO_EXTRACT_LIMITS.zip : AUTO_EXTRACT_LIMITS.other);
}

/** Only the first plan was tried, so extraction on request may still succeed. An encrypted archive asks for its password. */
export function leftToUser(end: FileState): FileState {
  return end.status === 'error' && end.code !== 'encrypted' ? { status: 'pending' } : end;
}
