import { type Box, escapeXmlText, tag } from '../svg.ts';
import { type Face, type Fonts, familyOf, weightOf } from './fonts.ts';

export type Typeset = {
  readonly lines: readonly string[];
  readonly size: number;
  readonly width: number;
  readonly height: number;
};

export type TextStyle = {
  readonly face: Face;
  /** Distance of baselines, in em. */
  readonly leading?: number;
  readonly maxSize: number;
  readonly maxLines?: number;
};

/** Breaks a text so that it fills a box at the largest size. Korean words are kept whole, like Latin ones. */
export function fitText(fonts: Fonts, text: string, box: Pick<Box, 'width' | 'height'>, style: TextStyle): Typeset {
  const { face, leading = 1.15, maxSize, maxLines = 7 } = style;
  const words = wordsOf(text, fonts, face);
  let best: Typeset | undefined;
  for (let count = 1; count <= Math.min(maxLines, words.length); count++) {
    const lines = balanced(words, count, (line) => fonts.measure(line, face));
    const widest = Math.max(...lines.map((line) => fonts.measure(line, face)));
    const em = 0.75 + (lines.length - 1) * leading;
    const size = Math.min(maxSize, box.width / widest, box.height / em);
    if (!best || size > best.size * 1.04) best = { lines, size, width: widest * size, height: em * size };
  }
  return best ?? { lines: [], size: maxSize, width: 0, height: 0 };
}

/** Words longer than this share of the text may be broken, as in Chinese or a long address. */
const LONGEST_WORD_EM = 12;

function wordsOf(text: string, fonts: Fonts, face: Face): readonly string[] {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word) => {
      const parts = Math.ceil(fonts.measure(word, face) / LONGEST_WORD_EM);
      const length = Math.ceil([...word].length / parts);
      return Array.from({ length: parts }, (_, at) => [...word].slice(at * length, (at + 1) * length).join(''));
    });
}

/** The division into lines whose widest line is narrowest. */
function balanced(words: readonly string[], count: number, measure: (line: string) => number): readonly string[] {
  const width = (from: number, to: number): number => measure(words.slice(from, to).join(' '));
  // best[lines][end]: the widest line and where the last line starts.
  let row = words.map((_, at) => ({ widest: width(0, at + 1), starts: [0] }));
  for (let lines = 2; lines <= count; lines++) {
    row = words.map((_, end) => {
      let best = row[end] ?? { widest: Number.POSITIVE_INFINITY, starts: [0] };
      for (let start = 1; start <= end; start++) {
        const before = row[start - 1];
        if (!before || before.starts.length !== lines - 1) continue;
        const widest = Math.max(before.widest, width(start, end + 1));
        if (widest < best.widest) best = { widest, starts: [...before.starts, start] };
      }
      return best;
    });
  }
  const starts = row.at(-1)?.starts ?? [0];
  return starts.map((start, at) => words.slice(start, starts[at + 1]).join(' '));
}

export type TextPlace = {
  /** Left edge, middle or right edge, by `anchor`. */
  readonly x: number;
  /** Top of the capitals of the first line. */
  readonly y: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly colour: string;
  readonly face: Face;
  readonly leading?: number;
};

const CAP_HEIGHT = 0.72;

/** One editable text element with a line per `tspan`. */
export function textMarkup(
  { lines, size }: Typeset,
  { x, y, anchor = 'start', colour, face, leading = 1.15 }: TextPlace,
): string {
  const spans = lines.map((line, at) => tag('tspan', { x, dy: at === 0 ? 0 : size * leading }, escapeXmlText(line)));
  return tag(
    'text',
    {
      x,
      y: y + size * CAP_HEIGHT,
      'font-family': `${familyOf(face)}, ${face === 'serif' ? 'serif' : 'sans-serif'}`,
      'font-weight': `${weightOf(face)}`,
      'font-size': size,
      'text-anchor': anchor === 'start' ? undefined : anchor,
      fill: colour,
    },
    ...spans,
  );
}

/** A single line at a given size. */
export function lineOf(fonts: Fonts, text: string, size: number, face: Face): Typeset {
  return { lines: [text], size, width: fonts.measure(text, face) * size, height: size * 0.75 };
}
