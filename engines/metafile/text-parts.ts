import type { SvgNode } from 'emf-converter';

/**
 * Moves background boxes, underlines and strike-throughs to their text. The library draws them as if text were always aligned at
 * its baseline, but GDI aligns text at its top by default, so they belong lower.
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

/** Text that is not aligned at its baseline. */
type Line = {
  readonly origin: Point;
  /** Unit vector pointing down from the text's point of view. */
  readonly down: Point;
  readonly size: number;
  readonly fill: unknown;
  /** Downward offset of the box and the strokes. */
  readonly boxShift: number;
  readonly strokeShift: number;
};

/** Typical ascent and descent of a font as fractions of its size. */
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

/** A four-sided path, relative from its upper left corner; `offset` is its distance below the text's origin. */
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

/** Positions of the underline and the strike-through in the library. */
function isStroke(offset: number, size: number): boolean {
  return isNear(offset, Math.round(size * 0.12)) || isNear(offset, -Math.round(size * 0.3));
}

/** Tolerance of half a unit for rounding. */
function isNear(value: number, expected: number): boolean {
  return Math.abs(value - expected) < 0.5;
}
