import type { ConvertResult, EngineContext, Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { uprightMetadata } from '@bakkum/image-metadata/extract';
import { assertPixelCount, stillRaster } from '@bakkum/raster/construct';
import type { Pixels } from '@bakkum/raster/raster';
import { type BpgFile, readBpg } from './bpg.ts';
import { heifFile } from './heif-file.ts';
import { openHeif } from './libheif.ts';

type Pixels8 = Extract<Pixels, { depth: 8 }>;

/** Decodes a BPG image by wrapping it in an equivalent HEIF file. Of an animation, decodes the first image. */
export async function decodeBpg(bytes: Uint8Array<ArrayBuffer>, context: EngineContext): Promise<ConvertResult> {
  const bpg = readBpg(bytes);
  assertPixelCount(bpg.width, bpg.height);
  const { metadata, profileDropped } = uprightMetadata({ ...bpg.extras, orientation: 1 });
  const pixels = await pixelsOf(bpg, context);
  const warnings: readonly Warning[] = [
    ...(profileDropped ? [{ code: 'profile-converted' } as const] : []),
    ...(bpg.bitDepth > 8 ? [{ code: 'depth-reduced' } as const] : []),
    ...(bpg.frames > 1 ? [{ code: 'animation-flattened', params: { count: bpg.frames } } as const] : []),
  ];
  const content = stillRaster(pixels, { width: bpg.width, height: bpg.height, metadata, mayHaveAlpha: bpg.alpha !== undefined });
  return { outputs: [{ content }], warnings };
}

async function pixelsOf(bpg: BpgFile, context: EngineContext): Promise<Pixels8> {
  const file = await openHeif(heifFile({ ...bpg, ...bpg.coded }), context);
  try {
    context.signal.throwIfAborted();
    const [picture] = file.pictures;
    if (!picture) throw new ConversionError('corrupt', 'no picture in it');
    const cut = cornerOf(await picture.decode(), bpg);
    if (bpg.isPremultiplied) restoreColours(cut.data);
    return cut;
  } finally {
    file.close();
  }
}

/** Drops the column and row that only complete the chroma blocks. */
function cornerOf(pixels: Pixels8, { width, height }: BpgFile): Pixels8 {
  if (pixels.width < width || pixels.height < height) throw new ConversionError('corrupt', 'a picture smaller than it says');
  if (pixels.width === width && pixels.height === height) return pixels;
  const data = new Uint8ClampedArray(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    const start = row * pixels.width * 4;
    data.set(pixels.data.subarray(start, start + width * 4), row * width * 4);
  }
  return { depth: 8, width, height, data };
}

/** Reverts premultiplied alpha. */
function restoreColours(data: Uint8ClampedArray): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0;
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel += 1) data[channel] = ((data[channel] ?? 0) * 255) / alpha;
  }
}
