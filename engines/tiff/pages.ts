import { ConversionError } from '@bakkum/conversion/errors';
import { nextDirectory, readTiffHeader, tagsCutOff } from '@bakkum/image-metadata/tiff-structure';
import { type FoundPage, type Page, readPage } from './page.ts';
import { TAG } from './tags.ts';

/** More pages than any scanner's feeder; a chain of overlapping directories could name millions. */
const MAX_PAGES = 10_000;

/** Fields of more than one number without which pixels would come out wrong; of the others, a loss is told and borne. */
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
 * The pages of a file, in the order of its chain of directories. Reduced copies and masks are left out where there is
 * anything else. `isDamaged` when the chain bites its own tail or leads out of the file, or something beside the pixels is lost.
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
    const lost = tagsCutOff(bytes, tiff, at);
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
