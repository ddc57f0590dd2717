import { ConversionError } from '@bakkum/conversion/errors';
import { nextDirectory, readTiffHeader } from '@bakkum/image-metadata/tiff-structure';
import { type Page, readPage } from './page.ts';

/** More pages than any scanner's feeder; a chain of overlapping directories could name millions. */
const MAX_PAGES = 10_000;

/**
 * The pages of a file, in the order of its chain of directories. Reduced copies and masks are left out where there is
 * anything else. `isDamaged` when the chain bites its own tail.
 */
export function readPages(bytes: Uint8Array<ArrayBuffer>): {
  readonly pages: readonly [Page, ...Page[]];
  readonly isDamaged: boolean;
} {
  const tiff = readTiffHeader(bytes);
  if (!tiff) throw new ConversionError('corrupt', 'no TIFF header');
  const seen = new Set<number>();
  const found: NonNullable<ReturnType<typeof readPage>>[] = [];
  let at = tiff.firstDirectory;
  while (at > 0 && !seen.has(at)) {
    if (seen.size >= MAX_PAGES) throw new ConversionError('too-large', `more than ${MAX_PAGES} pages`);
    seen.add(at);
    const page = readPage(bytes, tiff, at);
    if (page) found.push(page);
    at = nextDirectory(bytes, tiff, at);
  }
  const full = found.filter(({ isReduced }) => !isReduced);
  const [first, ...rest] = full.length > 0 ? full : found;
  if (!first) throw new ConversionError('corrupt', 'no picture in the directories');
  return { pages: [first, ...rest], isDamaged: at > 0 };
}
