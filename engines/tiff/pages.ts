import { ConversionError } from '@bakkum/conversion/errors';
import { nextDirectory, readTiffHeader, truncatedTags } from '@bakkum/image-metadata/tiff-structure';
import { type FoundPage, type Page, readPage } from './page.ts';
import { TAG } from './tags.ts';

/** More pages than any scanner produces; a chain of overlapping directories could list millions. */
const MAX_PAGES = 10_000;

/** Multi-value fields that are required for correct pixels; losing any other causes only a warning. */
const NEEDED: ReadonlySet<number> = new Set<number>([
  TAG.bitsPerSample,
  TAG.stripOffsets,
  TAG.stripByteCounts,
  TAG.tileOffsets,
  TAG.tileByteCounts,
  TAG.colourMap,
  TAG.extraSamples,
  TAG.sampleFormat,
  TAG.jpegTables,
]);

/**
 * Reads the pages of a file in the order of its directory chain. Reduced copies and masks are skipped if there are other pages.
 * `isDamaged` if the chain is cyclic or leaves the file, or if data other than pixels is lost.
 */
export function readPages(bytes: Uint8Array<ArrayBuffer>): {
  readonly pages: readonly [Page, ...Page[]];
  readonly isDamaged: boolean;
} {
  const tiff = readTiffHeader(bytes);
  if (!tiff) throw new ConversionError('corrupt', 'no TIFF header');
  const seen = new Set<number>();
  const found: FoundPage[] = [];
  let hasLosses = false;
  let at: number | undefined = tiff.firstDirectory;
  while (at && !seen.has(at)) {
    if (seen.size >= MAX_PAGES) throw new ConversionError('too-large', `more than ${MAX_PAGES} pages`);
    seen.add(at);
    const lost = truncatedTags(bytes, tiff, at);
    if (!lost || lost.some((tag) => NEEDED.has(tag))) break;
    hasLosses ||= lost.length > 0;
    const page = readPage(bytes, tiff, at);
    if (page) found.push(page);
    at = nextDirectory(bytes, tiff, at);
  }
  const full = found.filter(({ isReduced }) => !isReduced);
  const [first, ...rest] = full.length > 0 ? full : found;
  if (!first) throw new ConversionError('corrupt', 'no picture in the directories');
  return { pages: [first, ...rest], isDamaged: at !== 0 || hasLosses };
}
