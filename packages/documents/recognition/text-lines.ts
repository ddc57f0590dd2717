import { type Component, componentsOf } from './components.ts';
import type { PixelBox } from './grey-image.ts';
import type { InkMap } from './threshold.ts';

/** Lines of text of a page, in no particular order, and regions that are images. */
export type PageParts = {
  readonly lines: readonly PixelBox[];
  readonly pictures: readonly PixelBox[];
  /** Typical height of a letter or syllable in pixels; 0 for a page without any. */
  readonly letter: number;
};

/** Sides of letters in pixels; smaller ink is noise, larger ink an image. */
const MIN_LETTER = 6;
const MAX_LETTER_SHARE = 0.2;
/** Largest gap between words of a line, in heights of a letter. Columns and table cells are farther apart. */
const WORD_GAP = 1.5;
/** Height of the largest headings relative to body text. */
const MAX_HEADING = 6;

const widthOf = ({ left, right }: PixelBox): number => right - left;
const heightOf = ({ top, bottom }: PixelBox): number => bottom - top;

/** Divides the ink of an upright page into lines of text and images. */
export function partsOf({ width, height, ink }: InkMap): PageParts {
  const found = componentsOf(ink, width, height);
  const letter = letterHeight(found, height);
  if (letter === 0) return { lines: [], pictures: found.filter((one) => isPicture(one, height / 40)), letter };
  const speck = Math.max(2, Math.round(letter * 0.07));
  const pictures: Component[] = [];
  const text = new Uint8Array(ink);
  for (const one of found) {
    const isSpeck = widthOf(one) < speck && heightOf(one) < speck;
    if (isPicture(one, letter)) pictures.push(one);
    if (isSpeck || isPicture(one, letter)) erase(text, width, one);
  }
  const bands = componentsOf(text, width, height, Math.round(letter * WORD_GAP)).filter((band) => band.area >= speck * speck);
  const lines = withFragments(
    bands.flatMap((band) => divided(band, text, width, letter)),
    letter,
  );
  return { lines: lines.filter((line) => heightOf(line) >= letter * 0.35 || widthOf(line) > letter), pictures, letter };
}

function isPicture(one: Component, letter: number): boolean {
  return heightOf(one) > letter * MAX_HEADING || (widthOf(one) > letter * 12 && heightOf(one) > letter * 3);
}

/** The height that most of the ink has. Bars of Hangul letters and dots are lower, so they do not count. */
function letterHeight(components: readonly Component[], pageHeight: number): number {
  const heights = components
    .filter(
      (one) => heightOf(one) >= MIN_LETTER && heightOf(one) <= pageHeight * MAX_LETTER_SHARE && widthOf(one) <= heightOf(one) * 8,
    )
    .map(heightOf)
    .toSorted((a, b) => a - b);
  if (heights.length === 0) return 0;
  return heights[Math.floor(heights.length * 0.75)] ?? 0;
}

function erase(ink: Uint8Array, width: number, { left, top, right, bottom }: PixelBox): void {
  for (let y = top; y < bottom; y++) ink.fill(0, y * width + left, y * width + right);
}

/** Divides lines that touch each other where the fewest pixels connect them. */
function divided(band: PixelBox, ink: Uint8Array, width: number, letter: number): readonly PixelBox[] {
  const height = heightOf(band);
  if (height < letter * 2.4) return [band];
  // Counted once for all parts of the band.
  const rows = new Uint32Array(height);
  for (let y = 0; y < height; y++)
    for (let at = (band.top + y) * width + band.left, end = at + widthOf(band); at < end; at++)
      rows[y] = (rows[y] ?? 0) + (ink[at] ?? 0);
  const parts: PixelBox[] = [];
  const open: Rows[] = [{ top: 0, bottom: height }];
  for (let part = open.pop(); part; part = open.pop()) {
    const cut = cutOf(rows, part, letter);
    if (cut !== undefined) open.push(withInk(rows, { ...part, top: cut }), withInk(rows, { ...part, bottom: cut }));
    else if (part.top < part.bottom) parts.push({ ...band, top: band.top + part.top, bottom: band.top + part.bottom });
  }
  return parts.length === 1 ? [band] : parts.map((part) => tight(part, ink, width));
}

/** Rows of a band. */
type Rows = { readonly top: number; readonly bottom: number };

/** The row at which two lines touch, if the rows are more than one line. */
function cutOf(rows: Uint32Array, { top, bottom }: Rows, letter: number): number | undefined {
  if (bottom - top < letter * 2.4) return undefined;
  let busy = 0;
  for (let y = top; y < bottom; y++) busy = Math.max(busy, rows[y] ?? 0);
  const margin = Math.round(letter * 0.8);
  let cut: number | undefined;
  let least = busy * 0.2;
  for (let y = top + margin; y < bottom - margin; y++) if ((rows[y] ?? 0) < least) [cut, least] = [y, rows[y] ?? 0];
  return cut;
}

/** Leaves out empty rows above and below. */
function withInk(rows: Uint32Array, { top, bottom }: Rows): Rows {
  let [first, last] = [top, bottom];
  while (first < last && rows[first] === 0) first += 1;
  while (last > first && rows[last - 1] === 0) last -= 1;
  return { top: first, bottom: last };
}

/** Shrinks a box to its ink. */
function tight(box: PixelBox, ink: Uint8Array, width: number): PixelBox {
  let { left, right, top, bottom } = { left: box.right, right: box.left, top: box.bottom, bottom: box.top };
  for (let y = box.top; y < box.bottom; y++)
    for (let x = box.left; x < box.right; x++)
      if (ink[y * width + x] === 1) {
        left = Math.min(left, x);
        right = Math.max(right, x + 1);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y + 1);
      }
  return left < right ? { left, top, right, bottom } : box;
}

/** Joins dots, accents and halves of syllables with the line they belong to. */
function withFragments(bands: readonly PixelBox[], letter: number): readonly PixelBox[] {
  const sorted = bands.toSorted((a, b) => heightOf(b) - heightOf(a) || widthOf(b) - widthOf(a));
  const lines = new LinesByPlace(letter);
  for (const band of sorted) {
    const home = lines.firstNear(band, (line) => belongs(band, line, letter));
    if (!home) {
      lines.add({ left: band.left, top: band.top, right: band.right, bottom: band.bottom });
      continue;
    }
    home.left = Math.min(home.left, band.left);
    home.right = Math.max(home.right, band.right);
    home.top = Math.min(home.top, band.top);
    home.bottom = Math.max(home.bottom, band.bottom);
    lines.moved(home);
  }
  return lines.all;
}

type Line = { left: number; top: number; right: number; bottom: number };

/** Width of a cell in heights of a letter. Lines are longer than high. */
const CELL_WIDTH = 16;

/** Lines by their place on the page, because a page of noise has hundreds of thousands. */
class LinesByPlace {
  readonly all: Line[] = [];
  readonly #letter: number;
  readonly #numbers = new Map<Line, number>();
  readonly #ranges = new Map<Line, Range>();
  readonly #cells = new Map<string, Set<Line>>();

  constructor(letter: number) {
    this.#letter = letter;
  }

  add(line: Line): void {
    this.#numbers.set(line, this.all.length);
    this.all.push(line);
    this.moved(line);
  }

  /** Updates the place of a line that has grown. */
  moved(line: Line): void {
    const range = this.#rangeOf(line, 0);
    const known = this.#ranges.get(line);
    if (known && range.every((edge, at) => edge === known[at])) return;
    this.#ranges.set(line, range);
    for (const cell of cellsIn(range)) {
      const lines = this.#cells.get(cell);
      if (lines) lines.add(line);
      else this.#cells.set(cell, new Set([line]));
    }
  }

  /** Returns the line added first that meets the condition, among lines within about a word gap of a box. */
  firstNear(box: PixelBox, isHome: (line: Line) => boolean): Line | undefined {
    let home: Line | undefined;
    for (const cell of cellsIn(this.#rangeOf(box, this.#letter * WORD_GAP)))
      for (const line of this.#cells.get(cell) ?? [])
        if (this.#numberOf(line) < this.#numberOf(home) && isHome(line)) home = line;
    return home;
  }

  #numberOf(line: Line | undefined): number {
    return (line && this.#numbers.get(line)) ?? Number.POSITIVE_INFINITY;
  }

  #rangeOf({ left, top, right, bottom }: PixelBox, margin: number): Range {
    const [width, height] = [this.#letter * CELL_WIDTH, this.#letter];
    return [
      Math.floor((left - margin) / width),
      Math.floor((top - margin) / height),
      Math.floor((right + margin) / width),
      Math.floor((bottom + margin) / height),
    ];
  }
}

/** Cells from the first to the last column and row. */
type Range = readonly [left: number, top: number, right: number, bottom: number];

function* cellsIn([left, top, right, bottom]: Range): Generator<string> {
  for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) yield `${x},${y}`;
}

function belongs(part: PixelBox, line: PixelBox, letter: number): boolean {
  const beside = Math.max(line.left, part.left) - Math.min(line.right, part.right);
  if (beside > letter * WORD_GAP) return false;
  const overlap = Math.min(line.bottom, part.bottom) - Math.max(line.top, part.top);
  if (overlap >= heightOf(part) * 0.5) return true;
  const union = Math.max(line.bottom, part.bottom) - Math.min(line.top, part.top);
  return (
    beside < 0 && overlap > -letter * 0.3 && heightOf(part) < letter * 0.6 && union < Math.max(heightOf(line), letter) * 1.35
  );
}
