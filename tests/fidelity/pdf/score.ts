import { access, readFile, writeFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import type { NativeOffice } from '../native-office.ts';
import { pageCountOf, pagePicturesOf, textOf } from '../pdf-facts.ts';
import { structuralSimilarity } from '../structural-similarity.ts';
import { orderedSimilarity } from '../word-similarity.ts';
import type { Route } from './routes.ts';
import type { Source } from './source.ts';
import { f1, structureOf, structureOfDocx } from './structure.ts';

/** Score of one PDF on one route. Shares are 0 to 1. */
export type Score = {
  readonly route: string;
  readonly name: string;
  readonly isKorean: boolean;
  /** Share of the PDF's words that the document contains in the same order. */
  readonly words: number;
  readonly pages: number;
  readonly pagesThen: number;
  /** Structural similarity of pages over the windows with ink, the stricter measure. A missing page counts 0. */
  readonly ink: number;
  readonly picture: number;
  readonly milliseconds: number;
  /** F1 score of the structure, where it is known. */
  readonly headings?: number;
  readonly items?: number;
  readonly cells?: number;
};

/** Maximum number of pages per file that are rendered. */
const MAX_PAGES_DRAWN = 10;

export type Job = {
  readonly name: string;
  readonly pdf: string;
  readonly source?: Source;
  /** The same pages as images, which are converted instead. */
  readonly scan?: string;
};

/**
 * Converts a PDF on a route, prints the document with native LibreOffice and compares. Existing documents of other programs at
 * `stem` are reused.
 */
export async function scoreOf(
  office: NativeOffice,
  route: Route,
  { name, pdf, source, scan = pdf }: Job,
  stem: string,
): Promise<Score> {
  const [docx, again] = [`${stem}.docx`, `${stem}.${route.id}.pdf`];
  const isKept = route.id !== 'ours' && (await exists(again));
  const started = performance.now();
  const isMade = isKept || (await route.toDocx(scan, docx));
  const milliseconds = isKept ? await timeOf(stem) : performance.now() - started;
  if (!isKept) await writeFile(`${stem}.ms`, String(milliseconds));
  if (isMade && !isKept) await office.convert(docx, 'docx', 'pdf', again);
  const before = await textOf(pdf);
  const facts = { route: route.id, name, isKorean: isKorean(before.read), pages: await pageCountOf(pdf), milliseconds };
  if (!(await exists(again)))
    return { ...facts, words: 0, pagesThen: 0, ink: 0, picture: 0, ...(source ? nothingOf(source) : {}) };
  const after = await textOf(again);
  return {
    ...facts,
    words: Math.max(kept(before.read, after.read), kept(before.written, after.written)),
    pagesThen: await pageCountOf(again),
    ...(await picturesOf(pdf, again)),
    ...(source ? await structureScores(source, docx) : {}),
  };
}

/** Returns the recorded duration of a reused document. */
async function timeOf(stem: string): Promise<number> {
  return Number(await readFile(`${stem}.ms`, 'utf8').catch(() => '0'));
}

export function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

const isKorean = (words: readonly string[]): boolean =>
  words.filter((word) => /\p{Script=Hangul}/u.test(word)).length * 3 > words.length;

async function picturesOf(pdf: string, again: string): Promise<Pick<Score, 'ink' | 'picture'>> {
  const [before, after] = [await pagePicturesOf(pdf, MAX_PAGES_DRAWN), await pagePicturesOf(again, MAX_PAGES_DRAWN)];
  const compared = before.map((page, index) => {
    const other = after[index];
    return other ? structuralSimilarity(page, other) : { page: 0, ink: 0 };
  });
  return { ink: meanOf(compared.map(({ ink }) => ink)), picture: meanOf(compared.map(({ page }) => page)) };
}

async function structureScores(source: Source, docx: string): Promise<Pick<Score, 'headings' | 'items' | 'cells'>> {
  const document = strFromU8(unzipSync(new Uint8Array(await readFile(docx)))['word/document.xml'] ?? new Uint8Array());
  const [truth, found] = [structureOf(source), structureOfDocx(document)];
  const of = (part: keyof typeof truth) =>
    truth[part].length > 0 || found[part].length > 0 ? { [part]: f1(truth[part], found[part]) } : {};
  return { ...of('headings'), ...of('items'), ...of('cells') };
}

function nothingOf(source: Source): Pick<Score, 'headings' | 'items' | 'cells'> {
  const truth = structureOf(source);
  const of = (part: keyof typeof truth) => (truth[part].length > 0 ? { [part]: 0 } : {});
  return { ...of('headings'), ...of('items'), ...of('cells') };
}

/** Share of the source's words in the longest common subsequence. */
function kept(source: readonly string[], result: readonly string[]): number {
  const [before, after] = [source.flatMap(parts), result.flatMap(parts)].map((words) => words.filter((word) => word !== ''));
  if (!before || !after) return 1;
  return before.length === 0 ? 1 : (orderedSimilarity(before, after) * (before.length + after.length)) / 2 / before.length;
}

/**
 * LibreOffice separates numbers and Hangul, which reads like a space; `12월에` counts as two words on both sides. Leader dots are
 * not words.
 */
function parts(word: string): readonly string[] {
  return word.replace(/^[.·․…]+$|[.·․…]{4,}/g, ' ').split(/\s+|(?<=[\w.,])(?=\p{Script=Hangul})|(?<=\p{Script=Hangul})(?=\w)/u);
}

export const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
