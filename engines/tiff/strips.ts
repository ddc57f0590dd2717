import { deflate } from '@bakkum/bytes/streams';
import type { Pixels } from '@bakkum/raster/raster';
import { packLzw } from './lzw.ts';
import { COMPRESSION } from './tags.ts';

export type Compression = 'lzw' | 'deflate' | 'none';

/** A page for the file: its sample layout and compressed strips. */
export type PackedPage = {
  readonly width: number;
  readonly height: number;
  readonly depth: 8 | 16;
  readonly colour: 'grey' | 'rgb';
  readonly hasAlpha: boolean;
  readonly compression: number;
  readonly rowsPerStrip: number;
  readonly strips: readonly Uint8Array<ArrayBuffer>[];
};

/** Uncompressed bytes per strip: small enough to read parts of the image, large enough to compress well. */
const STRIP_BYTES = 256 * 1024;
/** Strips compressed in parallel. */
const CONCURRENCY = 4;

type Pack = (strip: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;

const PACK: Readonly<Record<Compression, Pack>> = {
  deflate: (strip) => deflate(strip),
  lzw: async (strip) => packLzw(strip),
  none: async (strip) => strip,
};

/**
 * Writes one channel if all pixels are grey, and alpha only if some pixel is not opaque.
 * @param keepsRgb the profile describes RGB, so the page must not become grey
 * @param onProgress fraction of the page
 */
export async function packPage(
  pixels: Pixels,
  { compression, keepsRgb }: { readonly compression: Compression; readonly keepsRgb: boolean },
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<PackedPage> {
  const { width, height, depth } = pixels;
  const { isGrey, isOpaque } = inspect(pixels);
  const layout: Layout = { channels: channelsOf(isGrey && !keepsRgb, !isOpaque), predicted: compression !== 'none' };
  const rowBytes = (width * layout.channels.length * depth) / 8;
  const rowsPerStrip = Math.max(1, Math.min(height, Math.floor(STRIP_BYTES / rowBytes)));
  const strips: Uint8Array<ArrayBuffer>[] = [];
  for (let row = 0; row < height; row += rowsPerStrip * CONCURRENCY) {
    signal.throwIfAborted();
    const tops = Array.from({ length: CONCURRENCY }, (_, index) => row + index * rowsPerStrip).filter((top) => top < height);
    const packed = await Promise.all(
      tops.map((top) => PACK[compression](stripOf(pixels, top, Math.min(rowsPerStrip, height - top), layout))),
    );
    strips.push(...packed);
    onProgress(Math.min(1, (row + rowsPerStrip * CONCURRENCY) / height));
  }
  return {
    width,
    height,
    depth,
    colour: isGrey && !keepsRgb ? 'grey' : 'rgb',
    hasAlpha: !isOpaque,
    compression: COMPRESSION[compression],
    rowsPerStrip,
    strips,
  };
}

/** Channels to write, and whether the horizontal predictor is used. */
type Layout = { readonly channels: readonly number[]; readonly predicted: boolean };

function channelsOf(isGrey: boolean, hasAlpha: boolean): readonly number[] {
  return [...(isGrey ? [0] : [0, 1, 2]), ...(hasAlpha ? [3] : [])];
}

function inspect({ data, depth }: Pixels): { readonly isGrey: boolean; readonly isOpaque: boolean } {
  const opaque = depth === 8 ? 255 : 65_535;
  let [isGrey, isOpaque] = [true, true];
  for (let at = 0; at < data.length && (isGrey || isOpaque); at += 4) {
    if (data[at + 3] !== opaque) isOpaque = false;
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) isGrey = false;
  }
  return { isGrey, isOpaque };
}

/** Rows of samples, 16-bit ones in little-endian order. */
function stripOf({ width, depth, data }: Pixels, top: number, rows: number, layout: Layout): Uint8Array<ArrayBuffer> {
  const length = width * rows * layout.channels.length;
  const samples = depth === 8 ? new Uint8Array(length) : new Uint16Array(length);
  for (let row = 0; row < rows; row += 1) {
    const start = (top + row) * width * 4;
    const place = row * width * layout.channels.length;
    for (const [index, channel] of layout.channels.entries()) {
      writeChannel(data, start + channel, samples, place + index, { width, step: layout.channels.length }, layout.predicted);
    }
  }
  return depth === 8 ? new Uint8Array(samples.buffer) : lowByteFirst(samples);
}

function writeChannel(
  data: Pixels['data'],
  start: number,
  samples: Uint8Array | Uint16Array,
  place: number,
  { width, step }: { readonly width: number; readonly step: number },
  predicted: boolean,
): void {
  let before = 0;
  for (let x = 0, from = start, to = place; x < width; x += 1, from += 4, to += step) {
    const value = data[from] ?? 0;
    samples[to] = value - before;
    if (predicted) before = value;
  }
}

const MACHINE_IS_LITTLE = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

function lowByteFirst(samples: Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(samples.buffer);
  if (MACHINE_IS_LITTLE) return bytes;
  for (let at = 0; at < bytes.length; at += 2) bytes.subarray(at, at + 2).reverse();
  return bytes;
}
