import type { EngineContext } from '@bakkum/conversion/engine';
import type { Part } from '../document/assemble.ts';
import { deleteUnreachable, takeUnreachable } from '../document/objects.ts';
import { type Applied, DocumentImages } from './images.ts';
import type { CompressionRequest } from './request.ts';
import { mergeDuplicates, packStreams, removeUnused } from './streams.ts';

export type Compressed = {
  /** Number of images with a loss of quality. */
  readonly images: number;
  /** Number of images whose colors were converted to sRGB. */
  readonly converted: number;
  /** False if the file is larger than requested at the lowest level. */
  readonly fits: boolean;
};

/**
 * Makes a document smaller: merges duplicates, packs streams, and stores images at the first level that makes it small enough.
 * @param sizeOf bytes of the document as it would be saved
 * @param report called with the fraction that is done
 */
export async function compress(
  part: Part,
  { levels, maxBytes }: CompressionRequest,
  sizeOf: (part: Part) => Promise<number>,
  context: EngineContext,
  report: (fraction: number) => void,
): Promise<Compressed> {
  const { document } = part;
  await mergeDuplicates(document, context.signal);
  await packStreams(document, context.signal);
  const fits = async (): Promise<boolean> => {
    if (maxBytes === undefined) return true;
    // Profiles of replaced images are needed for the next level, and are not saved.
    const unused = takeUnreachable(document);
    const size = await sizeOf(part);
    for (const [ref, object] of unused) document.context.assign(ref, object);
    return size <= maxBytes;
  };
  if (levels.length === 0 || (maxBytes !== undefined && (await fits()))) return { images: 0, converted: 0, fits: await fits() };
  removeUnused(document);
  deleteUnreachable(document);
  const images = new DocumentImages(part, context);
  let fitting = false;
  let applied: Applied = { lossy: 0, converted: 0 };
  // Levels differ so little that the first that fits is found from the start; most files need one or two.
  for (const [tried, level] of levels.entries()) {
    applied = await images.apply(level, (fraction) => report((tried + fraction) / levels.length));
    fitting = await fits();
    if (fitting) break;
  }
  deleteUnreachable(document);
  return { images: applied.lossy, converted: applied.converted, fits: fitting };
}
