import { hexColour } from '@bakkum/markup/colour';
import { ALL_STYLES, byStart, type Cue, type Dialect, type Place, type Span, type Style, tidy, USUAL_PLACE } from './cue.ts';
import { placeOf } from './srt.ts';
import { clock, clockTime } from './times.ts';

/** SubStation (v4) and its successor (v4+) differ in field names, colour notation and alignment codes. */
type Version = 'v4' | 'v4+';

type Base = { readonly style: Style; readonly place: Place };
const PLAIN: Base = { style: {}, place: USUAL_PLACE };

const WHITE = '#ffffff';
/** Alignment codes of v4: 1 to 3 at the bottom, plus 4 for the top, plus 8 for the middle. */
const OLD_PLACES: Readonly<Record<string, Place>> = { 1: 1, 2: 2, 3: 3, 5: 7, 6: 8, 7: 9, 9: 4, 10: 5, 11: 6 };

function readScript(text: string): readonly Cue[] {
  const bases = new Map<string, Base>();
  const cues: Cue[] = [];
  let section = '';
  let fields: readonly string[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const heading = /^\s*\[(.+?)\]\s*$/.exec(line)?.[1];
    const [, kind = '', rest = ''] = /^\s*(\w+)\s*:\s*(.*)/.exec(line) ?? [];
    if (heading !== undefined) section = heading.toLowerCase();
    else if (kind === 'Format') fields = rest.split(',').map((field) => field.trim().toLowerCase());
    else if (kind === 'Style') {
      const values = valuesOf(rest, fields);
      bases.set(nameOf(values.get('name')), baseOf(values, section.includes('+') ? 'v4+' : 'v4'));
    } else if (kind === 'Dialogue') cues.push(...cueOf(valuesOf(rest, fields.length > 0 ? fields : USUAL_FIELDS), bases));
  }
  return byStart(cues);
}

const USUAL_FIELDS = ['layer', 'start', 'end', 'style', 'name', 'marginl', 'marginr', 'marginv', 'effect', 'text'];
const nameOf = (name: string | undefined): string => (name ?? '').trim().replace(/^\*/, '').toLowerCase();

/** The last field extends to the end of the line, including commas. */
function valuesOf(rest: string, fields: readonly string[]): ReadonlyMap<string, string> {
  const parts = rest.split(',');
  const last = fields.length - 1;
  return new Map(fields.map((field, index) => [field, index === last ? parts.slice(last).join(',') : (parts[index] ?? '')]));
}

function baseOf(values: ReadonlyMap<string, string>, version: Version): Base {
  const on = (field: string): boolean => Number(values.get(field) ?? 0) !== 0;
  const colour = colourOf(values.get('primarycolour') ?? '');
  const alignment = (values.get('alignment') ?? '').trim();
  return {
    style: {
      ...(on('bold') ? { bold: true } : {}),
      ...(on('italic') ? { italic: true } : {}),
      ...(on('underline') ? { underline: true } : {}),
      ...(on('strikeout') ? { strike: true } : {}),
      ...(colour && colour !== WHITE ? { colour } : {}),
    },
    place: (version === 'v4+' ? placeOf(alignment) : OLD_PLACES[alignment]) ?? USUAL_PLACE,
  };
}

/** `&HAABBGGRR`, or the same number in decimal. */
function colourOf(text: string): string | undefined {
  const [, hexadecimal] = /^\s*&?H?([0-9a-f]{1,8})&?\s*$/i.exec(text) ?? [];
  if (hexadecimal === undefined) return undefined;
  const value = /H/i.test(text) ? Number.parseInt(hexadecimal, 16) : Number(hexadecimal);
  if (!Number.isFinite(value)) return undefined;
  return hexColour([value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff]);
}

function cueOf(values: ReadonlyMap<string, string>, bases: ReadonlyMap<string, Base>): readonly Cue[] {
  const [start, end] = [clockTime(values.get('start') ?? ''), clockTime(values.get('end') ?? '')];
  if (start === undefined || end === undefined) return [];
  const base = bases.get(nameOf(values.get('style'))) ?? PLAIN;
  const read = readText(values.get('text') ?? '', base, bases);
  const spans = tidy(read.spans);
  if (spans.length === 0) return [];
  const { place, more } = read;
  const placed = place === USUAL_PLACE ? {} : { place };
  return [{ start, end: Math.max(start, end), spans, ...placed, ...(more ? { more } : {}) }];
}

type Look = { style: Style; place: Place; more?: true; drawing: boolean };

function readText(text: string, base: Base, bases: ReadonlyMap<string, Base>): Look & { readonly spans: readonly Span[] } {
  const look: Look = { ...base, drawing: false };
  const spans: Span[] = [];
  for (const [whole, codes] of text.matchAll(/\{([^{}]*)\}|[^{]+|\{/g)) {
    if (codes !== undefined) {
      for (const [, code = ''] of codes.matchAll(/\\([^\\]+)/g)) applyCode(look, code.trim(), base, bases);
    } else if (!look.drawing) {
      const plain = whole.replaceAll('\\N', '\n').replaceAll('\\n', '\n').replaceAll('\\h', '\u00a0');
      spans.push({ ...look.style, text: plain });
    }
  }
  return { ...look, spans };
}

const SWITCHES = { b: 'bold', i: 'italic', u: 'underline', s: 'strike' } as const;
const isSwitch = (letter: string): letter is keyof typeof SWITCHES => Object.hasOwn(SWITCHES, letter);

function applyCode(look: Look, code: string, base: Base, bases: ReadonlyMap<string, Base>): void {
  const place = placedBy(code);
  if (place !== undefined) look.place = place;
  else if (/^p\d/.test(code)) look.drawing = code !== 'p0';
  else {
    const style = styledBy(look.style, code, base, bases);
    if (style) look.style = style;
    else if (!/^q\d$/.test(code)) look.more = true;
  }
}

function placedBy(code: string): Place | undefined {
  const old = /^a(\d{1,2})$/.exec(code)?.[1];
  return old === undefined ? placeOf(/^an([1-9])$/.exec(code)?.[1]) : OLD_PLACES[old];
}

function styledBy(style: Style, code: string, base: Base, bases: ReadonlyMap<string, Base>): Style | undefined {
  const [, letter = '', value = ''] = /^([bius])(-?\d*)$/.exec(code) ?? [];
  const colour = /^1?c(&H[0-9a-f]+&?)?$/i.exec(code);
  const { [isSwitch(letter) ? SWITCHES[letter] : 'colour']: _, ...others } = style;
  if (isSwitch(letter)) return Number(value) === 0 ? others : { ...others, [SWITCHES[letter]]: true };
  if (colour) return { ...others, ...colourStyleOf(colour[1], base) };
  if (!code.startsWith('r')) return undefined;
  return (code === 'r' ? base : (bases.get(nameOf(code.slice(1))) ?? base)).style;
}

function colourStyleOf(text: string | undefined, base: Base): Style {
  const colour = text === undefined ? base.style.colour : colourOf(text);
  return colour && colour !== WHITE ? { colour } : {};
}

type Writing = {
  readonly type: string;
  readonly styles: string;
  readonly format: string;
  readonly style: string;
  readonly fields: string;
  readonly first: string;
};

const WRITING: Readonly<Record<Version, Writing>> = {
  'v4+': {
    type: 'v4.00+',
    styles: 'V4+ Styles',
    format:
      'Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding',
    style: 'Default,Arial,16,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,1,0,2,10,10,10,1',
    fields: 'Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    first: '0',
  },
  v4: {
    type: 'v4.00',
    styles: 'V4 Styles',
    format:
      'Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, TertiaryColour, BackColour, Bold, Italic, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, AlphaLevel, Encoding',
    style: 'Default,Arial,16,16777215,255,0,0,0,0,1,1,0,2,10,10,10,0,1',
    fields: 'Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    first: 'Marked=0',
  },
};

function dialect(version: Version): Dialect {
  const { type, styles, format, style, fields, first } = WRITING[version];
  const head = (title: string): readonly string[] => [
    '[Script Info]',
    `Title: ${title}`,
    `ScriptType: ${type}`,
    'PlayResX: 384',
    'PlayResY: 288',
    'WrapStyle: 0',
    '',
    `[${styles}]`,
    `Format: ${format}`,
    `Style: ${style}`,
    '',
    '[Events]',
    `Format: ${fields}`,
  ];
  return {
    keeps: ALL_STYLES,
    read: (text) => {
      const title = /^[ \t]*Title:\s*(\S.*)$/m.exec(text)?.[1]?.trim();
      return { cues: readScript(text), ...(title ? { title } : {}) };
    },
    write({ cues, title = '' }) {
      const lines = cues.map(
        (cue) => `Dialogue: ${first},${timeOf(cue.start)},${timeOf(cue.end)},Default,,0,0,0,,${writeText(cue, version)}`,
      );
      return [...head(title.replaceAll('\n', ' ')), ...lines, ''].join('\n');
    },
  };
}

const timeOf = (milliseconds: number): string => clock(milliseconds, { hours: 1, separator: '.', decimals: 2 });

function writeText({ spans, place = USUAL_PLACE }: Cue, version: Version): string {
  const old = Object.entries(OLD_PLACES).find(([, each]) => each === place)?.[0] ?? '2';
  const placed = place === USUAL_PLACE ? '' : version === 'v4+' ? `{\\an${place}}` : `{\\a${old}}`;
  let before: Style = {};
  const text = spans.map((span) => {
    const codes = codesBetween(before, span);
    before = span;
    const plain = span.text.replaceAll('{', '(').replaceAll('}', ')').replaceAll('\n', '\\N').replaceAll('\u00a0', '\\h');
    return `${codes === '' ? '' : `{${codes}}`}${plain}`;
  });
  return placed + text.join('');
}

function codesBetween(before: Style, after: Style): string {
  const switches = (['b', 'i', 'u', 's'] as const).filter((letter) => before[SWITCHES[letter]] !== after[SWITCHES[letter]]);
  const codes = switches.map((letter) => `\\${letter}${after[SWITCHES[letter]] ? 1 : 0}`);
  if (before.colour !== after.colour) codes.push(`\\c${after.colour ? backwards(after.colour) : '&HFFFFFF&'}`);
  return codes.join('');
}

const backwards = (colour: string): string => `&H${colour.slice(5, 7)}${colour.slice(3, 5)}${colour.slice(1, 3)}&`.toUpperCase();

export const ass: Dialect = dialect('v4+');
export const ssa: Dialect = dialect('v4');

const EVENT =
  /^(\s*(?:Dialogue|Comment)\s*:[^,]*,)\s*(\d+:\d{1,2}:\d{1,2}[.:]\d{1,3})\s*,\s*(\d+:\d{1,2}:\d{1,2}[.:]\d{1,3})\s*(,.*)$/;

/** Changes only the times of a script: styles, positions, drawings and comments stay. */
export function retimeScript(text: string, change: (milliseconds: number) => number): string {
  return text
    .split(/\r\n|\r|\n/)
    .flatMap((line) => {
      const [, before = '', from = '', to = '', after = ''] = EVENT.exec(line) ?? [];
      if (before === '') return [line];
      const end = change(clockTime(to) ?? 0);
      return end > 0 ? [`${before}${timeOf(Math.max(0, change(clockTime(from) ?? 0)))},${timeOf(end)}${after}`] : [];
    })
    .join('\n');
}
