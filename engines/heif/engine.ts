import { bytesOf, type Engine, type Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { extractMetadata, uprightMetadata } from '@bakkum/image-metadata/extract';
import { type HeifFacts, readHeifFacts } from '@bakkum/image-metadata/heif/heif';
import { readHeifMeta } from '@bakkum/image-metadata/heif/heif-meta';
import { assertPixelCount, frameOf, sequenceRaster, stillRaster } from '@bakkum/raster/construct';
import type { Frame, Pixels, Raster } from '@bakkum/raster/raster';
import { decodeBpg } from './bpg-picture.ts';
import { type HeifFile, type HeifPicture, openHeif } from './libheif.ts';
import { decodeParallel } from './parallel-strips.ts';

/** Decodes HEIC photos and BPG images: a still, or the pages of a collection with the primary image first. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const bytes = await bytesOf(request.inputs[0]);
    if (request.from === 'bpg') return decodeBpg(bytes, context);
    const facts = readHeifFacts(bytes);
    if (facts) assertPixelCount(facts.width, facts.height);
    const extracted = await extractMetadata(bytes, 'heic');
    const file = await openHeif(bytes, context);
    context.signal.throwIfAborted();
    const pictures = wantedPictures(file, bytes);
    for (const { width, height } of pictures) assertPixelCount(width, height);
    const { metadata, profileDropped } = uprightMetadata(extracted);
    const traits = { metadata, ...(extracted.dpi === undefined ? {} : { dpi: extracted.dpi }), release: () => file.close() };
    const warnings = warningsOf(facts, profileDropped);
    // The strips of a photo have only its one image.
    const parallel =
      pictures.length === 1 ? await decodeParallel(bytes, pictures[0], facts?.orientation ?? 1, context) : undefined;
    const pixels = parallel ?? (await pictures[0].decode());
    return { outputs: [{ content: rasterOf(pixels, pictures, traits, context.signal) }], warnings };
  },
};

function warningsOf(facts: HeifFacts | undefined, profileDropped: boolean): Warning[] {
  const sequence = facts?.sequenceLength ?? 0;
  return [
    ...(profileDropped ? [{ code: 'profile-converted' } as const] : []),
    // The JavaScript API of libheif returns 8 bits per sample for any file.
    ...((facts?.bitDepth ?? 8) > 8 ? [{ code: 'depth-reduced' } as const] : []),
    ...(sequence > 1 ? [{ code: 'animation-flattened', params: { count: sequence } } as const] : []),
  ];
}

/**
 * Returns the top-level images, the primary one first. A tone-mapped rendition (`tmap`) of the same photo is not a separate page.
 */
function wantedPictures(file: HeifFile, bytes: Uint8Array): readonly [HeifPicture, ...HeifPicture[]] {
  const items = readHeifMeta(bytes)?.items ?? [];
  const renditions = new Set(items.filter(({ type }) => type === 'tmap').map(({ id }) => id));
  const pages = file.pictures.filter(({ id, isPrimary }) => isPrimary || !renditions.has(id));
  const [first, ...rest] = [...pages].sort((one, other) => Number(other.isPrimary) - Number(one.isPrimary));
  if (!first) throw new ConversionError('unsupported-feature', 'no still picture inside');
  return [first, ...rest];
}

type Traits = Pick<Raster, 'metadata'> & { readonly dpi?: number; readonly release: () => void };

/** @param pixels of the first picture */
function rasterOf(
  pixels: Pixels,
  pictures: readonly [HeifPicture, ...HeifPicture[]],
  traits: Traits,
  signal: AbortSignal,
): Raster {
  const [, ...rest] = pictures;
  const mayHaveAlpha = pictures.some(({ hasAlpha }) => hasAlpha);
  if (rest.length === 0) return stillRaster(pixels, { ...traits, width: pixels.width, height: pixels.height, mayHaveAlpha });
  return sequenceRaster({
    ...traits,
    kind: 'pages',
    frameCount: pictures.length,
    mayHaveAlpha,
    async *frames(): AsyncGenerator<Frame> {
      yield frameOf(pixels);
      for (const picture of rest) {
        signal.throwIfAborted();
        yield frameOf(await picture.decode());
      }
    },
  });
}
