import { parseCssColour } from '@bakkum/markup/colour';
import { escapeXmlText } from '@bakkum/markup/escape';
import { byStart, type Cue, type Dialect, type Place, type Style, tidy, USUAL_PLACE } from './cue.ts';
import { colourStyle, readMarkup, writeMarkup } from './markup.ts';
import { clock, clockTime } from './times.ts';

const TIMES = /^\s*((?:\d+:)?\d{1,2}:\d{2}[.,]\d{3})\s+-->\s+((?:\d+:)?\d{1,2}:\d{2}[.,]\d{3})(.*)$/;

/** WebVTT has no tag for strike-through. */
const KEPT: Dialect['keeps'] = new Set(['bold', 'italic', 'underline', 'colour', 'place']);

/** Classes every player supports (W3C WebVTT, 5.1). */
const COLOURS = ['white', 'lime', 'cyan', 'red', 'yellow', 'magenta', 'blue', 'black'].map(
  (name) => [name, parseCssColour(name) ?? ''] as const,
);

/** WebVTT (W3C). Regions are dropped. */
export const vtt: Dialect = {
  keeps: KEPT,
  colours: new Set(COLOURS.map(([, colour]) => colour)),
  read(text) {
    const blocks = text.replaceAll(/\r\n|\r/g, '\n').split(/\n{2,}/);
    const classes = Object.assign({}, ...blocks.filter((block) => /^\s*STYLE\s*\n/.test(block)).map(classesOf));
    const cues = blocks.map((block) => cueOf(block, classes)).filter((cue) => cue !== undefined);
    return { cues: byStart(cues) };
  },
  write: ({ cues }) => ['WEBVTT', ...cues.map(textOfCue)].join('\n\n').concat('\n'),
};

/** Reads styles in `::cue(.name) { … }`. */
function classesOf(block: string): Readonly<Record<string, Style>> {
  const rules = [...block.matchAll(/::cue\(\s*\.([\w-]+)\s*\)\s*\{([^{}]*)\}/g)];
  return Object.fromEntries(rules.map(([, name = '', body = '']) => [name, styleIn(body)]));
}

function styleIn(body: string): Style {
  return {
    ...colourStyle(/(?:^|[;\s])color\s*:\s*([#\w]+)/i.exec(body)?.[1]),
    ...(/font-weight\s*:\s*(?:bold|[6-9]00)/i.test(body) ? { bold: true } : {}),
    ...(/font-style\s*:\s*(?:italic|oblique)/i.test(body) ? { italic: true } : {}),
    ...(/text-decoration[\w-]*\s*:[^;]*underline/i.test(body) ? { underline: true } : {}),
    ...(/text-decoration[\w-]*\s*:[^;]*line-through/i.test(body) ? { strike: true } : {}),
  };
}

function cueOf(block: string, classes: Readonly<Record<string, Style>>): Cue | undefined {
  const lines = block.split('\n');
  const at = lines.findIndex((line) => TIMES.test(line));
  if (at < 0 || /^\s*(?:NOTE|STYLE|REGION)\b/.test(lines[0] ?? '')) return undefined;
  const [, from = '', to = '', settings = ''] = TIMES.exec(lines[at] ?? '') ?? [];
  const [start, end] = [clockTime(from), clockTime(to)];
  if (start === undefined || end === undefined) return undefined;
  const text = lines.slice(at + 1).join('\n');
  const spans = tidy(readMarkup(text, { entities: true, dropsUnknown: true, classes }));
  const place = placeIn(settings);
  if (spans.length === 0) return undefined;
  return {
    start,
    end: Math.max(start, end),
    spans,
    ...(place === USUAL_PLACE ? {} : { place }),
    ...(/\b(?:region|position|size|vertical):/.test(settings) ? { more: true } : {}),
  };
}

const ROWS = { bottom: 1, middle: 4, top: 7 } as const;
const COLUMNS: Readonly<Record<string, 0 | 1 | 2>> = { start: 0, left: 0, center: 1, middle: 1, end: 2, right: 2 };

/** Reads only row and alignment of the position: `line:10% align:start`. */
function placeIn(settings: string): Place {
  const line = /\bline:(-?[\d.]+)(%?)/.exec(settings);
  const share = line ? lineShare(Number(line[1]), line[2] === '%') : 1;
  const row = share < 1 / 3 ? 'top' : share < 2 / 3 ? 'middle' : 'bottom';
  const column = COLUMNS[/\balign:(\w+)/.exec(settings)?.[1] ?? 'center'] ?? 1;
  return placeAt(ROWS[row], column);
}

/** Lines count from the top, negative ones from the bottom; about fifteen fit. */
function lineShare(value: number, percent: boolean): number {
  if (percent) return value / 100;
  return value < 0 ? 1 : value / 15;
}

function placeAt(row: 1 | 4 | 7, column: 0 | 1 | 2): Place {
  const places: Readonly<Record<1 | 4 | 7, readonly [Place, Place, Place]>> = { 1: [1, 2, 3], 4: [4, 5, 6], 7: [7, 8, 9] };
  return places[row][column];
}

const SIDES = ['start', 'center', 'end'] as const;

function settingsOf(place: Place): string {
  if (place === USUAL_PLACE) return '';
  const side = SIDES[(place - 1) % 3] ?? 'center';
  const line = place >= 7 ? ' line:5%' : place >= 4 ? ' line:50%' : '';
  return `${line}${side === 'center' ? '' : ` align:${side}`}`;
}

/**
 * Returns the nearest of the eight named colours. A style block could define any colour, but FFmpeg 5 reads no cues from a file
 * with one.
 */
function classOf(colour: string): string {
  const known = COLOURS.map(([name, each]) => ({ name, distance: distance(each, colour) }));
  return known.reduce((best, next) => (next.distance < best.distance ? next : best)).name;
}

function distance(one: string, other: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16));
  return parts.reduce((sum, part) => sum + part * part, 0);
}

const time = (milliseconds: number): string => clock(milliseconds, { hours: 2, separator: '.', decimals: 3 });

function textOfCue({ start, end, spans, place = USUAL_PLACE }: Cue): string {
  const text = writeMarkup(spans, {
    escape: (plain) => escapeXmlText(plain).replaceAll(/\n{2,}/g, '\n'),
    colour: (colour) => [`<c.${classOf(colour)}>`, '</c>'],
  });
  return `${time(start)} --> ${time(end)}${settingsOf(place)}\n${text}`;
}
