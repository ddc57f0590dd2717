import { itemAt, itemsOf, type PsArray, type PsObject } from '../machine/objects.ts';
import { PsError } from '../machine/program-errors.ts';
import { addArc, addTangentArc } from './arc.ts';
import { apply, inverse, type Matrix } from './matrix.ts';
import type { PathBuilder } from './path.ts';

/** The operators allowed in a user path, a procedure that only draws (PLRM 4.6). The encoded form refers to them by number. */
type Step = (path: PathBuilder, matrix: Matrix, values: readonly number[]) => void;

const at = (path: PathBuilder, matrix: Matrix): readonly [number, number] => {
  const point = path.current();
  const back = inverse(matrix);
  if (!point || !back) throw new PsError('nocurrentpoint');
  return apply(back, ...point);
};

const arc =
  (clockwise: boolean): Step =>
  (path, matrix, [x = 0, y = 0, radius = 0, from = 0, to = 0]) =>
    addArc(path, matrix, { x, y, radius, from, to, clockwise });

const STEPS: Readonly<Record<string, { readonly count: number; readonly step: Step }>> = {
  setbbox: { count: 4, step: () => undefined },
  moveto: { count: 2, step: (path, matrix, [x = 0, y = 0]) => path.move(...apply(matrix, x, y)) },
  rmoveto: {
    count: 2,
    step: (path, matrix, [x = 0, y = 0]) => {
      const [fromX, fromY] = at(path, matrix);
      path.move(...apply(matrix, fromX + x, fromY + y));
    },
  },
  lineto: { count: 2, step: (path, matrix, [x = 0, y = 0]) => path.line(...apply(matrix, x, y)) },
  rlineto: {
    count: 2,
    step: (path, matrix, [x = 0, y = 0]) => {
      const [fromX, fromY] = at(path, matrix);
      path.line(...apply(matrix, fromX + x, fromY + y));
    },
  },
  curveto: {
    count: 6,
    step: (path, matrix, [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]) =>
      path.curve([...apply(matrix, a, b), ...apply(matrix, c, d), ...apply(matrix, e, f)]),
  },
  rcurveto: {
    count: 6,
    step: (path, matrix, [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]) => {
      const [x, y] = at(path, matrix);
      path.curve([...apply(matrix, x + a, y + b), ...apply(matrix, x + c, y + d), ...apply(matrix, x + e, y + f)]);
    },
  },
  arc: { count: 5, step: arc(false) },
  arcn: { count: 5, step: arc(true) },
  arct: {
    count: 5,
    step: (path, matrix, [x1 = 0, y1 = 0, x2 = 0, y2 = 0, radius = 0]) =>
      void addTangentArc(path, matrix, at(path, matrix), { x1, y1, x2, y2, radius }),
  },
  closepath: { count: 0, step: (path) => path.close() },
  ucache: { count: 0, step: () => undefined },
};

/** Operators of the encoded form by their numbers. */
const ENCODED = [
  'setbbox',
  'moveto',
  'rmoveto',
  'lineto',
  'rlineto',
  'curveto',
  'rcurveto',
  'arc',
  'arcn',
  'arct',
  'closepath',
  'ucache',
];

export function readUserPath(object: PsArray, path: PathBuilder, matrix: Matrix): void {
  const [data, codes] = [itemAt(object, 0), itemAt(object, 1)];
  if (object.length === 2 && codes.kind === 'string' && data.kind === 'array') {
    readEncoded(itemsOf(data), codes.bytes, path, matrix);
    return;
  }
  const values: number[] = [];
  for (const item of itemsOf(object)) {
    if (item.kind === 'integer' || item.kind === 'real') values.push(item.value);
    else takeStep(wordOf(item), values, path, matrix);
  }
}

function wordOf(item: PsObject): string {
  if (item.kind === 'name') return item.text;
  if (item.kind === 'operator') return item.name;
  throw new PsError('typecheck');
}

function takeStep(word: string, values: number[], path: PathBuilder, matrix: Matrix): void {
  const known = STEPS[word];
  if (!known) throw new PsError('typecheck', word);
  if (values.length < known.count) throw new PsError('stackunderflow');
  known.step(path, matrix, values.splice(0));
}

function readEncoded(data: readonly PsObject[], codes: Uint8Array, path: PathBuilder, matrix: Matrix): void {
  let next = 0;
  let times = 1;
  for (const code of codes) {
    if (code > 32) {
      times = code - 32;
      continue;
    }
    const word = ENCODED[code] ?? '';
    const count = STEPS[word]?.count ?? 0;
    for (let round = 0; round < times; round += 1) {
      const values = data
        .slice(next, next + count)
        .map((item) => ('value' in item && typeof item.value === 'number' ? item.value : 0));
      next += count;
      takeStep(word, values, path, matrix);
    }
    times = 1;
  }
}
