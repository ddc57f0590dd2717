import { blobOf, type ConvertRequest, type ConvertResult, type Engine, type EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import { assertPixelCount, stillRaster } from '@bakkum/raster/construct';
import { assertFilterWork } from '@bakkum/raster/filter-work';
import { RASTER } from '@bakkum/raster/raster';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { fontsFor } from './fonts.ts';
import { pack, readMarkup } from './markup.ts';

export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const markup = await readMarkup(blobOf(request.inputs[0]));
    if (request.to === RASTER) return draw(markup, request, context);
    const content = request.to === 'svgz' ? await pack(markup) : new Blob([markup], { type: 'image/svg+xml' });
    return { outputs: [{ content }], warnings: [] };
  },
};

async function draw(given: string, { options }: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  await start(context);
  const { markup, fonts, warnings } = await fontsFor(given, context);
  context.signal.throwIfAborted();
  const natural = sizeOf(openDrawing(markup, fonts));
  const zoom = zoomFor(natural, options);
  assertPixelCount(Math.max(1, Math.round(natural.width * zoom)), Math.max(1, Math.round(natural.height * zoom)));
  assertFilterWork(markup, { width: natural.width * zoom, height: natural.height * zoom }, zoom);
  const drawing = openDrawing(markup, fonts, zoom);
  const image = drawing.render();
  const { width, height } = image;
  const data = straightAlpha(new Uint8ClampedArray(image.pixels));
  image.free();
  drawing.free();
  return { outputs: [{ content: stillRaster({ depth: 8, width, height, data }, { width, height }) }], warnings };
}

/** There is one module per worker; the library refuses to start twice. */
let started: Promise<void> | undefined;

function start(context: EngineContext): Promise<void> {
  started ??= context
    .wasm('renderer')
    .then((module) => initWasm(module))
    .catch((error: unknown) => {
      started = undefined;
      throw error;
    });
  return started;
}

type Drawing = InstanceType<typeof Resvg>;

/** Returns the intrinsic size of a drawing and frees it. */
function sizeOf(drawing: Drawing): { readonly width: number; readonly height: number } {
  const { width, height } = drawing;
  drawing.free();
  return { width, height };
}

/** Draws unknown font families with ours, which covers Latin and Hangul. Nothing outside the file is loaded. */
function openDrawing(markup: string, fonts: readonly Uint8Array[], zoom = 1): Drawing {
  const family = 'Pretendard';
  try {
    return new Resvg(markup, {
      fitTo: { mode: 'zoom', value: zoom },
      font: {
        fontBuffers: [...fonts],
        defaultFontFamily: family,
        serifFamily: family,
        sansSerifFamily: family,
        monospaceFamily: family,
        cursiveFamily: family,
        fantasyFamily: family,
      },
    });
  } catch (cause) {
    throw new ConversionError('corrupt', cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function zoomFor({ width, height }: { readonly width: number; readonly height: number }, options: OptionValues): number {
  const asked = [
    typeof options['width'] === 'number' ? options['width'] / width : undefined,
    typeof options['height'] === 'number' ? options['height'] / height : undefined,
  ].filter((zoom) => zoom !== undefined);
  if (asked.length > 0) return Math.min(...asked);
  return typeof options['scale'] === 'number' ? options['scale'] : 1;
}

/** resvg blends premultiplied; images use straight alpha. Converts in place. */
function straightAlpha(data: Uint8ClampedArray<ArrayBuffer>): Uint8ClampedArray<ArrayBuffer> {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0;
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel++) data[channel] = ((data[channel] ?? 0) * 255) / alpha;
  }
  return data;
}
