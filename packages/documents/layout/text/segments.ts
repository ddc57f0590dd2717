import { type Box, type Glyph, shared, union } from '../page-content.ts';
import { type Gutter, isDivided } from './gutters.ts';
import { isEastAsian, readingOrder } from './script.ts';

/** Adjacent characters of one line, including the spaces between words, in reading order. */
export type Segment = Box & {
  readonly baseline: number;
  /** The size of most of its characters. */
  readonly size: number;
  readonly glyphs: readonly Glyph[];
  /** The file writes a space after it, as at a line break between words. */
  readonly spaceAfter: boolean;
  /** A dot leader points to it. */
  readonly isLed?: true;
};

export const textOf = ({ glyphs }: Pick<Segment, 'glyphs'>): string => glyphs.map(({ text }) => text).join('');

/** A wider gap, relative to the text size, is never a word space, even in justified lines. */
const MAX_SPACE_WIDTH = 1.7;
/** In files that write spaces, a wider gap without one separates columns. */
const MAX_UNWRITTEN_SPACE_WIDTH = 0.55;
/** In files that write no spaces, a wider gap is a space. */
const MIN_SPACE_WIDTH = 0.17;
/** The same when the letters of words touch, as in TeX. */
const MIN_SPACE_WIDTH_OF_TOUCHING_LETTERS = 0.11;
/** Letters closer than this touch. */
const TOUCHING = 0.015;

/** Groups the upright characters of a page into segments, in no particular order. */
export function segmentsOf(glyphs: readonly Glyph[], gutters: readonly Gutter[] = []): readonly Segment[] {
  const upright = glyphs.filter(({ angle }) => angle === 0);
  const writesSpaces = spaceWriters(upright);
  const fragments = fragmentsOf(upright, writesSpaces, gutters);
  return joinFragments(fragments, writesSpaces, gutters)
    .map((visible) => segmentOf(visible, writesSpaces))
    .filter((segment) => segment !== undefined);
}

/** Whether spaces around a character are written in the file, or only left as gaps. */
type SpaceWriting = (glyph: Glyph) => boolean;

/** A font leaves its spaces out if more than this fraction of its gaps has no space. */
const MAX_SPACELESS_SHARE = 0.25;

/** Programs either write spaces or leave gaps; some do both, depending on the font or on justification. */
function spaceWriters(glyphs: readonly Glyph[]): SpaceWriting {
  const counts = new Map<string, { spaces: number; gaps: number }>();
  for (const [index, glyph] of glyphs.entries()) {
    const last = glyphs[index - 1];
    if (!last || last.text === ' ' || Math.abs(last.baseline - glyph.baseline) > 0.5) continue;
    const known = counts.get(last.font.family) ?? { spaces: 0, gaps: 0 };
    const gap = (glyph.left - last.right) / glyph.size;
    if (glyph.text === ' ') known.spaces += 1;
    else if (gap > MIN_SPACE_WIDTH && gap < MAX_SPACE_WIDTH) known.gaps += 1;
    counts.set(last.font.family, known);
  }
  return ({ font }) => {
    const { spaces, gaps } = counts.get(font.family) ?? { spaces: 0, gaps: 0 };
    return spaces > 0 && gaps <= spaces * MAX_SPACELESS_SHARE;
  };
}

/** Splits the drawing order into runs that stay on a baseline and move forwards. */
function fragmentsOf(glyphs: readonly Glyph[], writesSpaces: SpaceWriting, gutters: readonly Gutter[]): Glyph[][] {
  const fragments: Glyph[][] = [];
  for (const glyph of glyphs) {
    const run = fragments.at(-1);
    const last = run?.at(-1);
    if (run && last && follows(last, glyph, writesSpaces) && !isDivided(gutters, last, glyph)) run.push(glyph);
    else fragments.push([glyph]);
  }
  return fragments.filter((run) => run.some(({ text }) => text !== ' '));
}

function follows(last: Glyph, next: Glyph, writesSpaces: SpaceWriting): boolean {
  const size = Math.max(last.size, next.size);
  const gap = next.left - last.right;
  const bare = last.text !== ' ' && next.text !== ' ';
  const widest = bare && writesSpaces(last) ? MAX_UNWRITTEN_SPACE_WIDTH : MAX_SPACE_WIDTH;
  return Math.abs(last.baseline - next.baseline) < size * 0.1 && gap > -size * 0.6 && gap < size * widest;
}

type Fragment = Box & { readonly glyphs: Glyph[]; readonly inkTop: number; readonly inkBottom: number; readonly size: number };

function fragmentBox(glyphs: Glyph[]): Fragment {
  const inked = glyphs.filter(({ text }) => text !== ' ');
  const [first] = inked;
  const size = inked.reduce((most, glyph) => Math.max(most, glyph.size), -Infinity);
  const baseline = first?.baseline ?? 0;
  return { ...union(inked), glyphs, size, inkTop: baseline - size * 0.72, inkBottom: baseline + size * 0.2 };
}

/** Joins adjacent fragments: words in another font, superscripts, letters placed one by one. */
function joinFragments(runs: readonly Glyph[][], writesSpaces: SpaceWriting, gutters: readonly Gutter[]): Glyph[][] {
  const fragments = runs.map(fragmentBox).sort((a, b) => a.left - b.left);
  const open: { last: Fragment; main: Fragment; readonly all: Glyph[] }[] = [];
  for (const fragment of fragments) {
    const fitting = open.filter(
      ({ last, main }) => isBeside(last, main, fragment, writesSpaces) && !isApart(last, fragment, gutters),
    );
    const best = fitting.reduce<(typeof open)[number] | undefined>(
      (nearest, one) =>
        !nearest || verticalDistance(one.main, fragment) < verticalDistance(nearest.main, fragment) ? one : nearest,
      undefined,
    );
    if (!best) {
      open.push({ last: fragment, main: fragment, all: [...fragment.glyphs] });
      continue;
    }
    for (const glyph of fragment.glyphs) best.all.push(glyph);
    if (fragment.right > best.last.right) best.last = fragment;
    if (fragment.size > best.main.size || fragment.glyphs.length > best.main.glyphs.length * 2) best.main = fragment;
  }
  return open.map(({ all }) => all);
}

function isApart(last: Fragment, next: Fragment, gutters: readonly Gutter[]): boolean {
  const [end, start] = [last.glyphs.at(-1), next.glyphs[0]];
  return (
    end !== undefined && start !== undefined && isDivided(gutters, { ...end, right: last.right }, { ...start, left: next.left })
  );
}

const verticalDistance = (a: Fragment, b: Fragment): number => Math.abs(a.inkBottom - b.inkBottom);

function isBeside(last: Fragment, main: Fragment, next: Fragment, writesSpaces: SpaceWriting): boolean {
  const size = Math.max(main.size, next.size);
  const gap = next.left - last.right;
  const touches = last.glyphs.at(-1)?.text === ' ' || next.glyphs[0]?.text === ' ';
  const widest = !touches && last.glyphs[0] && writesSpaces(last.glyphs[0]) ? MAX_UNWRITTEN_SPACE_WIDTH : MAX_SPACE_WIDTH;
  if (gap > Math.min(last.size, next.size) * widest || gap < -size * 0.8) return false;
  const height = Math.min(main.inkBottom - main.inkTop, next.inkBottom - next.inkTop);
  return shared(main.inkTop, main.inkBottom, next.inkTop, next.inkBottom) > height * 0.45;
}

function segmentOf(glyphs: readonly Glyph[], writesSpaces: SpaceWriting): Segment | undefined {
  const sorted = glyphs.toSorted((a, b) => a.left - b.left);
  const inked = sorted.filter(({ text }) => text !== ' ');
  const size = commonest(inked.map((glyph) => glyph.size));
  const main = inked.filter((glyph) => Math.abs(glyph.size - size) < 0.2);
  if (main.length === 0) return undefined;
  const spaced = withSpaces(sorted, writesSpaces);
  return {
    ...union(inked),
    baseline: commonest(main.map(({ baseline }) => baseline)),
    size,
    glyphs: readingOrder(spaced),
    spaceAfter: sorted.at(-1)?.text === ' ',
  };
}

/** Normalises to one space between words and none at the ends. */
function withSpaces(sorted: readonly Glyph[], writesSpaces: SpaceWriting): Glyph[] {
  const result: Glyph[] = [];
  let pending: Glyph | undefined;
  let last: Glyph | undefined;
  const inked = sorted.filter(({ text }) => text !== ' ');
  const setting = settingOf(inked);
  for (const glyph of sorted) {
    if (glyph.text === ' ') {
      pending = glyph;
      continue;
    }
    if (last && (pending || isGap(last, glyph, writesSpaces, setting))) result.push(spaceBetween(last, glyph));
    result.push(glyph);
    last = glyph;
    pending = undefined;
  }
  return result;
}

/** Letter spacing of a line, relative to its size. */
type LetterSetting = { readonly tracking: number; readonly narrowestSpace: number };

/** The smallest quarter of the gaps gives the letter spacing; where two thirds of letters touch, any gap is a space. */
function settingOf(inked: readonly Glyph[]): LetterSetting {
  const gaps = inked
    .slice(1)
    .map((glyph, index) => (glyph.left - (inked[index]?.right ?? glyph.left)) / glyph.size)
    .sort((a, b) => a - b);
  const touching = gaps.filter((gap) => Math.abs(gap) < TOUCHING).length;
  const isTouching = touching * 3 > gaps.length * 2 && !inked.some(({ text }) => isEastAsian(text));
  return {
    tracking: Math.max(0, gaps[Math.floor(gaps.length / 4)] ?? 0),
    narrowestSpace: isTouching ? MIN_SPACE_WIDTH_OF_TOUCHING_LETTERS : MIN_SPACE_WIDTH,
  };
}

function isGap(last: Glyph, next: Glyph, writesSpaces: SpaceWriting, { tracking, narrowestSpace }: LetterSetting): boolean {
  const gap = (next.left - last.right) / Math.max(last.size, next.size);
  if (writesSpaces(last)) return gap > tracking + (isEastAsian(last.text + next.text) ? 0.22 : 0.25);
  return gap > tracking + narrowestSpace;
}

function spaceBetween(last: Glyph, next: Glyph): Glyph {
  const { shading, ...plain } = last;
  const shaded = shading !== undefined && shading === next.shading ? { shading } : {};
  return { ...plain, ...shaded, text: ' ', left: last.right, right: next.left };
}

/** The most frequent value, within a tenth. */
export function commonest(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) {
    const key = Math.round(value * 10) / 10;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  let best = values[0] ?? 0;
  let most = 0;
  for (const [value, count] of counts) if (count > most) [best, most] = [value, count];
  return best;
}
