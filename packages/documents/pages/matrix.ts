/** An affine transform in the notation of SVG and PDF: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Applies `inner` first, then `outer`. */
export function combine(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner;
  const [g, h, i, j, k, l] = outer;
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}

const TRANSFORM = /(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)/g;

/** Parses a `transform` attribute (SVG 1.1, 7.6). */
export function parseTransform(value: string | undefined): Matrix {
  let matrix = IDENTITY;
  for (const [, kind = '', list = ''] of (value ?? '').matchAll(TRANSFORM)) {
    const numbers = numbersOf(list);
    matrix = combine(transformOf(kind, numbers), matrix);
  }
  return matrix;
}

export function numbersOf(list: string): readonly number[] {
  return [...list.matchAll(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi)].map(([number]) => Number(number));
}

function transformOf(kind: string, [first = 0, second, third = 0, fourth = 0, fifth = 0, sixth = 0]: readonly number[]): Matrix {
  const angle = (first * Math.PI) / 180;
  switch (kind) {
    case 'matrix':
      return [first, second ?? 0, third, fourth, fifth, sixth];
    case 'translate':
      return [1, 0, 0, 1, first, second ?? 0];
    case 'scale':
      return [first, 0, 0, second ?? first, 0, 0];
    case 'skewX':
      return [1, 0, Math.tan(angle), 1, 0, 0];
    case 'skewY':
      return [1, Math.tan(angle), 0, 1, 0, 0];
    default:
      return aboutPoint([Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0], second ?? 0, third);
  }
}

function aboutPoint(turn: Matrix, x: number, y: number): Matrix {
  return combine(combine([1, 0, 0, 1, -x, -y], turn), [1, 0, 0, 1, x, y]);
}
