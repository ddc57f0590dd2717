import { type GreyImage, type PixelBox, rotated, scaled, turned } from './grey-image.ts';
import { lineOf, onPage, padded } from './line-image.ts';
import { looksLikePage } from './paper.ts';
import { eraseLines, type RulingLines, rulingLinesOf } from './ruling-lines.ts';
import { skewOf } from './skew.ts';
import { withoutSpecks } from './specks.ts';
import { isVertical, type Language, type ReadWord } from './tesseract.ts';
import { type PageParts, partsOf } from './text-lines.ts';
import { inkOf } from './threshold.ts';

/** Page size for detecting the orientation: A4 at 200 dpi. Keeps photos, which have no text, fast. */
const TRIED_PIXELS = 4_000_000;
/** Straight lines are at most this thick, in heights of a letter. */
const RULE_THICKNESS = 0.25;
/** Lines read to detect the orientation, and the mean confidence of upright lines. */
const TRIED_LINES = 4;
const UPRIGHT = 62;
/** Legibility of a single line that needs no other lines to confirm it. */
const CLEARLY_UPRIGHT = 85;
const ENOUGH_LETTERS = 24;
/** A page is not text if its longest lines are less legible. */
export const LEGIBLE = 30;

export type Prepared = {
  readonly image: GreyImage;
  readonly angle: number;
  readonly rules: RulingLines;
  readonly parts: PageParts;
};

/** Straightens a page and divides it into lines. Pauses between steps, so that other workers get their next lines meanwhile. */
async function prepare(page: GreyImage, pause: Pause): Promise<Prepared> {
  const slanted = inkOf(page);
  const clean = withoutSpecks(page, slanted);
  await pause();
  const angle = skewOf(slanted);
  await pause();
  const image = angle === 0 ? { ...clean, data: clean.data.slice() } : rotated(clean, -angle);
  const map = angle === 0 ? slanted : inkOf(image);
  await pause();
  const parts = partsOf(map);
  await pause();
  const letter = parts.letter > 0 ? parts.letter : Math.max(page.width, page.height) / 80;
  const rules = rulingLinesOf(map, letter, Math.max(2, letter * RULE_THICKNESS));
  if (rules.horizontal.length + rules.vertical.length === 0) return { image, angle, rules, parts };
  eraseLines(image, map, rules);
  await pause();
  return { image, angle, rules, parts: partsOf(map) };
}

type ReadLine = (line: GreyImage) => readonly ReadWord[];
/** Lets the worker receive messages, and throws if one of them cancelled the conversion. */
type Pause = () => Promise<void> | undefined;
type Tried = ReadonlyMap<PixelBox, readonly ReadWord[]>;
type Upright = { readonly quarters: number; readonly prepared: Prepared; readonly tried: Tried; readonly score: number };

/** Quarter turns clockwise to try, the most likely first. Columns of vertical text become lines when the page is turned counterclockwise. */
function turnsOf(languages: readonly Language[]): readonly number[] {
  return languages.some(isVertical) ? [3, 1, 0, 2] : [0, 2, 1, 3];
}

/** Prepares the page in the orientation in which its lines are read with the highest confidence. */
export async function uprightPage(
  page: GreyImage,
  languages: readonly Language[],
  read: ReadLine,
  pause: Pause,
): Promise<Upright> {
  const turns = turnsOf(languages);
  const zoom = Math.min(1, Math.sqrt(TRIED_PIXELS / (page.width * page.height)));
  const found = await bestTurn(scaled(page, zoom), turns, read, pause);
  if (zoom === 1 || found.score < LEGIBLE) return found;
  await pause();
  return { ...found, prepared: await prepare(turned(page, found.quarters), pause), tried: new Map() };
}

/** Finds the orientation in which the longest lines are read with the highest confidence. Most pages are already upright. */
async function bestTurn(page: GreyImage, turns: readonly number[], read: ReadLine, pause: Pause): Promise<Upright> {
  let best: Upright | undefined;
  for (const quarters of turns) {
    // Trying every orientation would make photos slow.
    if (best && quarters === turns[1] && !looksLikePage(page)) break;
    await pause();
    const prepared = await prepare(turned(page, quarters), pause);
    const tried = tryLines(prepared, read);
    const score = legibilityOf([...tried.values()].flat());
    if (!best || score > best.score) best = { quarters, prepared, tried, score };
    // A page without text has no upright position.
    if (score >= UPRIGHT || (quarters === turns[0] && prepared.parts.lines.length === 0)) break;
  }
  return best ?? { quarters: 0, prepared: await prepare(page, pause), tried: new Map(), score: 0 };
}

function tryLines({ image, parts }: Prepared, read: ReadLine): Tried {
  const longest = parts.lines.toSorted((a, b) => b.right - b.left - (a.right - a.left)).slice(0, TRIED_LINES);
  const tried = new Map<PixelBox, readonly ReadWord[]>();
  for (const box of downwards(longest)) {
    const around = padded(box, parts.letter);
    const words = onPage(read(lineOf(image, around)), around);
    tried.set(box, words);
    if (legibilityOf(words) >= CLEARLY_UPRIGHT) break;
  }
  return tried;
}

/** Neighbouring lines are usually in the same language, which is tried first. */
export const downwards = (boxes: readonly PixelBox[]): readonly PixelBox[] => boxes.toSorted((a, b) => a.top - b.top);

/** Mean confidence per letter, reduced if there are few letters, because a page on its side breaks up into short lines. */
function legibilityOf(words: readonly ReadWord[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  if (letters === 0) return 0;
  const mean = words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / letters;
  return mean * Math.min(1, letters / ENOUGH_LETTERS);
}
