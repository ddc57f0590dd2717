import { ConversionError } from '@bakkum/conversion/errors';
import { ellipse } from './curves.ts';
import { drawLine, drawWords, type Point, type Sheet, sheet, toSvg } from './sheet.ts';

const PENS = ['#ffffff', '#000000', '#e00000', '#00a000', '#c8b400', '#0000ff', '#ff00ff', '#00a0a0', '#808080'];
/** Plotter units per centimetre; text sizes are given in centimetres. */
const CENTIMETRE = 400;

type Plotter = {
  readonly into: Sheet;
  at: Point;
  isDown: boolean;
  isRelative: boolean;
  pen: number;
  line: Point[];
  letter: number;
  turn: number;
};

/** Draws the pen strokes of an HP-GL file. */
export function hpglToSvg(file: Uint8Array<ArrayBuffer>): string | undefined {
  const text = new TextDecoder('latin1').decode(file).replaceAll(/\u001b%-?\d*[AB]/g, '');
  const plotter: Plotter = {
    into: sheet(),
    at: [0, 0],
    isDown: false,
    isRelative: false,
    pen: 1,
    line: [],
    letter: CENTIMETRE * 0.27,
    turn: 0,
  };
  let known = 0;
  for (const [, word = '', rest = ''] of text.matchAll(/([A-Za-z]{2})((?<=LB)[^\u0003]*|[^A-Za-z;]*)[;\u0003]?/g)) {
    const name = word.toUpperCase();
    if (name in COMMANDS || name === 'IN' || name === 'SP') known += 1;
    if (name === 'LB') letter(plotter, rest);
    else COMMANDS[name]?.(plotter, (rest.match(/[-+]?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number));
  }
  finish(plotter);
  if (known === 0) throw new ConversionError('corrupt', 'no command of a plotter');
  return toSvg(plotter.into);
}

const colourOf = ({ pen }: Plotter): string => PENS[pen % PENS.length] ?? '#000000';

function finish(plotter: Plotter): void {
  if (plotter.pen !== 0) drawLine(plotter.into, plotter.line, { colour: colourOf(plotter) });
  plotter.line = [];
}

function moveTo(plotter: Plotter, point: Point): void {
  if (plotter.isDown) {
    if (plotter.line.length === 0) plotter.line.push(plotter.at);
    plotter.line.push(point);
  } else finish(plotter);
  plotter.at = point;
}

function go(plotter: Plotter, numbers: readonly number[]): void {
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    const [x = 0, y = 0] = numbers.slice(at, at + 2);
    moveTo(plotter, plotter.isRelative ? [plotter.at[0] + x, plotter.at[1] + y] : [x, y]);
  }
}

function setDown(plotter: Plotter, isDown: boolean, numbers: readonly number[]): void {
  if (!isDown) finish(plotter);
  plotter.isDown = isDown;
  go(plotter, numbers);
}

function setRelative(plotter: Plotter, isRelative: boolean, numbers: readonly number[]): void {
  plotter.isRelative = isRelative;
  go(plotter, numbers);
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Draws an arc around a centre; negative angles are clockwise. */
function arc(plotter: Plotter, centre: Point, degrees: number): void {
  const axis: Point = [plotter.at[0] - centre[0], plotter.at[1] - centre[1]];
  const size = Math.min(360, Math.abs(degrees));
  if (size === 0) return;
  const points = ellipse(centre, axis, degrees < 0 ? -1 : 1, 0, radians(size));
  for (const point of points.slice(1)) moveTo(plotter, point);
}

function letter(plotter: Plotter, words: string): void {
  finish(plotter);
  drawWords(plotter.into, {
    at: plotter.at,
    height: plotter.letter,
    turn: plotter.turn,
    colour: colourOf(plotter),
    lines: words.split(/\r?\n/),
    align: 0,
  });
}

function box(plotter: Plotter, [x = 0, y = 0]: readonly number[], isRelative: boolean, filled: boolean): void {
  finish(plotter);
  const [left, bottom] = plotter.at;
  const [right, top] = isRelative ? [left + x, bottom + y] : [x, y];
  drawLine(
    plotter.into,
    [
      [left, bottom],
      [right, bottom],
      [right, top],
      [left, top],
    ],
    { colour: colourOf(plotter), closed: true, filled },
  );
}

const COMMANDS: Readonly<Record<string, (plotter: Plotter, numbers: readonly number[]) => void>> = {
  PU: (plotter, numbers) => setDown(plotter, false, numbers),
  PD: (plotter, numbers) => setDown(plotter, true, numbers),
  PA: (plotter, numbers) => setRelative(plotter, false, numbers),
  PR: (plotter, numbers) => setRelative(plotter, true, numbers),
  SP: (plotter, [pen = 0]) => {
    finish(plotter);
    plotter.pen = pen;
  },
  SI: (plotter, [, height = 0.27]) => {
    plotter.letter = height * CENTIMETRE;
  },
  DI: (plotter, [run = 1, rise = 0]) => {
    plotter.turn = (Math.atan2(rise, run) * 180) / Math.PI;
  },
  CI: (plotter, [radius = 0]) => {
    finish(plotter);
    drawLine(plotter.into, ellipse(plotter.at, [radius, 0], 1, 0, 2 * Math.PI), { colour: colourOf(plotter), closed: true });
  },
  AA: (plotter, [x = 0, y = 0, degrees = 0]) => arc(plotter, [x, y], degrees),
  AR: (plotter, [x = 0, y = 0, degrees = 0]) => arc(plotter, [plotter.at[0] + x, plotter.at[1] + y], degrees),
  EA: (plotter, numbers) => box(plotter, numbers, false, false),
  ER: (plotter, numbers) => box(plotter, numbers, true, false),
  RA: (plotter, numbers) => box(plotter, numbers, false, true),
  RR: (plotter, numbers) => box(plotter, numbers, true, true),
};
