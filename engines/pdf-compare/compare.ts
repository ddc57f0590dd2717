import {
  type Change,
  type ComparedDocument,
  type DocumentComparison,
  type PagePair,
  pageOfPart,
} from '@bakkum/conversion/document-comparison';
import type { EngineContext } from '@bakkum/conversion/engine';
import { align, type Run } from './alignment/align.ts';
import { areaOf, changesIn, runningChanges } from './alignment/changes.ts';
import { hunksBetween } from './alignment/hunks.ts';
import { findMoves } from './alignment/moves.ts';
import { type Pair, pairKey, pairPages } from './alignment/page-pairs.ts';
import type { Hunk, Sequences } from './alignment/sequences.ts';
import type { OpenFile } from './open-file.ts';
import { comparePages, type PageWords } from './pixels/compare-pages.ts';
import { type RunningLine, separateRunningLines, type TextPage } from './text/running-lines.ts';
import { assertWordCount, type Word } from './text/words.ts';

/** Progress after reading the words of both files. Drawing the pages takes the rest. */
const READ = 0.4;

type Files = { readonly before: OpenFile; readonly after: OpenFile };

/** Compares the words of two PDF files, and the pixels of their pages. */
export async function compare(files: Files, context: EngineContext): Promise<DocumentComparison> {
  const throwIfAborted = (): void => context.signal.throwIfAborted();
  const pageCount = files.before.pageCount + files.after.pageCount;
  const report = (pages: number): void => context.onProgress((READ * pages) / pageCount);
  const before = await readPages(files.before, context, report);
  const after = await readPages(files.after, context, (pages) => report(files.before.pageCount + pages));
  const separated = separateRunningLines(before, after);
  const words: Sequences = { before: separated.before.body, after: separated.after.body };
  const runs = align(...numbered(words), throwIfAborted);
  const hunks = hunksBetween(runs, words);
  const moves = findMoves(hunks, words);
  const textChanges = [...runningChanges(separated.before.running, separated.after.running), ...changesIn(hunks, moves, words)];
  const pairs = pairPages({ before: before.length, after: after.length }, equalWords(runs, words), (b, a) =>
    isAlike(before[b], after[a]),
  );
  const places = placesOf(runs, hunks, words, [...separated.before.running, ...separated.after.running]);
  const looks = await compareLooks(files, pairs, places, context);
  return {
    version: 1,
    before: describe(files.before, before),
    after: describe(files.after, after),
    pairs: looks.pairs,
    changes: inOrder([...textChanges, ...looks.changes, ...lonePages(files, pairs, { before, after })], looks.pairs),
  };
}

type ReadPage = TextPage & { readonly isBlank: boolean };

async function readPages(
  file: OpenFile,
  { signal }: EngineContext,
  report: (pages: number) => void,
): Promise<readonly ReadPage[]> {
  const pages: ReadPage[] = [];
  let count = 0;
  for (let index = 0; index < file.pageCount; index += 1) {
    signal.throwIfAborted();
    const { words, isBlank } = await file.read(index);
    count += words.length;
    assertWordCount(count);
    pages.push({ words, isBlank, height: file.sizeOf(index).height });
    report(pages.length);
  }
  return pages;
}

function describe(file: OpenFile, pages: readonly ReadPage[]): ComparedDocument {
  return {
    pages: pages.map((_, index) => file.sizeOf(index)),
    words: pages.reduce((sum, { words }) => sum + words.length, 0),
    wordlessPages: pages.filter(({ words, isBlank }) => words.length === 0 && !isBlank).length,
  };
}

/** Returns the words as numbers, the same number for equal words. */
function numbered({ before, after }: Sequences): readonly [number[], number[]] {
  const numbers = new Map<string, number>();
  const numberOf = ({ key }: Word): number => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  return [before.map(numberOf), after.map(numberOf)];
}

/** Pages without words may be the same image. */
function isAlike(before: ReadPage | undefined, after: ReadPage | undefined): boolean {
  return before?.words.length === 0 && after?.words.length === 0;
}

function equalWords(runs: readonly Run[], words: Sequences): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const [before, after] of pairsIn(runs, words)) {
    const key = pairKey(before.page, after.page);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function* pairsIn(runs: readonly Run[], { before, after }: Sequences): Generator<readonly [Word, Word]> {
  for (const run of runs)
    for (let at = 0; at < run.length; at += 1) {
      const [one, other] = [before[run.before + at], after[run.after + at]];
      if (one && other) yield [one, other];
    }
}

function placesOf(
  runs: readonly Run[],
  hunks: readonly Hunk[],
  words: Sequences,
  running: readonly RunningLine[],
): (pair: Required<Pair>) => { readonly before: PageWords; readonly after: PageWords } {
  const partners = new Map<Word, Word>();
  for (const [before, after] of pairsIn(runs, words)) partners.set(before, after).set(after, before);
  const inHunks = new Set(
    hunks.flatMap(({ before, after }) => [
      ...words.before.slice(before.from, before.to),
      ...words.after.slice(after.from, after.to),
    ]),
  );
  const beforePages = Map.groupBy(words.before, ({ page }) => page);
  const afterPages = Map.groupBy(words.after, ({ page }) => page);
  const runningPages = Map.groupBy(
    running.flatMap(({ lines }) => lines.flat()),
    ({ page }) => page,
  );
  const sorted = (all: readonly Word[], otherPage: number, margin: readonly Word[]): PageWords => {
    const isSame = (word: Word): boolean => !inHunks.has(word) && isInPlace(word, partners.get(word), otherPage);
    return { elsewhere: [...all.filter((word) => !isSame(word)), ...margin], same: all.filter(isSame) };
  };
  return ({ before, after }) => ({
    before: sorted(beforePages.get(before) ?? [], after, runningPages.get(before) ?? []),
    after: sorted(afterPages.get(after) ?? [], before, runningPages.get(after) ?? []),
  });
}

/** Maximum distance in points at which equal words count as unmoved. */
const TOLERANCE = 0.75;

function isInPlace({ boxes }: Word, partner: Word | undefined, page: number): boolean {
  if (boxes.length === 0 || partner?.page !== page || partner.boxes.length !== boxes.length) return false;
  return boxes.every((box, at) => {
    const other = partner.boxes[at] ?? box;
    const sides = [box.left - other.left, box.right - other.right, box.top - other.top];
    return sides.every((distance) => Math.abs(distance) <= TOLERANCE);
  });
}

async function compareLooks(
  files: Files,
  pairs: readonly Pair[],
  placesOn: ReturnType<typeof placesOf>,
  context: EngineContext,
): Promise<{ readonly pairs: readonly PagePair[]; readonly changes: readonly Change[] }> {
  const compared: PagePair[] = [];
  const changes: Change[] = [];
  for (const { before, after } of pairs) {
    context.signal.throwIfAborted();
    const pages = { ...(before !== undefined && { before: before + 1 }), ...(after !== undefined && { after: after + 1 }) };
    if (before === undefined || after === undefined) compared.push(pages);
    else {
      const words = placesOn({ before, after });
      const looks = await comparePages(
        { file: files.before, page: before, words: words.before },
        { file: files.after, page: after, words: words.after },
      );
      compared.push({ ...pages, differingPixels: looks.differingPixels });
      changes.push(...looks.changes);
    }
    context.onProgress(READ + ((1 - READ) * compared.length) / pairs.length);
  }
  return { pairs: compared, changes };
}

/** Returns a change for each page without words and without a counterpart. */
function lonePages(
  files: Files,
  pairs: readonly Pair[],
  pages: { readonly before: readonly ReadPage[]; readonly after: readonly ReadPage[] },
) {
  const whole = (file: OpenFile, page: number) => {
    const { width, height } = file.sizeOf(page);
    return { text: '', areas: [areaOf(page, { left: 0, top: 0, right: width, bottom: height })] };
  };
  return pairs.flatMap(({ before, after }): Change[] => {
    if (after === undefined && before !== undefined && pages.before[before]?.words.length === 0)
      return [{ kind: 'removed', before: whole(files.before, before) }];
    if (before === undefined && after !== undefined && pages.after[after]?.words.length === 0)
      return [{ kind: 'added', after: whole(files.after, after) }];
    return [];
  });
}

/** Orders changes by the row in which their pages are shown. Those of one row stay in reading order. */
function inOrder(changes: readonly Change[], pairs: readonly PagePair[]): readonly Change[] {
  const rowOfAfter = new Map(pairs.map(({ after }, row) => [after, row]));
  const rowOfBefore = new Map(pairs.map(({ before }, row) => [before, row]));
  const rowOf = ({ before, after }: Change): number =>
    (after ? rowOfAfter.get(pageOfPart(after)) : rowOfBefore.get(pageOfPart(before))) ?? 0;
  return changes.toSorted((one, other) => rowOf(one) - rowOf(other));
}
