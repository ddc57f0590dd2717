import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { orient, swapsSides } from '@bakkum/raster/orient';
import { createPause } from '@bakkum/raster/pause';
import type { Pixels } from '@bakkum/raster/raster';
import { type BlockReader, startBlockReader } from './block.ts';
import type { Page } from './page.ts';
import { depthOf, painterFor } from './paint.ts';
import { emptySamples, type Samples } from './samples.ts';

/** Number of blocks decompressed in parallel with the platform's zlib. */
const CONCURRENCY = 4;

/** Size of the page after rotation. */
export function uprightSize({ width, height, orientation }: Page): { readonly width: number; readonly height: number } {
  return swapsSides(orientation) ? { width: height, height: width } : { width, height };
}

/** @param onProgress fraction of the page */
export async function decodePage(
  bytes: Uint8Array<ArrayBuffer>,
  page: Page,
  context: EngineContext,
  onProgress: (fraction: number) => void = () => undefined,
): Promise<Pixels> {
  const { width, blocks } = page;
  const read = await startBlockReader(bytes, page, context);
  const paint = painterFor(page);
  const pause = createPause(context.signal);
  const bandsAtOnce = Math.max(1, Math.floor(CONCURRENCY / (blocks.across * (page.planar ? page.samples : 1))));
  let pixels: Pixels | undefined;
  for (let band = 0; band < blocks.down; band += bandsAtOnce) {
    context.signal.throwIfAborted();
    const count = Math.min(bandsAtOnce, blocks.down - band);
    const bands = await Promise.all(Array.from({ length: count }, (_, index) => readBand(read, page, band + index)));
    // Allocated only after the first successful read, because the declared size may be forged.
    pixels ??= emptyPixels(page);
    for (const [index, samples] of bands.entries()) {
      paint(samples, pixels.data, (band + index) * blocks.height * width);
      await pause();
    }
    onProgress((band + count) / blocks.down);
  }
  if (!pixels) throw new ConversionError('corrupt', 'a page without blocks');
  return orient(pixels, page.orientation);
}

function emptyPixels(page: Page): Pixels {
  const { width, height } = page;
  const length = width * height * 4;
  return depthOf(page) === 16
    ? { depth: 16, width, height, data: new Uint16Array(length) }
    : { depth: 8, width, height, data: new Uint8ClampedArray(length) };
}

/** Reads all samples of one row of blocks, as wide as the image. */
async function readBand(read: BlockReader, page: Page, band: number): Promise<Samples> {
  const { width, samples, blocks } = page;
  const rows = Math.min(blocks.height, page.height - band * blocks.height);
  const shape = {
    width: blocks.width,
    height: blocks.areTiles ? blocks.height : rows,
    samples: page.planar ? 1 : samples,
  };
  const first = band * blocks.across;
  if (blocks.across === 1 && blocks.width === width && !page.planar) {
    return (await read(first, shape)).subarray(0, width * rows * samples);
  }
  const whole = emptySamples({ width, height: rows, samples }, page.bits);
  const perPlane = blocks.across * blocks.down;
  const parts = blocks.across * (page.planar ? samples : 1);
  await Promise.all(
    Array.from({ length: parts }, async (_, index) => {
      const across = index % blocks.across;
      const plane = Math.floor(index / blocks.across);
      const part = await read(first + across + plane * perPlane, shape);
      const place = { left: across * blocks.width, plane, rows, blockWidth: blocks.width };
      if (page.planar) interleave(part, whole, page, place);
      else joinRows(part, whole, page, place);
    }),
  );
  return whole;
}

type Place = { readonly left: number; readonly plane: number; readonly rows: number; readonly blockWidth: number };

function joinRows(part: Samples, whole: Samples, { width, samples }: Page, { left, rows, blockWidth }: Place): void {
  const length = Math.min(blockWidth, width - left) * samples;
  for (let row = 0; row < rows; row += 1) {
    const from = row * blockWidth * samples;
    whole.set(part.subarray(from, from + length), (row * width + left) * samples);
  }
}

function interleave(part: Samples, whole: Samples, { width, samples }: Page, { left, plane, rows, blockWidth }: Place): void {
  const columns = Math.min(blockWidth, width - left);
  for (let row = 0; row < rows; row += 1) {
    let to = (row * width + left) * samples + plane;
    for (let from = row * blockWidth; from < row * blockWidth + columns; from += 1, to += samples) whole[to] = part[from] ?? 0;
  }
}
