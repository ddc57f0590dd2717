import { blobOf, type ConvertRequest, type ConvertResult, type Engine, type EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import { isCanvasExact } from '@bakkum/raster/canvas';
import { assertPixelCount, stillRaster } from '@bakkum/raster/construct';
import { assertFilterWork } from '@bakkum/raster/filter-work';
import { type Pixels, RASTER } from '@bakkum/raster/raster';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { readFlatDrawing } from './canvas/flat-drawing.ts';
import { paintDrawing } from './canvas/painter.ts';
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
  const drawing = openDrawing(markup, fonts);
  try {
    const natural = naturalSize(drawing, options);
    const zoom = zoomFor(natural, options);
    assertPixelCount(Math.max(1, Math.round(natural.width * zoom)), Math.max(1, Math.round(natural.height * zoom)));
    assertFilterWork(markup, { width: natural.width * zoom, height: natural.height * zoom }, zoom);
    const pixels =
      (await paintInCanvas(drawing, natural, zoom, context)) ?? (zoom === 1 ? render(drawing) : renderAt(zoom, markup, fonts));
    const { width, height } = pixels;
    return { outputs: [{ content: stillRaster(pixels, { width, height }) }], warnings };
  } finally {
    drawing.free();
  }
}

type Pixels8 = Extract<Pixels, { depth: 8 }>;

/** Renders at another size, which resvg takes when it opens a drawing. */
function renderAt(zoom: number, markup: string, fonts: readonly Uint8Array[]): Pixels8 {
  const drawing = openDrawing(markup, fonts, zoom);
  try {
    return render(drawing);
  } finally {
    drawing.free();
  }
}

function render(drawing: Drawing): Pixels8 {
  const image = drawing.render();
  try {
    const { width, height, pixels } = image;
    return { depth: 8, width, height, data: straightAlpha(new Uint8ClampedArray(pixels)) };
  } finally {
    image.free();
  }
}

/** resvg renders smaller images about as fast. */
const MIN_CANVAS_PIXELS = 1_000_000;
/** Longest side of a canvas in every browser. */
const MAX_CANVAS_SIDE = 16_384;
/** Characters of a flat drawing, which needs about ten times as much memory to be read. */
const MAX_FLAT_LENGTH = 16 * 1024 * 1024;

/** Returns `undefined` for drawings that resvg renders better, or faster, and where there is no canvas. */
async function paintInCanvas(
  drawing: Drawing,
  natural: Size,
  zoom: number,
  context: EngineContext,
): Promise<Pixels8 | undefined> {
  if (natural.width * natural.height * zoom ** 2 < MIN_CANVAS_PIXELS || !(await isCanvasExact())) return undefined;
  const markup = drawing.toString();
  const flat = markup.length > MAX_FLAT_LENGTH ? undefined : readFlatDrawing(markup);
  if (!flat) return undefined;
  const [width, height] = [Math.round(flat.width * zoom), Math.round(flat.height * zoom)];
  if (Math.min(width, height) < 1 || Math.max(width, height) > MAX_CANVAS_SIDE) return undefined;
  return { depth: 8, width, height, data: await paintDrawing(flat, { width, height }, context) };
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

type Size = { readonly width: number; readonly height: number };

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

/** resvg rounds its size, which is too coarse to zoom to a requested one: the image would be resampled. */
function naturalSize(drawing: Drawing, options: OptionValues): Size {
  const { width, height } = drawing;
  if (typeof options['width'] !== 'number' && typeof options['height'] !== 'number') return { width, height };
  const [, exactWidth, exactHeight] = /^<svg width="([\d.]+)" height="([\d.]+)"/.exec(drawing.toString()) ?? [];
  return { width: Number(exactWidth) || width, height: Number(exactHeight) || height };
}

function zoomFor({ width, height }: Size, options: OptionValues): number {
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
