import { append } from '@bakkum/bytes/long-lists';
import { ConversionError } from '@bakkum/conversion/errors';

/** An Xfig object: its numbers, points and arrowheads. */
export type FigObject = {
  readonly kind: 'ellipse' | 'line' | 'spline' | 'text' | 'arc';
  readonly numbers: readonly number[];
  readonly points: readonly (readonly [number, number])[];
  /** Control points of splines: 1 approximated, -1 interpolated, 0 a corner. */
  readonly shapes: readonly number[];
  readonly text: string;
  /** Length and width of the arrowheads at the end and at the start. */
  readonly tips: { readonly forward?: Tip; readonly backward?: Tip };
};

export type Tip = { readonly width: number; readonly length: number };

export type FigDrawing = {
  readonly objects: readonly FigObject[];
  readonly colours: ReadonlyMap<number, string>;
  readonly unit: number;
};

type Reader = { line(): string | undefined; numbers(count: number): readonly number[] };

/** Numbers on an object's first line by type, and the fields that announce arrowheads and points. */
const KINDS = {
  1: { kind: 'ellipse', count: 20 },
  2: { kind: 'line', count: 16, forward: 13, backward: 14, points: 15 },
  3: { kind: 'spline', count: 14, forward: 11, backward: 12, points: 13 },
  5: { kind: 'arc', count: 22, forward: 12, backward: 13 },
} as const;

const MAX_OBJECTS = 200_000;
const MAX_POINTS = 1_000_000;
const PICTURE = 5;

/**
 * Parses FIG 3.0 to 3.2.
 * @throws ConversionError `corrupt`, `unsupported-feature` for older versions
 */
export function parseFig(file: Uint8Array): FigDrawing {
  const reader = readerOf(textOf(file));
  const [, version = ''] = /^#FIG\s+(\d+\.\d+)/.exec(reader.line() ?? '') ?? [];
  if (!version.startsWith('3.')) throw new ConversionError('unsupported-feature', `FIG of version ${version}`);
  // Orientation, justification and units; since 3.2 also paper, magnification, pages and the transparent colour.
  for (let left = version === '3.2' ? 7 : 3; left > 0; left -= 1) reader.line();
  const [unit = 0] = reader.numbers(2);
  const drawing = { objects: [], colours: new Map<number, string>(), unit: unit > 0 ? unit : 1200 };
  for (let line = reader.line(); line !== undefined; line = reader.line()) readObject(line, reader, version, drawing);
  return drawing;
}

type Collected = { readonly objects: FigObject[]; readonly colours: Map<number, string> };

function readObject(line: string, reader: Reader, version: string, { objects, colours }: Collected): void {
  const head = line.trim().split(/\s+/);
  const [type, index, colour = ''] = head;
  if (type === '6' || type === '-6') return;
  if (objects.length >= MAX_OBJECTS) throw new ConversionError('too-large', `over ${MAX_OBJECTS} objects`);
  if (type === '0') colours.set(Number(index), /^#[\da-f]{6}$/i.test(colour) ? colour : '#000000');
  else objects.push(type === '4' ? textFrom(line) : objectFrom(head.map(Number), reader, version));
}

function textOf(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder('windows-1252').decode(file);
  }
}

function readerOf(text: string): Reader {
  const lines = text.split(/\r?\n/);
  let at = 0;
  const line = (): string | undefined => {
    // Comments begin with #, as does the first line, which names the format.
    while (at > 0 && at < lines.length && (/^\s*$/.test(lines[at] ?? '') || lines[at]?.startsWith('#'))) at += 1;
    at += 1;
    return lines[at - 1];
  };
  const numbers = (count: number): readonly number[] => {
    const found: number[] = [];
    while (found.length < count) {
      const next = line();
      if (next === undefined) throw new ConversionError('corrupt', 'numbers are missing');
      append(found, next.trim().split(/\s+/).map(Number));
    }
    if (found.some(Number.isNaN)) throw new ConversionError('corrupt', 'words where numbers should be');
    return found;
  };
  return { line, numbers };
}

type Kind = (typeof KINDS)[keyof typeof KINDS];

function objectFrom(head: readonly number[], reader: Reader, version: string): FigObject {
  const kind = Object.entries(KINDS).find(([type]) => Number(type) === head[0])?.[1];
  if (!kind || head.some(Number.isNaN)) throw new ConversionError('corrupt', `an object of type ${head[0] ?? ''}`);
  const numbers = head.length < kind.count ? [...head, ...reader.numbers(kind.count - head.length)] : head;
  const tips = tipsOf(kind, numbers, reader);
  // The image is a separate file.
  if (kind.kind === 'line' && numbers[1] === PICTURE) reader.line();
  const points = pointsOf(kind, numbers, reader);
  const shapes = kind.kind === 'spline' && version === '3.2' ? reader.numbers(points.length) : [];
  return { kind: kind.kind, numbers, points, shapes, text: '', tips };
}

function tipsOf(kind: Kind, numbers: readonly number[], reader: Reader): FigObject['tips'] {
  if (!('forward' in kind)) return {};
  const tip = (place: number): Tip | undefined => {
    if (numbers[place] !== 1) return undefined;
    const [, , , width = 0, length = 0] = reader.numbers(5);
    return { width, length };
  };
  const forward = tip(kind.forward);
  const backward = tip(kind.backward);
  return { ...(forward ? { forward } : {}), ...(backward ? { backward } : {}) };
}

function pointsOf(kind: Kind, numbers: readonly number[], reader: Reader): FigObject['points'] {
  const count = 'points' in kind ? (numbers[kind.points] ?? 0) : 0;
  if (!(count >= 0 && count <= MAX_POINTS)) throw new ConversionError('corrupt', `${count} points`);
  const places = reader.numbers(count * 2);
  return Array.from({ length: count }, (_, at) => [places[at * 2] ?? 0, places[at * 2 + 1] ?? 0] as const);
}

/** Reads twelve numbers and the text up to its terminator; non-ASCII characters may be octal escapes. */
function textFrom(line: string): FigObject {
  const [, head = '', words = ''] = /^\s*(\S+(?:\s+\S+){12})\s(.*)/.exec(line) ?? [];
  const numbers = head.trim().split(/\s+/).map(Number);
  if (numbers.length < 13 || numbers.some(Number.isNaN)) throw new ConversionError('corrupt', 'a text without its place');
  const text = words
    .replace(/\\001.*/, '')
    .replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
    .replaceAll('\\\\', '\\');
  return { kind: 'text', numbers, points: [], shapes: [], text, tips: {} };
}
