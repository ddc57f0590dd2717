import { ALL_STYLES, byStart, type Cue, type Dialect, type Place, tidy, USUAL_PLACE } from './cue.ts';
import { readMarkup, writeMarkup } from './markup.ts';
import { clock, clockTime } from './times.ts';

const TIMES = /^\s*(\d+:\d{1,2}:\d{1,2}(?:[,.:]\d{1,9})?)\s*-->\s*(\d+:\d{1,2}:\d{1,2}(?:[,.:]\d{1,9})?)/;
const PLACED = /\{\\an([1-9])\}/;

/** SubRip as players read it: numbers may be missing or wrong, and text may contain empty lines. */
export const srt: Dialect = {
  keeps: ALL_STYLES,
  read(text) {
    const lines = text.split(/\r\n|\r|\n/);
    const starts = lines.flatMap((line, index) => (TIMES.test(line) ? [index] : []));
    const cues = starts.map((at, index) => cueAt(lines, at, starts[index + 1] ?? lines.length + 1));
    return { cues: byStart(cues.filter((cue) => cue !== undefined)) };
  },
  write: ({ cues }) => cues.map((cue, index) => `${index + 1}\n${textOfCue(cue)}\n`).join('\n'),
};

function cueAt(lines: readonly string[], at: number, next: number): Cue | undefined {
  const [, from = '', to = ''] = TIMES.exec(lines[at] ?? '') ?? [];
  const [start, end] = [clockTime(from), clockTime(to)];
  if (start === undefined || end === undefined) return undefined;
  const text = withoutNumber(lines.slice(at + 1, next)).join('\n');
  const place = placeOf(PLACED.exec(text)?.[1]);
  const plain = text.replaceAll(/\{\\[^{}]*\}/g, '');
  const spans = tidy(readMarkup(plain, { entities: false, dropsUnknown: false }));
  return spans.length === 0 ? undefined : { start, end: Math.max(start, end), spans, ...(place ? { place } : {}) };
}

/** Removes the number of the next cue, which is the last non-empty line after an empty one. */
function withoutNumber(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const isNumber = /^\s*\d+\s*$/.test(lines[last] ?? '') && (last === 0 || (lines[last - 1] ?? '').trim() === '');
  return isNumber && last < lines.length ? lines.slice(0, last) : lines;
}

export function placeOf(digit: string | undefined): Place | undefined {
  const places: Readonly<Record<string, Place>> = { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9 };
  return places[digit ?? ''];
}

const time = (milliseconds: number): string => clock(milliseconds, { hours: 2, separator: ',', decimals: 3 });

function textOfCue({ start, end, spans, place = USUAL_PLACE }: Cue): string {
  const text = writeMarkup(spans, {
    escape: (plain) => plain.replaceAll(/\n{2,}/g, '\n'),
    colour: (colour) => [`<font color="${colour}">`, '</font>'],
    strike: ['<s>', '</s>'],
  });
  return `${time(start)} --> ${time(end)}\n${place === USUAL_PLACE ? '' : `{\\an${place}}`}${text}`;
}
