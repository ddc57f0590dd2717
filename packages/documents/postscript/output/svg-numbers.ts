import { hexColour } from '@bakkum/markup/colour';
import { type Matrix, scaleOf } from '../graphics/matrix.ts';
import { type Path, walk } from '../graphics/path.ts';

/** Decimal digits that keep a precision of 0.01 points under a matrix. */
export function digitsUnder(matrix: Matrix): number {
  const scale = scaleOf(matrix);
  return scale > 0 ? Math.max(0, Math.min(8, Math.ceil(2 + Math.log10(scale)))) : 2;
}

export function spell(value: number, digits = 2): string {
  if (!Number.isFinite(value)) return '0';
  const power = 10 ** digits;
  const rounded = Math.round(value * power) / power;
  return String(rounded === 0 ? 0 : rounded);
}

export function spellMatrix(matrix: Matrix): string {
  return `matrix(${matrix.map((value, index) => spell(value, index < 4 ? 6 : 3)).join(' ')})`;
}

/** The `d` attribute of a path. */
export function spellPath(path: Path, digits: number): string {
  const parts: string[] = [];
  const put = (verb: string, ...values: readonly number[]): void => {
    parts.push(verb + values.map((value) => spell(value, digits)).join(' '));
  };
  walk(path, {
    move: (x, y) => put('M', x, y),
    line: (x, y) => put('L', x, y),
    curve: (points) => put('C', ...points),
    close: () => put('Z'),
  });
  // A final move draws nothing.
  if (parts.at(-1)?.startsWith('M')) parts.pop();
  return parts.join('');
}

export function spellColour(colour: readonly [number, number, number]): string {
  return hexColour(colour.map((value) => value * 255));
}
