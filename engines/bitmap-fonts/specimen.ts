import { ConversionError } from '@bakkum/conversion/errors';
import { assertPixelCount } from '@bakkum/raster/construct';
import type { Pixels } from '@bakkum/raster/raster';
import type { BitmapFont, Glyph } from './font.ts';

const COLUMNS = 32;
/** Padding around each glyph in font pixels, and the scale of one. */
const ROOM = 2;
const ZOOM = 2;

/** Draws all glyphs ordered by code, black on white, 32 per row. */
export function specimenOf({ glyphs, ascent, descent }: BitmapFont): Pixels {
  const inked = glyphs
    .filter(({ width, height }) => width > 0 && height > 0)
    .sort((one, other) => (one.code ?? Infinity) - (other.code ?? Infinity));
  if (inked.length === 0) throw new ConversionError('unsupported-feature', 'a font without letters');
  const top = Math.max(ascent, ...inked.map(({ bottom, height }) => bottom + height));
  const low = Math.min(-descent, ...inked.map(({ bottom }) => bottom));
  const left = Math.min(0, ...inked.map((glyph) => glyph.left));
  const cell = {
    width: Math.max(...inked.map((glyph) => glyph.left + glyph.width)) - left + ROOM * 2,
    height: top - low + ROOM * 2,
  };
  const columns = Math.min(COLUMNS, inked.length);
  const width = cell.width * columns * ZOOM;
  const height = cell.height * Math.ceil(inked.length / columns) * ZOOM;
  assertPixelCount(width, height);
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  inked.forEach((glyph, index) => {
    const x = (index % columns) * cell.width + ROOM + glyph.left - left;
    const y = Math.floor(index / columns) * cell.height + ROOM + top - glyph.bottom - glyph.height;
    drawGlyph(data, width, glyph, { x, y });
  });
  return { depth: 8, width, height, data };
}

function drawGlyph(
  data: Uint8ClampedArray,
  width: number,
  glyph: Glyph,
  { x, y }: { readonly x: number; readonly y: number },
): void {
  for (let dot = 0; dot < glyph.dots.length; dot += 1) {
    if (glyph.dots[dot] !== 1) continue;
    const [left, top] = [(x + (dot % glyph.width)) * ZOOM, (y + Math.floor(dot / glyph.width)) * ZOOM];
    for (let row = 0; row < ZOOM; row += 1)
      for (let column = 0; column < ZOOM; column += 1)
        data.fill(0, ((top + row) * width + left + column) * 4, ((top + row) * width + left + column) * 4 + 3);
  }
}
