import type { EngineContext } from '@bakkum/conversion/engine';
import { createPause } from '@bakkum/raster/pause';
import { cropped, type GreyImage, onPaper, type PixelBox, rotated, scaled, turned } from './grey-image.ts';
import { lineReadersOf } from './line-readers.ts';
import { looksLikePage } from './paper.ts';
import { bilingualReader } from './read-line.ts';
import { eraseLines, type RulingLines, rulingLinesOf } from './ruling-lines.ts';
import { skewOf } from './skew.ts';
import type { Language, ReadWord } from './tesseract.ts';
import { type PageParts, partsOf } from './text-lines.ts';
import { inkOf } from './threshold.ts';

/** Words of a line, left to right. */
export type RecognizedLine = PixelBox & { readonly words: readonly ReadWord[] };

/** A page after recognition. Positions are pixels of the upright page: after `quarters` turns clockwise and `angle` degrees. */
export type RecognizedPage = {
  readonly width: number;
  readonly height: number;
  /** Quarter turns clockwise that made the page upright. */
  readonly quarters: number;
  /** Degrees by which lines rose to the right before the page was straightened. */
  readonly angle: number;
  readonly lines: readonly RecognizedLine[];
  readonly rules: RulingLines;
  readonly pictures: readonly PixelBox[];
};

export type Recognizer = {
  /** Reads the words of a page. Errors: `out-of-memory`; aborts between lines. */
  read(page: GreyImage, onProgress?: (fraction: number) => void): Promise<RecognizedPage>;
};

/** Pages with more pixels are made smaller: A4 at 400 dpi. */
const MAX_PAGE_PIXELS = 16_000_000;
/** Longest side in pixels, such as of a long screenshot. Ruling lines take time for each pair of lines that cross a row. */
const MAX_SIDE = 20_000;
/** Page size for detecting the orientation: A4 at 200 dpi. Keeps photos, which have no text, fast. */
const TRIED_PIXELS = 4_000_000;
/** Letters of this height, in pixels, are recognized best. */
const GOOD_LETTER = 30;
const MIN_LETTER = 18;
const MAX_LETTER = 60;
/** Straight lines are at most this thick, in heights of a letter. */
const RULE_THICKNESS = 0.25;
/** Lines read to detect the orientation, and the mean confidence of upright lines. */
const TRIED_LINES = 4;
const UPRIGHT = 62;
/** Legibility of a single line that needs no other lines to confirm it. */
const CLEARLY_UPRIGHT = 85;
const ENOUGH_LETTERS = 24;
/** A page is not text if its longest lines are less legible, or if it has more lines: leaves and waves look like lines. */
const LEGIBLE = 30;
const MAX_LINES = 1500;

/** Lines per batch, few enough that all workers finish at about the same time. */
const BATCH = 6;

/** Starts recognition for these languages. */
export async function createRecognizer(context: EngineContext, languages: readonly Language[]): Promise<Recognizer> {
  const readers = await lineReadersOf(context, languages);
  const pause = createPause(context.signal);
  let order = languages;
  return {
    async read(original, onProgress = () => undefined) {
      context.signal.throwIfAborted();
      const { width, height } = original;
      const zoom = Math.min(1, Math.sqrt(MAX_PAGE_PIXELS / (width * height)), MAX_SIDE / Math.max(width, height));
      const page = onPaper(scaled(original, zoom));
      const reader = bilingualReader(readers.here, order);
      const { quarters, prepared, tried, score } = await upright(page, reader.read, pause);
      if (score < LEGIBLE) return emptyPage(page, zoom);
      order = reader.order();
      const { lines, letter } = prepared.parts;
      const boxes = lines.length <= MAX_LINES ? downwards(lines) : [];
      const words = new Map(tried);
      const batches = batchesOf(boxes.filter((box) => !tried.has(box)));
      await readers.readAll(
        batches.length,
        (index) => ({
          lines: (batches[index] ?? []).map((box) => lineOf(prepared.image, padded(box, letter))),
          languages: order,
        }),
        pause,
        (index, read) => {
          for (const [at, box] of (batches[index] ?? []).entries()) words.set(box, onPage(read[at] ?? [], padded(box, letter)));
          onProgress(words.size / boxes.length);
        },
      );
      const found = boxes.flatMap((box): readonly RecognizedLine[] => {
        const line = words.get(box) ?? [];
        return line.length > 0 ? [{ ...box, words: line }] : [];
      });
      return pageOf(found, prepared, quarters, zoom);
    },
  };
}

function batchesOf(boxes: readonly PixelBox[]): readonly (readonly PixelBox[])[] {
  return Array.from({ length: Math.ceil(boxes.length / BATCH) }, (_, index) => boxes.slice(index * BATCH, (index + 1) * BATCH));
}

type Prepared = { readonly image: GreyImage; readonly angle: number; readonly rules: RulingLines; readonly parts: PageParts };

/** Straightens a page and divides it into lines. */
function prepare(page: GreyImage): Prepared {
  const slanted = inkOf(page);
  const angle = skewOf(slanted);
  const image = angle === 0 ? { ...page, data: page.data.slice() } : rotated(page, -angle);
  const map = angle === 0 ? slanted : inkOf(image);
  const parts = partsOf(map);
  const letter = parts.letter > 0 ? parts.letter : Math.max(page.width, page.height) / 80;
  const rules = rulingLinesOf(map, letter, Math.max(2, letter * RULE_THICKNESS));
  if (rules.horizontal.length + rules.vertical.length === 0) return { image, angle, rules, parts };
  eraseLines(image, map, rules);
  return { image, angle, rules, parts: partsOf(map) };
}

type ReadLine = (line: GreyImage) => readonly ReadWord[];
/** Lets the worker receive messages, and throws if one of them cancelled the conversion. */
type Pause = () => Promise<void> | undefined;
type Tried = ReadonlyMap<PixelBox, readonly ReadWord[]>;
type Upright = { readonly quarters: number; readonly prepared: Prepared; readonly tried: Tried; readonly score: number };

/** Prepares the page in the orientation in which its lines are read with the highest confidence. */
async function upright(page: GreyImage, read: ReadLine, pause: Pause): Promise<Upright> {
  const zoom = Math.min(1, Math.sqrt(TRIED_PIXELS / (page.width * page.height)));
  const found = await bestTurn(scaled(page, zoom), read, pause);
  if (zoom === 1 || found.score < LEGIBLE) return found;
  await pause();
  return { ...found, prepared: prepare(turned(page, found.quarters)), tried: new Map() };
}

/** Finds the orientation in which the longest lines are read with the highest confidence. Most pages are already upright. */
async function bestTurn(page: GreyImage, read: ReadLine, pause: Pause): Promise<Upright> {
  let best: Upright | undefined;
  // Trying every orientation would make photos slow.
  const turns = looksLikePage(page) ? [0, 2, 1, 3] : [0];
  for (const quarters of turns) {
    await pause();
    const prepared = prepare(turned(page, quarters));
    const tried = tryLines(prepared, read);
    const score = legibilityOf([...tried.values()].flat());
    if (!best || score > best.score) best = { quarters, prepared, tried, score };
    // A page without text has no upright position.
    if (score >= UPRIGHT || (quarters === 0 && prepared.parts.lines.length === 0)) break;
  }
  return best ?? { quarters: 0, prepared: prepare(page), tried: new Map(), score: 0 };
}

function tryLines({ image, parts }: Prepared, read: ReadLine): Tried {
  const longest = parts.lines.toSorted((a, b) => b.right - b.left - (a.right - a.left)).slice(0, TRIED_LINES);
  const tried = new Map<PixelBox, readonly ReadWord[]>();
  for (const box of downwards(longest)) {
    const words = readBox(image, padded(box, parts.letter), read);
    tried.set(box, words);
    if (legibilityOf(words) >= CLEARLY_UPRIGHT) break;
  }
  return tried;
}

/** Neighbouring lines are usually in the same language, which is tried first. */
const downwards = (boxes: readonly PixelBox[]): readonly PixelBox[] => boxes.toSorted((a, b) => a.top - b.top);

/** Mean confidence per letter, reduced if there are few letters, because a page on its side breaks up into short lines. */
function legibilityOf(words: readonly ReadWord[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  if (letters === 0) return 0;
  const mean = words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / letters;
  return mean * Math.min(1, letters / ENOUGH_LETTERS);
}

/** Adds a margin, because letters can extend slightly beyond the detected ink. */
function padded({ left, top, right, bottom }: PixelBox, letter: number): PixelBox {
  const pad = Math.round(letter * 0.08);
  return { left: left - pad, top: top - pad, right: right + pad, bottom: bottom + pad };
}

function readBox(image: GreyImage, box: PixelBox, read: ReadLine): readonly ReadWord[] {
  return onPage(read(lineOf(image, box)), box);
}

/** How a line is resized to a height that is read well, and its margin in pixels. */
function fitOf({ top, bottom }: PixelBox): { readonly zoom: number; readonly margin: number } {
  const height = bottom - top;
  const zoom = height < MIN_LETTER || height > MAX_LETTER * 1.5 ? (GOOD_LETTER * 1.4) / height : 1;
  return { zoom, margin: Math.max(6, Math.round(height * zoom * 0.2)) };
}

function lineOf(image: GreyImage, box: PixelBox): GreyImage {
  const { zoom, margin } = fitOf(box);
  const right = Math.max(1, Math.round((box.right - box.left) * zoom));
  const bottom = Math.max(1, Math.round((box.bottom - box.top) * zoom));
  return cropped(onPaper(scaled(cropped(image, box, 0), zoom)), { left: 0, top: 0, right, bottom }, margin);
}

/** Words of a line in pixels of the page. */
function onPage(words: readonly ReadWord[], box: PixelBox): readonly ReadWord[] {
  const { zoom, margin } = fitOf(box);
  return words.map((word) => ({
    ...word,
    left: (word.left - margin) / zoom + box.left,
    right: (word.right - margin) / zoom + box.left,
    top: (word.top - margin) / zoom + box.top,
    bottom: (word.bottom - margin) / zoom + box.top,
  }));
}

function emptyPage({ width, height }: GreyImage, zoom: number): RecognizedPage {
  const rules = { horizontal: [], vertical: [] };
  return { width: width / zoom, height: height / zoom, quarters: 0, angle: 0, lines: [], rules, pictures: [] };
}

function pageOf(
  lines: readonly RecognizedLine[],
  { image, angle, rules, parts }: Prepared,
  quarters: number,
  zoom: number,
): RecognizedPage {
  const grown = <Box extends PixelBox>(box: Box): Box => ({
    ...box,
    left: box.left / zoom,
    top: box.top / zoom,
    right: box.right / zoom,
    bottom: box.bottom / zoom,
  });
  return {
    width: image.width / zoom,
    height: image.height / zoom,
    quarters,
    angle,
    lines: lines.map((line) => ({ ...grown(line), words: line.words.map(grown) })),
    rules: { horizontal: rules.horizontal.map(grown), vertical: rules.vertical.map(grown) },
    pictures: parts.pictures.map(grown),
  };
}
