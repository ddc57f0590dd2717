import { bytesOf, type ConvertRequest, type ConvertResult, type EngineContext, type Warning } from '@bakkum/conversion/engine';
import { ConversionError, mostSpecific } from '@bakkum/conversion/errors';
import { assertPixelCount, frameOf, sequenceRaster, stillRaster } from '@bakkum/raster/construct';
import type { Raster } from '@bakkum/raster/raster';
import { asFailure, type Entry, type Listing, type Pixels8 } from './entry.ts';
import { readIcns } from './icns.ts';
import { readIco } from './ico.ts';

/** Pixel limit for all sizes together; a real icon with every size has under three million. */
const MAX_TOTAL_PIXELS = 64 * 1024 * 1024;
/** Maximum number of entries to try per size. */
const MAX_TRIES = 8;

/** Decodes an icon or cursor to one image per size, largest first. */
export async function decode(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const bytes = await bytesOf(request.inputs[0]);
  if (bytes.length === 0) throw new ConversionError('empty', 'no bytes');
  context.signal.throwIfAborted();
  const listing = request.from === 'icns' ? readIcns(bytes) : readIco(bytes);
  const { pictures, failures } = await decodeAll(listing, context);
  const [first, ...rest] = pictures;
  if (!first) throw failureOf(failures);
  return { outputs: [{ content: rasterFor([first, ...rest]) }], warnings: [...listing.warnings, ...warningsOf(failures)] };
}

type Decoded = { readonly pictures: readonly Pixels8[]; readonly failures: readonly ConversionError[] };

async function decodeAll(listing: Listing, context: EngineContext): Promise<Decoded> {
  const failures = [...listing.failures];
  const pictures: Pixels8[] = [];
  const sizes = bySize(listing.entries);
  for (const [index, candidates] of sizes.entries()) {
    for (const candidate of candidates) {
      context.signal.throwIfAborted();
      try {
        pictures.push(await candidate.decode(context));
        break;
      } catch (thrown) {
        const failure = asFailure(thrown);
        if (failure.code !== 'corrupt' && failure.code !== 'unsupported-feature') throw failure;
        failures.push(failure);
      }
    }
    context.onProgress((index + 1) / sizes.length);
  }
  return { pictures, failures };
}

/** Groups entries by size, highest bit depth first, sizes in descending order. Throws `too-large` before decoding anything. */
function bySize(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const groups = [...Map.groupBy(entries, ({ width, height }) => `${width}x${height}`).values()];
  const area = ([entry]: readonly Entry[]): number => (entry ? entry.width * entry.height : 0);
  const total = groups.reduce((sum, group) => sum + area(group), 0);
  if (total > MAX_TOTAL_PIXELS) throw new ConversionError('too-large', `${total} pixels in one icon`);
  for (const { width, height } of entries) assertPixelCount(width, height);
  return groups.sort((a, b) => area(b) - area(a)).map((group) => group.toSorted((a, b) => b.depth - a.depth).slice(0, MAX_TRIES));
}

function failureOf(failures: readonly ConversionError[]): ConversionError {
  const [first, ...rest] = failures;
  return first ? mostSpecific([first, ...rest]) : new ConversionError('corrupt', 'no picture inside');
}

function warningsOf(failures: readonly ConversionError[]): readonly Warning[] {
  const isUnsupported = ({ code }: ConversionError): boolean => code === 'unsupported-feature';
  return [
    ...(failures.some(isUnsupported) ? [{ code: 'frames-dropped' } as const] : []),
    ...(failures.every(isUnsupported) ? [] : [{ code: 'damaged-source' } as const]),
  ];
}

function rasterFor(pictures: readonly [Pixels8, ...Pixels8[]]): Raster {
  const [{ width, height }] = pictures;
  if (pictures.length === 1) return stillRaster(pictures[0], { width, height });
  return sequenceRaster({
    kind: 'sizes',
    frameCount: pictures.length,
    async *frames() {
      for (const pixels of pictures) yield frameOf(pixels);
    },
  });
}
