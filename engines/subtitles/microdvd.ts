import { byStart, type Cue, type Dialect, type Span, type Style, textOf, tidy, USUAL_FRAME_RATE } from './cue.ts';

const LINE = /^\s*\{(\d+)\}\{(\d*)\}(.*)$/;
/** A first cue on frame 1 whose text is a number states the frame rate. */
const RATE = /^\s*(\d{1,3}(?:[.,]\d{1,6})?)\s*$/;
/** Duration of a cue without an end. */
const UNENDED_SECONDS = 3;

/** MicroDVD: times are frame numbers; `|` separates lines, `{y:i}` makes one line italic, `{Y:i}` all of them. */
export const microdvd: Dialect = {
  keeps: new Set(['bold', 'italic', 'underline', 'strike', 'colour']),
  read(text, given) {
    const lines = text.split(/\r\n|\r|\n/).flatMap((line) => {
      const [, from, to = '', body = ''] = LINE.exec(line) ?? [];
      return from === undefined ? [] : [{ from: Number(from), to, body }];
    });
    const [first] = lines;
    const stated = first && first.from <= 1 ? RATE.exec(first.body)?.[1] : undefined;
    const frameRate = given.frameRate ?? (Number(stated?.replace(',', '.') ?? 0) || USUAL_FRAME_RATE);
    const cues = (stated === undefined ? lines : lines.slice(1)).flatMap(({ from, to, body }): readonly Cue[] => {
      const spans = tidy(readBody(body));
      const start = timeOf(from, frameRate);
      const end = to === '' ? start + UNENDED_SECONDS * 1000 : timeOf(Number(to), frameRate);
      return spans.length === 0 ? [] : [{ start, end: Math.max(start, end), spans }];
    });
    return { cues: byStart(cues), ...(stated === undefined && given.frameRate === undefined ? {} : { frameRate }) };
  },
  write({ cues, frameRate: stated }, given) {
    const frameRate = given.frameRate ?? stated ?? USUAL_FRAME_RATE;
    const frame = (milliseconds: number): number => Math.round((milliseconds * frameRate) / 1000);
    const lines = cues.map(({ start, end, spans }) => `{${frame(start)}}{${frame(end)}}${writeBody(spans)}`);
    return [`{1}{1}${frameRate}`, ...lines, ''].join('\n');
  },
};

const timeOf = (frame: number, frameRate: number): number => Math.round((frame * 1000) / frameRate);

const CODES = { b: 'bold', i: 'italic', u: 'underline', s: 'strike' } as const;
const isCode = (letter: string): letter is keyof typeof CODES => Object.hasOwn(CODES, letter);

function readBody(body: string): readonly Span[] {
  let forAll: Style = {};
  return body.split('|').flatMap((line, index) => {
    let forLine: Style = {};
    const text = line.replaceAll(/\{([a-z]):([^{}]*)\}/gi, (_, name: string, value: string) => {
      const style = styleOf(name, value);
      if (name === name.toUpperCase()) forAll = { ...forAll, ...style };
      else forLine = { ...forLine, ...style };
      return '';
    });
    const slanted: Style = text.startsWith('/') ? { italic: true } : {};
    const plain = slanted.italic ? text.slice(1) : text;
    return [...(index === 0 ? [] : [{ text: '\n' }]), { ...forAll, ...forLine, ...slanted, text: plain }];
  });
}

function styleOf(name: string, value: string): Style {
  if (/^c$/i.test(name)) return colourOf(value);
  if (!/^y$/i.test(name)) return {};
  const known = [...value.toLowerCase()].filter(isCode).map((letter) => [CODES[letter], true] as const);
  return Object.fromEntries(known);
}

/** `$BBGGRR`. */
function colourOf(value: string): Style {
  const [, blue, green, red] = /^\$([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(value.trim()) ?? [];
  return red ? { colour: `#${red}${green}${blue}`.toLowerCase() } : {};
}

/** Codes apply to full lines: a line with several styles gets the first. */
function writeBody(spans: readonly Span[]): string {
  return linesOf(spans)
    .map((line) => {
      const look: Style = line.find(({ text }) => text.trim() !== '') ?? {};
      const letters = (['b', 'i', 'u', 's'] as const).filter((letter) => look[CODES[letter]]);
      const [, red, green, blue] = /^#(..)(..)(..)$/.exec(look.colour ?? '') ?? [];
      const codes = [
        letters.length > 0 ? `{y:${letters.join(',')}}` : '',
        red ? `{c:$${`${blue}${green}${red}`.toUpperCase()}}` : '',
      ];
      return codes.join('') + textOf(line);
    })
    .join('|');
}

/** Splits spans into lines. */
export function linesOf(spans: readonly Span[]): readonly (readonly Span[])[] {
  const lines: Span[][] = [[]];
  for (const span of spans)
    for (const [index, text] of span.text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      lines.at(-1)?.push({ ...span, text });
    }
  return lines;
}
