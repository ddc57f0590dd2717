import type { EngineContext } from '@bakkum/conversion/engine';
import { createPause } from '@bakkum/raster/pause';
import { type GreyImage, onPaper, type PixelBox, scaled } from './grey-image.ts';
import { lineOf, onPage, padded } from './line-image.ts';
import { type LineTask, lineReadersOf } from './line-readers.ts';
import { downwards, LEGIBLE, type Prepared, uprightPage } from './orientation.ts';
import { bilingualReader } from './read-line.ts';
import type { RulingLines } from './ruling-lines.ts';
import type { Language, ReadWord } from './tesseract.ts';

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
  /** Whether other workers read lines. Then they have more to do if the next page is started before a page is finished. */
  readonly isParallel: boolean;
  /**
   * Divides a page into lines and gives them to other workers. Pages are finished in the order in which they were started.
   * Errors: `out-of-memory`; aborts between steps.
   */
  start(page: GreyImage): Promise<StartedPage>;
};

/** A page whose lines are being read. */
export type StartedPage = {
  /** Returns the words of the page. Errors: `out-of-memory`; aborts between lines. */
  finish(onProgress?: (fraction: number) => void): Promise<RecognizedPage>;
  /** Takes back the lines that nobody has begun to read. */
  abandon(): void;
};

/** Pages with more pixels are made smaller: A4 at 400 dpi. */
const MAX_PAGE_PIXELS = 16_000_000;
/** Longest side in pixels, such as of a long screenshot. Ruling lines take time for each pair of lines that cross a row. */
const MAX_SIDE = 20_000;
/** A page with more lines is no text: leaves and waves look like lines. */
const MAX_LINES = 1500;
/** Lines per batch, few enough that all workers finish at about the same time. */
const BATCH = 6;

/** Starts recognition for these languages. */
export async function createRecognizer(context: EngineContext, languages: readonly Language[]): Promise<Recognizer> {
  const readers = await lineReadersOf(context, languages);
  const pause = createPause(context.signal);
  let order = languages;
  return {
    isParallel: readers.isParallel,
    async start(original) {
      context.signal.throwIfAborted();
      const { width, height } = original;
      const zoom = Math.min(1, Math.sqrt(MAX_PAGE_PIXELS / (width * height)), MAX_SIDE / Math.max(width, height));
      const page = onPaper(scaled(original, zoom));
      const reader = bilingualReader(readers.here, order);
      const { quarters, prepared, tried, score } = await uprightPage(page, languages, reader.read, pause);
      if (score < LEGIBLE) return { finish: () => Promise.resolve(emptyPage(page, zoom)), abandon: () => undefined };
      order = reader.order();
      const lines = linesOf(prepared, tried, order);
      const reading = readers.start(lines.tasks);
      return {
        abandon: reading.abandon,
        async finish(onProgress = () => undefined) {
          lines.report = onProgress;
          await reading.finish(pause);
          return pageOf(lines.found(), prepared, quarters, zoom);
        },
      };
    },
  };
}

/** The lines of a page that are still to be read, in batches, and those that were read. */
function linesOf({ image, parts }: Prepared, tried: ReadonlyMap<PixelBox, readonly ReadWord[]>, languages: readonly Language[]) {
  const boxes = parts.lines.length <= MAX_LINES ? downwards(parts.lines) : [];
  const words = new Map(tried);
  const tasks = batchesOf(boxes.filter((box) => !tried.has(box))).map(
    (batch): LineTask => ({
      batch: () => ({ lines: batch.map((box) => lineOf(image, padded(box, parts.letter))), languages }),
      done(read) {
        for (const [at, box] of batch.entries()) words.set(box, onPage(read[at] ?? [], padded(box, parts.letter)));
        lines.report(words.size / boxes.length);
      },
    }),
  );
  const lines = {
    tasks,
    report: (_: number): void => undefined,
    found: () =>
      boxes.flatMap((box): readonly RecognizedLine[] => {
        const line = words.get(box) ?? [];
        return line.length > 0 ? [{ ...box, words: line }] : [];
      }),
  };
  return lines;
}

function batchesOf(boxes: readonly PixelBox[]): readonly (readonly PixelBox[])[] {
  return Array.from({ length: Math.ceil(boxes.length / BATCH) }, (_, index) => boxes.slice(index * BATCH, (index + 1) * BATCH));
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
