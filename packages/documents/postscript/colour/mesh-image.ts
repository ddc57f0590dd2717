import type { Item } from '../display-list.ts';
import type { Matrix } from '../graphics/matrix.ts';
import type { Box } from '../graphics/path.ts';
import type { PsDict } from '../machine/objects.ts';
import { DEVICE_UNITS, type Vm } from '../machine/vm.ts';
import { placed, type Triangle, trianglesOf } from './mesh.ts';
import type { Vertex } from './mesh-data.ts';

/** Pixels per point, twice the screen resolution. */
const PER_POINT = 2;
const MAX_IMAGE_SIDE = 1600;
/** Tolerance in pixels for rounding errors. */
const ROUNDING = 1e-6;

/** Renders a mesh as an image, because neither SVG nor every PDF reader supports meshes. */
export function meshItem(
  vm: Vm,
  shading: PsDict,
  matrix: Matrix,
  clip: Item['clip'],
): Extract<Item, { kind: 'picture' }> | undefined {
  const triangles = placed(trianglesOf(vm, shading), matrix);
  const box = boxAround(triangles);
  if (!box) return undefined;
  const [left, bottom, right, top] = box;
  const density = Math.min(PER_POINT / DEVICE_UNITS, MAX_IMAGE_SIDE / Math.max(right - left, top - bottom));
  const width = Math.max(1, Math.ceil((right - left) * density - ROUNDING));
  const height = Math.max(1, Math.ceil((top - bottom) * density - ROUNDING));
  vm.charge(width * height * 4);
  const data = new Uint8ClampedArray(width * height * 4);
  for (const triangle of triangles) paint(data, width, height, onGrid(triangle, box, width, height));
  const place: Matrix = [right - left, 0, 0, top - bottom, left, bottom];
  return { kind: 'picture', picture: { kind: 'pixels', width, height, data }, matrix: place, isSmooth: true, clip };
}

function boxAround(triangles: readonly Triangle[]): Box | undefined {
  const vertices = triangles.flat();
  if (vertices.length === 0) return undefined;
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of vertices) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.min(bottom, y);
    top = Math.max(top, y);
  }
  return right > left && top > bottom && Number.isFinite(right - left + top - bottom) ? [left, bottom, right, top] : undefined;
}

/** In pixels, with the first row on top. */
function onGrid(triangle: Triangle, [left, bottom, right, top]: Box, width: number, height: number): Triangle {
  const move = ({ x, y, colour }: Vertex): Vertex => ({
    x: ((x - left) / (right - left)) * width,
    y: ((top - y) / (top - bottom)) * height,
    colour,
  });
  return [move(triangle[0]), move(triangle[1]), move(triangle[2])];
}

/** Fills every pixel whose centre is in the triangle, or close enough to avoid a gap to its neighbour. */
function paint(data: Uint8ClampedArray, width: number, height: number, [a, b, c]: Triangle): void {
  const area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
  if (area === 0) return;
  const slack = 0.6 / Math.sqrt(Math.abs(area));
  const [firstY, lastY] = [
    Math.max(0, Math.floor(Math.min(a.y, b.y, c.y) - 0.5)),
    Math.min(height - 1, Math.ceil(Math.max(a.y, b.y, c.y))),
  ];
  const [firstX, lastX] = [
    Math.max(0, Math.floor(Math.min(a.x, b.x, c.x) - 0.5)),
    Math.min(width - 1, Math.ceil(Math.max(a.x, b.x, c.x))),
  ];
  for (let y = firstY; y <= lastY; y += 1) {
    for (let x = firstX; x <= lastX; x += 1) {
      const [px, py] = [x + 0.5, y + 0.5];
      const second = ((px - a.x) * (c.y - a.y) - (c.x - a.x) * (py - a.y)) / area;
      const third = ((b.x - a.x) * (py - a.y) - (px - a.x) * (b.y - a.y)) / area;
      const first = 1 - second - third;
      if (first < -slack || second < -slack || third < -slack) continue;
      const at = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = first * (a.colour[channel] ?? 0) + second * (b.colour[channel] ?? 0) + third * (c.colour[channel] ?? 0);
        data[at + channel] = value * 255;
      }
      data[at + 3] = 255;
    }
  }
}
