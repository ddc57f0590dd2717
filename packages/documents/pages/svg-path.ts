import type { XmlElement } from '@bakkum/markup/xml';
import { numbersOf } from './matrix.ts';
import { real } from './pdf-file.ts';
import { arcCurves, type Curve } from './svg-arc.ts';

/** Distance of the control points for a quarter circle of radius 1. */
const QUARTER = 0.5522847498;

/** Operators for the outline of an SVG shape (ISO 32000-1, 8.5.2); empty if the element is not a shape. */
export function outlineOf({ name, attributes }: XmlElement): string {
  const number = (key: string): number => Number.parseFloat(attributes[key] ?? '') || 0;
  switch (name) {
    case 'rect':
      return rectangle(
        number('x'),
        number('y'),
        number('width'),
        number('height'),
        number('rx') || number('ry'),
        number('ry') || number('rx'),
      );
    case 'circle':
      return ellipse(number('cx'), number('cy'), number('r'), number('r'));
    case 'ellipse':
      return ellipse(number('cx'), number('cy'), number('rx'), number('ry'));
    case 'line':
      return `${at(number('x1'), number('y1'))} m ${at(number('x2'), number('y2'))} l `;
    case 'polyline':
      return polygon(numbersOf(attributes['points'] ?? ''));
    case 'polygon':
      return `${polygon(numbersOf(attributes['points'] ?? ''))}h `;
    case 'path':
      return path(attributes['d'] ?? '');
    default:
      return '';
  }
}

function at(x: number, y: number): string {
  return `${real(x)} ${real(y)}`;
}

function rectangle(x: number, y: number, width: number, height: number, rx: number, ry: number): string {
  if (width <= 0 || height <= 0) return '';
  if (rx <= 0) return `${polygon([x, y, x + width, y, x + width, y + height, x, y + height])}h `;
  const [a, b] = [Math.min(rx, width / 2), Math.min(ry, height / 2)];
  const [right, bottom] = [x + width, y + height];
  const [i, j] = [a * (1 - QUARTER), b * (1 - QUARTER)];
  return (
    `${at(x + a, y)} m ${at(right - a, y)} l ${at(right - i, y)} ${at(right, y + j)} ${at(right, y + b)} c ` +
    `${at(right, bottom - b)} l ${at(right, bottom - j)} ${at(right - i, bottom)} ${at(right - a, bottom)} c ` +
    `${at(x + a, bottom)} l ${at(x + i, bottom)} ${at(x, bottom - j)} ${at(x, bottom - b)} c ` +
    `${at(x, y + b)} l ${at(x, y + j)} ${at(x + i, y)} ${at(x + a, y)} c h `
  );
}

function ellipse(x: number, y: number, rx: number, ry: number): string {
  if (rx <= 0 || ry <= 0) return '';
  const [i, j] = [rx * QUARTER, ry * QUARTER];
  return (
    `${at(x + rx, y)} m ${at(x + rx, y + j)} ${at(x + i, y + ry)} ${at(x, y + ry)} c ` +
    `${at(x - i, y + ry)} ${at(x - rx, y + j)} ${at(x - rx, y)} c ${at(x - rx, y - j)} ${at(x - i, y - ry)} ${at(x, y - ry)} c ` +
    `${at(x + i, y - ry)} ${at(x + rx, y - j)} ${at(x + rx, y)} c h `
  );
}

function polygon(numbers: readonly number[]): string {
  let outline = '';
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    outline += `${at(numbers[index] ?? 0, numbers[index + 1] ?? 0)} ${index === 0 ? 'm' : 'l'} `;
  }
  return outline;
}

/** State of a path while it is parsed: current point, start of the subpath, last control point. */
type Pen = { x: number; y: number; startX: number; startY: number; controlX: number; controlY: number; last: string };

const ARGUMENTS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

/** Parses SVG path data (SVG 1.1, 8.3). Invalid data ends the path. */
function path(data: string): string {
  const pen: Pen = { x: 0, y: 0, startX: 0, startY: 0, controlX: 0, controlY: 0, last: '' };
  let outline = '';
  for (const [, letter = '', list = ''] of data.matchAll(/([MLHVCSQTAZ])([^MLHVCSQTAZ]*)/gi)) {
    const command = letter.toUpperCase();
    const relative = letter !== command;
    const numbers = numbersOf(list);
    const count = ARGUMENTS[command] ?? 0;
    if (count === 0) {
      outline += 'h ';
      [pen.x, pen.y, pen.last] = [pen.startX, pen.startY, 'Z'];
      continue;
    }
    for (let index = 0; index + count <= numbers.length; index += count) {
      // Further pairs after a move are lines.
      const step = command === 'M' && index > 0 ? 'L' : command;
      outline += segment(step, absolute(step, numbers.slice(index, index + count), relative, pen), pen);
      pen.last = step;
    }
  }
  return outline;
}

function absolute(command: string, numbers: readonly number[], relative: boolean, { x, y }: Pen): readonly number[] {
  if (!relative) return numbers;
  if (command === 'H') return numbers.map((number) => number + x);
  if (command === 'V') return numbers.map((number) => number + y);
  if (command === 'A') return numbers.map((number, index) => number + (index === 5 ? x : index === 6 ? y : 0));
  return numbers.map((number, index) => number + (index % 2 === 0 ? x : y));
}

function segment(command: string, numbers: readonly number[], pen: Pen): string {
  const [a = 0, b = 0] = numbers;
  switch (command) {
    case 'M':
      [pen.startX, pen.startY] = [a, b];
      return moved(pen, a, b, 'm');
    case 'L':
      return moved(pen, a, b, 'l');
    case 'H':
      return moved(pen, a, pen.y, 'l');
    case 'V':
      return moved(pen, pen.x, a, 'l');
    default:
      return bend(command, numbers, pen);
  }
}

function bend(command: string, numbers: readonly number[], pen: Pen): string {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0] = numbers;
  switch (command) {
    case 'C':
      return curved(pen, [a, b, c, d, e, f]);
    case 'S':
      return curved(pen, [...reflected(pen, 'CS'), a, b, c, d]);
    case 'Q':
      return quadratic(pen, a, b, c, d);
    case 'T':
      return quadratic(pen, ...reflected(pen, 'QT'), a, b);
    default:
      return curves(pen, arcCurves(pen.x, pen.y, numbers) ?? []) || moved(pen, f, g, 'l');
  }
}

function moved(pen: Pen, x: number, y: number, operator: 'm' | 'l'): string {
  [pen.x, pen.y, pen.controlX, pen.controlY] = [x, y, x, y];
  return `${at(x, y)} ${operator} `;
}

function curved(pen: Pen, [x1, y1, x2, y2, x, y]: Curve): string {
  [pen.x, pen.y, pen.controlX, pen.controlY] = [x, y, x2, y2];
  return `${at(x1, y1)} ${at(x2, y2)} ${at(x, y)} c `;
}

function curves(pen: Pen, list: readonly Curve[]): string {
  return list.map((curve) => curved(pen, curve)).join('');
}

/** PDF has only cubic curves. */
function quadratic(pen: Pen, x1: number, y1: number, x: number, y: number): string {
  const third = (from: number, control: number): number => from + (2 * (control - from)) / 3;
  const drawn = curved(pen, [third(pen.x, x1), third(pen.y, y1), third(x, x1), third(y, y1), x, y]);
  [pen.controlX, pen.controlY] = [x1, y1];
  return drawn;
}

function reflected({ x, y, controlX, controlY, last }: Pen, kinds: string): [number, number] {
  return last !== '' && kinds.includes(last) ? [2 * x - controlX, 2 * y - controlY] : [x, y];
}
