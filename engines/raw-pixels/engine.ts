import { bytesOf, type Engine, type Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { assertPixelCount, stillRaster } from '@bakkum/raster/construct';
import { LAYOUTS, type Layout } from './layouts.ts';
import { type Size, sizeOf } from './size.ts';

export const engine: Engine = {
  async convert({ inputs, from, options }, { signal }) {
    const layout = LAYOUTS[from];
    if (!layout) throw new RangeError(`no raw pixels ${from}`);
    const bytes = await bytesOf(inputs[0]);
    if (bytes.length === 0) throw new ConversionError('empty', 'no bytes');
    signal.throwIfAborted();
    const greys = greysOf(bytes, layout);
    assertPixelCount(Math.max(1, greys.length), 1);
    const { width, height, isGuessed } = sizeOf(greys, options);
    const size = { width, height };
    const pixels = { depth: 8, ...size, data: painted(bytes, layout, size) } as const;
    const mayHaveAlpha = from === 'rgba-raw' || from === 'bgra-raw';
    const warnings: readonly Warning[] = isGuessed ? [{ code: 'size-guessed', params: size }] : [];
    return { outputs: [{ content: stillRaster(pixels, { ...size, mayHaveAlpha }) }], warnings };
  },
};

/** Reduces each pixel to one grey value for row comparison. */
function greysOf(bytes: Uint8Array, layout: Layout): Uint8Array {
  const greys = new Uint8Array(Math.floor(bytes.length / layout.bytes) * layout.group);
  for (let index = 0; index < greys.length; index += 1) {
    const [red, green, blue] = colourAt(bytes, layout, index);
    greys[index] = Math.min(255, Math.max(0, (red + green + blue) / 3));
  }
  return greys;
}

function painted(bytes: Uint8Array, layout: Layout, { width, height }: Size): Uint8ClampedArray<ArrayBuffer> {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let index = 0; index < width * height; index += 1) data.set(colourAt(bytes, layout, index), index * 4);
  return data;
}

const colourAt = (bytes: Uint8Array, { group, bytes: size, colourOf }: Layout, index: number) =>
  colourOf(bytes, Math.floor(index / group) * size, index % group);
