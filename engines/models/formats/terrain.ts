import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import type { Reading } from '@bakkum/model-scene/scene';
import { finished, meshBuilder } from '../mesh-builder.ts';

const HEADER = 16;
/** Metres between points if the file does not say. */
const USUAL_SCALE = 30;
const MAX_POINTS = 16 * 1024 * 1024;

type Terrain = {
  columns: number;
  rows: number;
  scale: readonly [number, number, number];
  /** Heights of the points, in units of the third scale. */
  heights: readonly number[];
};

/** Reads Terragen height fields as squares in metres, z up. */
export function readTerrain(file: Uint8Array<ArrayBuffer>): Reading {
  const { columns, rows, scale, heights } = terrainOf(file);
  const builder = meshBuilder();
  for (let index = 0; index < columns * rows; index += 1)
    builder.positions.push(
      (index % columns) * scale[0],
      Math.floor(index / columns) * scale[1],
      (heights[index] ?? 0) * scale[2],
    );
  for (let row = 0; row + 1 < rows; row += 1)
    for (let column = 0; column + 1 < columns; column += 1) {
      const first = row * columns + column;
      builder.corners.push(first, first + 1, first + columns + 1, first + columns);
      builder.sizes.push(4);
    }
  return { scene: { meshes: [finished(builder)], materials: [], unit: 'm', up: 'z' }, warnings: [] };
}

function terrainOf(file: Uint8Array<ArrayBuffer>): Terrain {
  const view = viewOf(file);
  const terrain: Terrain = { columns: 0, rows: 0, scale: [USUAL_SCALE, USUAL_SCALE, USUAL_SCALE], heights: [] };
  for (let at = HEADER; at + 8 <= file.length; ) {
    const name = new TextDecoder('latin1').decode(file.subarray(at, at + 4));
    const body = at + 4;
    if (name === 'ALTW') return { ...terrain, heights: heightsAt(view, body, sized(terrain)) };
    if (name === 'EOF ') break;
    if (name === 'SIZE') terrain.columns = terrain.rows = view.getUint16(body, true) + 1;
    if (name === 'XPTS') terrain.columns = view.getUint16(body, true);
    if (name === 'YPTS') terrain.rows = view.getUint16(body, true);
    if (name === 'SCAL')
      terrain.scale = [view.getFloat32(body, true), view.getFloat32(body + 4, true), view.getFloat32(body + 8, true)];
    at = body + (name === 'SCAL' ? 12 : 4);
  }
  throw new ConversionError('corrupt', 'a terrain without heights');
}

function sized({ columns, rows }: Terrain): number {
  if (columns < 2 || rows < 2) throw new ConversionError('corrupt', `a terrain of ${columns} times ${rows} points`);
  if (columns * rows > MAX_POINTS) throw new ConversionError('too-large', `${columns * rows} points of a terrain`);
  return columns * rows;
}

/** Reads a scale and a base, then a number per point. */
function heightsAt(view: DataView, at: number, count: number): readonly number[] {
  const [scale, base] = [view.getInt16(at, true), view.getInt16(at + 2, true)];
  if (at + 4 + count * 2 > view.byteLength) throw new ConversionError('corrupt', 'heights are missing');
  return Array.from({ length: count }, (_, index) => base + (view.getInt16(at + 4 + index * 2, true) * scale) / 65_536);
}
