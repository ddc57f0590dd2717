/** Points x, y, x, y … of closed loops. */
export type Loops = readonly (readonly number[])[];

/** Placement of a box of 100 × 100 on the image: its left and upper edge and its size, in pixels. */
export type Placing = { readonly left: number; readonly top: number; readonly size: number; readonly mirrored: boolean };

const BOX = 100;
const CURVE_STEPS = 10;
const ELLIPSE_STEPS = 36;
/** Position of the control points of a cubic curve that equals a quadratic one. */
const QUADRATIC = 2 / 3;

/** Converts a path of `figure-table.ts` to loops in pixels. */
export function placedLoops(path: string, { left, top, size, mirrored }: Placing): Loops {
  return loopsOf(path).map((loop) =>
    loop.map((value, index) => {
      if (index % 2 === 1) return top + (value / BOX) * size;
      return left + ((mirrored ? BOX - value : value) / BOX) * size;
    }),
  );
}

function loopsOf(path: string): Loops {
  const loops: number[][] = [];
  let loop: number[] = [];
  for (const [, command = '', rest = ''] of path.matchAll(/([MLCQZE])([^MLCQZE]*)/g)) {
    const values = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
    if (command === 'M') loops.push((loop = [...values]));
    else if (command === 'L') loop.push(...values);
    else if (command === 'E') loops.push(ellipse(values));
    else if (command !== 'Z') addCurves(loop, command === 'C' ? values : cubicsOf(loop, values));
  }
  return loops;
}

function ellipse([x = 0, y = 0, radiusX = 0, radiusY = radiusX]: readonly number[]): number[] {
  return Array.from({ length: ELLIPSE_STEPS }, (_, step) => {
    const angle = (step / ELLIPSE_STEPS) * Math.PI * 2;
    return [x + Math.cos(angle) * radiusX, y + Math.sin(angle) * radiusY];
  }).flat();
}

function cubicsOf(loop: readonly number[], [cx = 0, cy = 0, x = 0, y = 0]: readonly number[]): readonly number[] {
  const [startX = 0, startY = 0] = loop.slice(-2);
  const part = QUADRATIC;
  return [startX + (cx - startX) * part, startY + (cy - startY) * part, x + (cx - x) * part, y + (cy - y) * part, x, y];
}

function addCurves(loop: number[], values: readonly number[]): void {
  for (let index = 0; index + 5 < values.length; index += 6) {
    const [x0 = 0, y0 = 0] = loop.slice(-2);
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = values.slice(index, index + 6);
    for (let step = 1; step <= CURVE_STEPS; step++) {
      const t = step / CURVE_STEPS;
      const s = 1 - t;
      const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
      loop.push(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3);
    }
  }
}

/** A rectangle of pixels with the coverage of each, 0 to 1. */
export type Cover = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly amount: Float32Array<ArrayBuffer>;
};

type Bounds = Omit<Cover, 'amount'>;

/** Computes the exact coverage of closed loops, clipped to the image; overlapping loops are united. */
export function coverOf(loops: Loops, picture: { readonly width: number; readonly height: number }): Cover {
  const bounds = boundsOf(loops, picture);
  const amount = new Float32Array((bounds.width + 2) * bounds.height);
  for (const loop of loops) {
    for (let index = 0; index < loop.length; index += 2) {
      const next = (index + 2) % loop.length;
      addEdge(amount, bounds, [loop[index] ?? 0, loop[index + 1] ?? 0, loop[next] ?? 0, loop[next + 1] ?? 0]);
    }
  }
  return { ...bounds, amount: gathered(amount, bounds) };
}

function boundsOf(loops: Loops, picture: { readonly width: number; readonly height: number }): Bounds {
  let [left, top, right, bottom] = [picture.width, picture.height, 0, 0];
  for (const loop of loops) {
    for (let index = 0; index < loop.length; index += 2) {
      left = Math.min(left, loop[index] ?? 0);
      right = Math.max(right, loop[index] ?? 0);
      top = Math.min(top, loop[index + 1] ?? 0);
      bottom = Math.max(bottom, loop[index + 1] ?? 0);
    }
  }
  left = Math.max(0, Math.floor(left));
  top = Math.max(0, Math.floor(top));
  const width = Math.min(picture.width, Math.ceil(right) + 1) - left;
  const height = Math.min(picture.height, Math.ceil(bottom) + 1) - top;
  return { left, top, width: Math.max(0, width), height: Math.max(0, height) };
}

/** Adds the coverage to the right of one edge to the cells it crosses. */
function addEdge(
  amount: Float32Array<ArrayBuffer>,
  { left, top, width, height }: Bounds,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
): void {
  if (y0 === y1) return;
  const direction = y0 < y1 ? 1 : -1;
  const [startX, startY, endX, endY] = y0 < y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
  const slope = (endX - startX) / (endY - startY);
  const firstRow = Math.max(0, Math.floor(startY - top));
  const lastRow = Math.min(height - 1, Math.ceil(endY - top) - 1);
  for (let row = firstRow; row <= lastRow; row++) {
    const upper = Math.max(startY, top + row);
    const lower = Math.min(endY, top + row + 1);
    if (lower <= upper) continue;
    const middle = startX + ((upper + lower) / 2 - startY) * slope - left;
    const x = Math.max(0, Math.min(width, middle));
    const column = Math.floor(x);
    const share = (lower - upper) * direction;
    const at = row * (width + 2) + column;
    amount[at] = (amount[at] ?? 0) + share * (1 - (x - column));
    amount[at + 1] = (amount[at + 1] ?? 0) + share * (x - column);
  }
}

function gathered(edges: Float32Array<ArrayBuffer>, { width, height }: Bounds): Float32Array<ArrayBuffer> {
  const amount = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    let sum = 0;
    for (let column = 0; column < width; column++) {
      sum += edges[row * (width + 2) + column] ?? 0;
      amount[row * width + column] = Math.min(1, Math.abs(sum));
    }
  }
  return amount;
}
