import type { Engine, EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { callProgram } from '@bakkum/raster/emscripten';
import { encodeJxl, type JxlEncoder } from '@bakkum/raster/encoders/jxl';
import { hasTransparency } from '@bakkum/raster/flatten';
import type { Pixels } from '@bakkum/raster/raster';
import { startVips, type Vips, type VipsImage } from './program.ts';

type Pixels8 = Extract<Pixels, { depth: 8 }>;

export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const vips = await startedVips(context);
    context.signal.throwIfAborted();
    vips.concurrency(context.lanes);
    try {
      const result = await encodeJxl(request, context, jxlEncoder(vips, context));
      if (vips.memory.buffer.byteLength > MAX_KEPT_BYTES) endVips(vips);
      return result;
    } catch (failure) {
      endVips(vips);
      throw failure;
    }
  },
};

/** WebAssembly memory never shrinks, so a program that has grown beyond this restarts for the next image. */
const MAX_KEPT_BYTES = 512 * 1024 * 1024;

let started: Promise<Vips> | undefined;

/** Starting takes half a second, so the program stays for the next image. */
function startedVips(context: EngineContext): Promise<Vips> {
  started ??= startVips(context);
  started.catch(() => {
    started = undefined;
  });
  return started;
}

function endVips(vips: Vips): void {
  started = undefined;
  vips.endThreads();
}

/** libjxl's effort, as in the jxl engine. */
const EFFORT = 3;
/** VIPS_FOREIGN_KEEP_NONE. */
const NO_METADATA = 0;

/** Limits within 2 GiB of memory: 22 megapixels with alpha, lossless, and 40 opaque ones succeed; 34 with alpha, lossless, fail. */
const MAX_PIXELS = { lossless: 22_500_000, lossy: 40_000_000 } as const;

function jxlEncoder(vips: Vips, { signal }: EngineContext): JxlEncoder {
  return (pixels, quality) => {
    signal.throwIfAborted();
    const { width, height } = pixels;
    if (width * height > MAX_PIXELS[quality === 'lossless' || hasTransparency(pixels) ? 'lossless' : 'lossy'])
      throw new ConversionError('out-of-memory', `${width}x${height} needs more than 2 GiB`);
    const settings = quality === 'lossless' ? { lossless: true } : { Q: Math.round(quality * 100) };
    return callProgram('libvips', 'out-of-memory', () =>
      withImage(vips, pixels, (image) => image.writeToBuffer('.jxl', { ...settings, effort: EFFORT, keep: NO_METADATA })),
    );
  };
}

const RGBA = 4;
const RGB = 3;

/** Passes sRGB pixels to the program, without their alpha channel if all are opaque. */
function withImage<Result>(vips: Vips, pixels: Pixels8, work: (image: VipsImage) => Result): Result {
  const { data, width, height } = pixels;
  const samples = vips.Image.newFromMemory(data, width, height, RGBA, 'uchar');
  const image = samples.copy({ interpretation: 'srgb' });
  const visible = hasTransparency(pixels) ? image : image.extractBand(0, { n: RGB });
  try {
    return work(visible);
  } finally {
    for (const each of new Set([visible, image, samples])) each.delete();
  }
}
