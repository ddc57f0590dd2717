import type { Matrix } from '../graphics/matrix.ts';
import { type Path, walk } from '../graphics/path.ts';
import { spell } from './svg-numbers.ts';

/** A path in PDF operators. */
export function pathOperators(path: Path, digits: number): string {
  const parts: string[] = [];
  const put = (operator: string, ...values: readonly number[]): void => {
    parts.push(`${values.map((value) => plain(value, digits)).join(' ')} ${operator}\n`);
  };
  walk(path, {
    move: (x, y) => put('m', x, y),
    line: (x, y) => put('l', x, y),
    curve: (points) => put('c', ...points),
    close: () => void parts.push('h\n'),
  });
  return parts.join('');
}

/** PDF has no exponents. */
export function plain(value: number, digits: number): string {
  const spelled = spell(value, digits);
  return spelled.includes('e') ? Number(spelled).toFixed(digits) : spelled;
}

export function matrixOperands(matrix: Matrix): string {
  return matrix.map((value, index) => plain(value, index < 4 ? 7 : 3)).join(' ');
}
