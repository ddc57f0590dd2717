import type { SvgNode } from 'emf-converter';

/**
 * The library draws the box behind text and the lines under and through it as if text always stood on its baseline. GDI
 * hangs text from its top unless told otherwise, and then they belong lower. Answers the drawing with them moved.
 */
export function withPartsAtText(node: SvgNode): SvgNode {
  if (!node.children) return node;
  const children = node.children.map(withPartsAtText);
  for (const [index, child] of children.entries()) {
    const line = lineOf(child);
    if (!line) continue;
    moveIf(children, index - 1, line, line.boxShift, (part) => isNear(part.offset, -line.size));
    if (children[index + 1]?.tag === 'text') continue;
    for (const next of [index + 1, index + 2]) {
      moveIf(children, next, line, line.strokeShift, ({ offset, fill }) => fill === line.fill && isStroke(offset, line.size));
    }
  }
  return { ...node, children };
}

type Point = readonly [x: number, y: number];

/** A piece of text that does not stand on its baseline. */
type Line = {
  readonly origin: Point;
  /** Where "down" is for the text, of length 1. */
  readonly down: Point;
  readonly size: number;
  readonly fill: unknown;
  /** How far down its box and its strokes have to go. */
  readonly boxShift: number;
  readonly strokeShift: number;
};

/** Of the font's size, between the top of a line and its baseline, and between baseline and bottom: what common fonts have. */
const ASCENT = 0.9;
const DESCENT = 0.2;

function lineOf(node: SvgNode | undefined): Line | undefined {
  if (node?.tag !== 'text') return undefined;
  const { x, y, transform, fill, 'font-size': fontSize, 'dominant-baseline': baseline } = node.attrs;
  const hangs = baseline === 'text-before-edge';
  if (!hangs && baseline !== 'text-after-edge') return undefined;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(transform);
  const [left, top, size] = [Number(x), Number(y), Number(fontSize)];
  const length = Math.hypot(c, d) || 1;
  return {
    origin: [a * left + c * top + e, b * left + d * top + f],
    down: [c / length, d / length],
    size,
    fill,
    boxShift: hangs ? size : 0,
    strokeShift: size * (hangs ? ASCENT : -DESCENT),
  };
}

/** A four-sided path that begins with its upper left corner and goes on in steps; `offset` is how far below the text's origin it is. */
type Part = { readonly corner: Point; readonly steps: string; readonly offset: number; readonly fill: unknown };

function partOf(node: SvgNode | undefined, { origin, down }: Line): Part | undefined {
  if (node?.tag !== 'path') return undefined;
  const [, start, steps] = /^M([^A-Za-z]+)(l[^A-Za-z]+z)$/.exec(String(node.attrs['d'])) ?? [];
  const [x, y] = numbersOf(start);
  if (x === undefined || y === undefined || steps === undefined || numbersOf(steps).length !== 6) return undefined;
  const corner: Point = [x, y];
  const offset = (corner[0] - origin[0]) * down[0] + (corner[1] - origin[1]) * down[1];
  return { corner, steps, offset, fill: node.attrs['fill'] };
}

function moveIf(children: SvgNode[], index: number, line: Line, shift: number, belongs: (part: Part) => boolean): void {
  const node = children[index];
  const part = partOf(node, line);
  if (!node || !part || shift === 0 || !belongs(part)) return;
  const [x, y] = part.corner.map((value, axis) => Number((value + (line.down[axis] ?? 0) * shift).toFixed(2)));
  children[index] = { ...node, attrs: { ...node.attrs, d: `M${x} ${y}${part.steps}` } };
}

function numbersOf(text: string | number = ''): readonly number[] {
  return (String(text).match(/-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g) ?? []).map(Number);
}

/** Where the library puts the line under the text, and the one through it. */
function isStroke(offset: number, size: number): boolean {
  return isNear(offset, Math.round(size * 0.12)) || isNear(offset, -Math.round(size * 0.3));
}

/** Half a unit, for what was rounded. */
function isNear(value: number, expected: number): boolean {
  return Math.abs(value - expected) < 0.5;
}
