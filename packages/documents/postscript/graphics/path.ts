import { PsError } from '../machine/program-errors.ts';
import { apply, type Matrix } from './matrix.ts';

export const MOVE = 0;
export const LINE = 1;
export const CURVE = 2;
export const CLOSE = 3;

/** Segments in order and their points: one pair for a move or line, three for a curve, none for a close. */
export type Path = { readonly verbs: readonly number[]; readonly points: readonly number[] };

export type Box = readonly [number, number, number, number];

const MAX_SEGMENTS = 4_000_000;

/** A path under construction, copied on write only while it is shared. */
export class PathBuilder {
  private verbs: number[] = [];
  private points: number[] = [];
  private isShared = false;
  private startX = 0;
  private startY = 0;
  private x = 0;
  private y = 0;
  private hasPoint = false;

  /** A copy that shares its data until either one changes. */
  fork(): PathBuilder {
    const copy = new PathBuilder();
    Object.assign(copy, this);
    this.isShared = true;
    copy.isShared = true;
    return copy;
  }

  /** The finished path; later changes do not affect it. */
  finished(): Path {
    this.isShared = true;
    return { verbs: this.verbs, points: this.points };
  }

  isEmpty(): boolean {
    return this.verbs.length === 0;
  }

  current(): readonly [number, number] | undefined {
    return this.hasPoint ? [this.x, this.y] : undefined;
  }

  private own(): void {
    if (this.isShared) {
      this.verbs = [...this.verbs];
      this.points = [...this.points];
      this.isShared = false;
    }
    if (this.verbs.length >= MAX_SEGMENTS) throw new PsError('limitcheck', 'a path of too many segments');
  }

  move(x: number, y: number): void {
    this.own();
    if (this.verbs.at(-1) === MOVE) this.points.length -= 2;
    else this.verbs.push(MOVE);
    this.points.push(x, y);
    this.startX = x;
    this.startY = y;
    this.go(x, y);
  }

  line(x: number, y: number): void {
    this.begin();
    this.verbs.push(LINE);
    this.points.push(x, y);
    this.go(x, y);
  }

  curve(points: readonly [number, number, number, number, number, number]): void {
    this.begin();
    this.verbs.push(CURVE);
    this.points.push(...points);
    this.go(points[4], points[5]);
  }

  close(): void {
    if (!this.hasPoint || this.verbs.at(-1) === CLOSE) return;
    this.own();
    this.verbs.push(CLOSE);
    this.go(this.startX, this.startY);
  }

  append(path: Path): void {
    walk(path, {
      move: (x, y) => this.move(x, y),
      line: (x, y) => this.line(x, y),
      curve: (points) => this.curve(points),
      close: () => this.close(),
    });
  }

  /** After a close, a new subpath starts where the last one started. */
  private begin(): void {
    if (!this.hasPoint) throw new PsError('nocurrentpoint');
    this.own();
    if (this.verbs.at(-1) !== CLOSE) return;
    this.verbs.push(MOVE);
    this.points.push(this.x, this.y);
  }

  private go(x: number, y: number): void {
    this.x = x;
    this.y = y;
    this.hasPoint = true;
  }
}

export type PathVisitor = {
  move(x: number, y: number): void;
  line(x: number, y: number): void;
  curve(points: readonly [number, number, number, number, number, number]): void;
  close(): void;
};

export function walk({ verbs, points }: Path, visitor: PathVisitor): void {
  let at = 0;
  const next = (): number => points[at++] ?? 0;
  for (const verb of verbs) {
    if (verb === MOVE) visitor.move(next(), next());
    else if (verb === LINE) visitor.line(next(), next());
    else if (verb === CURVE) visitor.curve([next(), next(), next(), next(), next(), next()]);
    else visitor.close();
  }
}

export function transformed({ verbs, points }: Path, matrix: Matrix): Path {
  const moved = points.slice();
  for (let at = 0; at + 1 < points.length; at += 2) {
    const [x, y] = apply(matrix, points[at] ?? 0, points[at + 1] ?? 0);
    moved[at] = x;
    moved[at + 1] = y;
  }
  return { verbs, points: moved };
}

/** The bounding box of all points, including control points; `undefined` without any. */
export function boxOf({ points }: Path): Box | undefined {
  if (points.length === 0) return undefined;
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at + 1 < points.length; at += 2) {
    const [x, y] = [points[at] ?? 0, points[at + 1] ?? 0];
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.min(bottom, y);
    top = Math.max(top, y);
  }
  return [left, bottom, right, top];
}

export function rectangle([left, bottom, right, top]: Box): Path {
  return { verbs: [MOVE, LINE, LINE, LINE, CLOSE], points: [left, bottom, right, bottom, right, top, left, top] };
}

/** The box, if the path is a single upright rectangle. */
export function asBox(path: Path): Box | undefined {
  const { verbs, points } = path;
  if (!/^0111(?:1?3?)$/.test(verbs.join(''))) return undefined;
  if (points.length === 10 && (points[0] !== points[8] || points[1] !== points[9])) return undefined;
  const [x0, y0, x1, y1, x2, y2, x3, y3] = points;
  const upFirst = [x0, y1, x2, y3].join() === [x1, y2, x3, y0].join();
  const acrossFirst = [y0, x1, y2, x3].join() === [y1, x2, y3, x0].join();
  return upFirst || acrossFirst ? boxOf(path) : undefined;
}

const STEPS = 16;

/** Converts curves to lines (flattenpath). */
export function flattened(path: Path): Path {
  const builder = new PathBuilder();
  walk(path, {
    move: (x, y) => builder.move(x, y),
    line: (x, y) => builder.line(x, y),
    curve: (points) => flattenCurve(builder, points),
    close: () => builder.close(),
  });
  return builder.finished();
}

function flattenCurve(builder: PathBuilder, [x1, y1, x2, y2, x3, y3]: readonly number[] & { readonly length: 6 }): void {
  const [x0, y0] = builder.current() ?? [0, 0];
  for (let step = 1; step <= STEPS; step += 1) {
    const t = step / STEPS;
    const s = 1 - t;
    const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
    builder.line(a * x0 + b * (x1 ?? 0) + c * (x2 ?? 0) + d * (x3 ?? 0), a * y0 + b * (y1 ?? 0) + c * (y2 ?? 0) + d * (y3 ?? 0));
  }
}

/** Reverses every subpath (reversepath). */
export function reversed(path: Path): Path {
  const builder = new PathBuilder();
  for (const part of partsOf(path)) appendReversed(builder, part);
  return builder.finished();
}

type Part = { readonly start: readonly [number, number]; readonly pieces: number[][]; isClosed: boolean };

function partsOf(path: Path): readonly Part[] {
  const parts: Part[] = [];
  walk(path, {
    move: (x, y) => void parts.push({ start: [x, y], pieces: [], isClosed: false }),
    line: (x, y) => void parts.at(-1)?.pieces.push([x, y]),
    curve: (points) => void parts.at(-1)?.pieces.push([...points]),
    close: () => {
      const last = parts.at(-1);
      if (last) last.isClosed = true;
    },
  });
  return parts;
}

function appendReversed(builder: PathBuilder, { start, pieces, isClosed }: Part): void {
  const ends = [[...start], ...pieces.map((piece) => piece.slice(-2))];
  const [x = 0, y = 0] = ends.at(-1) ?? [];
  builder.move(x, y);
  for (let index = pieces.length - 1; index >= 0; index -= 1) {
    const piece = pieces[index] ?? [];
    const [toX = 0, toY = 0] = ends[index] ?? [];
    const [a = 0, b = 0, c = 0, d = 0] = piece;
    if (piece.length === 2) builder.line(toX, toY);
    else builder.curve([c, d, a, b, toX, toY]);
  }
  if (isClosed) builder.close();
}
