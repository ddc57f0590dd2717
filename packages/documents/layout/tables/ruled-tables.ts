import { type Box, contains, type Fill, holds, type Rule, shared, union } from '../page-content.ts';

export type Edge = { readonly thickness: number; readonly colour: string };

export type GridCell = Box & {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly shading?: string;
  readonly edges: { readonly top?: Edge; readonly right?: Edge; readonly bottom?: Edge; readonly left?: Edge };
};

/** A table whose cells are defined by ruling lines. */
export type Grid = Box & {
  /** Edges of columns and rows, one more than their number. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly cells: readonly GridCell[];
};

/** Tolerance for lines that should meet. */
const MEETS = 3;
/** Lines closer than this are one line, drawn in pieces or double. */
const SAME = 2.5;
const MIN_CELL_SIDE = 5;

/** Tables formed by intersecting rules. Excludes frames around other tables and isolated rules, but not tables with others in a cell. */
export function gridsOf(rules: readonly Rule[], fills: readonly Fill[]): readonly Grid[] {
  const grids = componentsOf(mergeCollinear(rules))
    .map((component) => gridFrom(component, fills))
    .filter((grid) => grid !== undefined);
  return grids.filter(
    (grid) =>
      !grids.some(
        (other) =>
          other !== grid && contains(grid, other, 1) && grid.cells.length <= other.cells.length && !hasInCell(grid, other),
      ),
  );
}

/** Whether another table is inside one of several cells. */
function hasInCell({ cells }: Grid, other: Grid): boolean {
  return cells.length > 1 && cells.some((cell) => contains(cell, other, MEETS));
}

const isFlat = (rule: Rule): boolean => rule.top === rule.bottom;

/** Merges collinear rules that touch. */
export function mergeCollinear(rules: readonly Rule[]): readonly Rule[] {
  return [
    ...mergeAlong(rules.filter(isFlat), 'left', 'right', 'top'),
    ...mergeAlong(
      rules.filter((rule) => !isFlat(rule)),
      'top',
      'bottom',
      'left',
    ),
  ];
}

function mergeAlong(rules: readonly Rule[], from: 'left' | 'top', to: 'right' | 'bottom', across: 'left' | 'top'): Rule[] {
  const open: Rule[] = [];
  for (const rule of rules.toSorted((a, b) => a[from] - b[from])) {
    const index = open.findIndex((one) => Math.abs(one[across] - rule[across]) < 1.2 && rule[from] <= one[to] + SAME);
    const known = open[index];
    if (known)
      open[index] = { ...known, [to]: Math.max(known[to], rule[to]), thickness: Math.max(known.thickness, rule.thickness) };
    else open.push(rule);
  }
  return open;
}

function meet(a: Rule, b: Rule): boolean {
  if (isFlat(a) === isFlat(b)) return false;
  const [flat, upright] = isFlat(a) ? [a, b] : [b, a];
  return (
    upright.left > flat.left - MEETS &&
    upright.left < flat.right + MEETS &&
    flat.top > upright.top - MEETS &&
    flat.top < upright.bottom + MEETS
  );
}

function componentsOf(rules: readonly Rule[]): readonly (readonly Rule[])[] {
  const left = new Set(rules);
  const components: Rule[][] = [];
  for (const start of rules) {
    if (!left.delete(start)) continue;
    const component = [start];
    for (let index = 0; index < component.length; index++) {
      const current = component[index];
      if (!current) break;
      for (const other of left)
        if (meet(current, other)) {
          left.delete(other);
          component.push(other);
        }
    }
    components.push(component);
  }
  return components;
}

function positions(values: readonly number[]): number[] {
  const kept: number[] = [];
  for (const value of values.toSorted((a, b) => a - b))
    if (value - (kept.at(-1) ?? Number.NEGATIVE_INFINITY) > MIN_CELL_SIDE) kept.push(value);
  return kept;
}

function gridFrom(rules: readonly Rule[], fills: readonly Fill[]): Grid | undefined {
  const flat = rules.filter(isFlat);
  const upright = rules.filter((rule) => !isFlat(rule));
  if (flat.length < 1 || upright.length < 1 || flat.length + upright.length < 4) return undefined;
  const box = union(rules);
  const xs = positions([...upright.map(({ left }) => left), box.left, box.right]);
  const ys = positions([...flat.map(({ top }) => top), box.top, box.bottom]);
  if (xs.length < 2 || ys.length < 2) return undefined;
  const hasRight = (row: number, column: number): boolean =>
    column + 2 === xs.length ||
    uprightAlong(upright, { at: at(xs, column + 1), from: at(ys, row), to: at(ys, row + 1) }) !== undefined;
  const hasBelow = (row: number, column: number): boolean =>
    row + 2 === ys.length || flatAlong(flat, { at: at(ys, row + 1), from: at(xs, column), to: at(xs, column + 1) }) !== undefined;
  const cells = spansOf(ys.length - 1, xs.length - 1, hasRight, hasBelow).map((span) =>
    cellFrom(span, xs, ys, flat, upright, fills),
  );
  return { ...box, xs, ys, cells };
}

const at = (values: readonly number[], index: number): number => values[Math.min(index, values.length - 1)] ?? 0;

/** An edge along which a rule may run: its position and its range. */
type Along = { readonly at: number; readonly from: number; readonly to: number };

/** The horizontal rule that covers most of a cell's edge. */
function flatAlong(rules: readonly Rule[], { at: place, from, to }: Along): Rule | undefined {
  return rules.find(
    ({ top, left, right }) => Math.abs(top - place) <= MIN_CELL_SIDE && shared(left, right, from, to) > (to - from) * 0.6,
  );
}

/** The same for vertical rules. */
function uprightAlong(rules: readonly Rule[], { at: place, from, to }: Along): Rule | undefined {
  return rules.find(
    ({ left, top, bottom }) => Math.abs(left - place) <= MIN_CELL_SIDE && shared(top, bottom, from, to) > (to - from) * 0.6,
  );
}

type Span = { readonly row: number; readonly column: number; readonly rowSpan: number; readonly columnSpan: number };

/** Grid slots without a line between them form one cell. */
function spansOf(
  rows: number,
  columns: number,
  hasRight: (row: number, column: number) => boolean,
  hasBelow: (row: number, column: number) => boolean,
): readonly Span[] {
  const taken = new Set<number>();
  const spans: Span[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      if (taken.has(row * columns + column)) continue;
      let columnSpan = 1;
      while (!hasRight(row, column + columnSpan - 1) && !taken.has(row * columns + column + columnSpan)) columnSpan += 1;
      const isOpenBelow = (below: number): boolean =>
        Array.from({ length: columnSpan }, (_, index) => column + index).every(
          (one, index) => !hasBelow(below, one) && (index + 1 === columnSpan || !hasRight(below + 1, one)),
        );
      let rowSpan = 1;
      while (row + rowSpan < rows && isOpenBelow(row + rowSpan - 1)) rowSpan += 1;
      for (let r = row; r < row + rowSpan; r++) for (let c = column; c < column + columnSpan; c++) taken.add(r * columns + c);
      spans.push({ row, column, rowSpan, columnSpan });
    }
  return spans;
}

function cellFrom(
  span: Span,
  xs: readonly number[],
  ys: readonly number[],
  flat: readonly Rule[],
  upright: readonly Rule[],
  fills: readonly Fill[],
): GridCell {
  const box: Box = {
    left: at(xs, span.column),
    right: at(xs, span.column + span.columnSpan),
    top: at(ys, span.row),
    bottom: at(ys, span.row + span.rowSpan),
  };
  const top = edgeOf(flatAlong(flat, { at: box.top, from: box.left, to: box.right }));
  const bottom = edgeOf(flatAlong(flat, { at: box.bottom, from: box.left, to: box.right }));
  const left = edgeOf(uprightAlong(upright, { at: box.left, from: box.top, to: box.bottom }));
  const right = edgeOf(uprightAlong(upright, { at: box.right, from: box.top, to: box.bottom }));
  const shading = shadingOf(box, fills);
  return {
    ...span,
    ...box,
    ...(shading ? { shading } : {}),
    edges: { ...(top ? { top } : {}), ...(bottom ? { bottom } : {}), ...(left ? { left } : {}), ...(right ? { right } : {}) },
  };
}

const edgeOf = (rule: Rule | undefined): Edge | undefined => rule && { thickness: rule.thickness, colour: rule.colour };

/** The topmost fill over the centre of a region that is at most a few times as large as it. */
export function shadingOf(box: Box, fills: readonly Fill[]): string | undefined {
  const fill = fills.findLast(
    (one) => holds(one, box) && shared(one.left, one.right, box.left, box.right) > (box.right - box.left) * 0.6,
  );
  return fill && fill.colour !== '#ffffff' ? fill.colour : undefined;
}
