import { frameOf, sequenceRaster, stillRaster } from '@bakkum/raster/construct';
import type { Pixels, Raster } from '@bakkum/raster/raster';
import { type Field, SCAN } from './field.ts';

/** Renders each field north up: black is its minimum, white its maximum, missing values are transparent. */
export function pictureOf(fields: readonly [Field, ...Field[]]): Raster {
  const [first] = fields;
  if (fields.length === 1)
    return stillRaster(async () => pixelsOf(first), { width: first.grid.columns, height: first.grid.rows });
  return sequenceRaster({
    kind: 'pages',
    frameCount: fields.length,
    async *frames() {
      for (const field of fields) yield frameOf(pixelsOf(field));
    },
  });
}

const WHITE = 65_535;

function pixelsOf({ grid, values }: Field): Pixels {
  const { columns, rows, scan } = grid;
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const factor = most > least ? WHITE / (most - least) : 0;
  const data = new Uint16Array(columns * rows * 4);
  for (const [index, value] of values.entries()) {
    if (Number.isNaN(value)) continue;
    const column = index % columns;
    const row = Math.floor(index / columns);
    const x = scan & SCAN.westward ? columns - 1 - column : column;
    const y = scan & SCAN.northward ? rows - 1 - row : row;
    const shade = Math.round((value - least) * factor);
    data.set([shade, shade, shade, WHITE], (y * columns + x) * 4);
  }
  return { depth: 16, width: columns, height: rows, data };
}
