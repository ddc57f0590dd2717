import { fontsOf, pageCountOf, pagePicturesOf, textOf } from './pdf-facts.ts';
import { structuralSimilarity } from './structural-similarity.ts';
import { orderedSimilarity } from './word-similarity.ts';

/** Maximum number of pages per file that are rendered; words and counts cover all pages. */
export const MAX_PAGES_DRAWN = 10;

/** Compares our PDF with the native one of the same file. Shares are 0 to 1. */
export type Likeness = {
  readonly pages: number;
  readonly nativePages: number;
  readonly words: number;
  readonly nativeWords: number;
  /** Similarity of the words in reading order, and in the order they were written. */
  readonly read: number;
  readonly written: number;
  /** The higher of the two, as a difference in only one of them is a guess of the reader. */
  readonly text: number;
  /** Similarity of the letters without spaces, regardless of their order. The higher of the two as well: shadows repeat written words. */
  readonly letters: number;
  /** Structural similarity of the rendered pages, mean and worst; windows with ink only. `undefined` when none was rendered. */
  readonly pictures?: { readonly mean: number; readonly ink: number; readonly worstInk: number; readonly worstPage: number };
  /** Typefaces that only one of the two uses. */
  readonly ourFonts: readonly string[];
  readonly nativeFonts: readonly string[];
};

export async function likenessOf(ours: string, native: string): Promise<Likeness> {
  const [pages, nativePages] = await Promise.all([pageCountOf(ours), pageCountOf(native)]);
  const [text, nativeText] = await Promise.all([textOf(ours), textOf(native)]);
  const [fonts, nativeFonts] = await Promise.all([fontsOf(ours), fontsOf(native)]);
  const read = orderedSimilarity(text.read, nativeText.read);
  const written = orderedSimilarity(text.written, nativeText.written);
  const pictures = await picturesOf(ours, native);
  return {
    pages,
    nativePages,
    words: text.written.length,
    nativeWords: nativeText.written.length,
    read,
    written,
    text: Math.max(read, written),
    letters: Math.max(
      countedSimilarity(text.written.join(''), nativeText.written.join('')),
      countedSimilarity(text.read.join(''), nativeText.read.join('')),
    ),
    ...(pictures && { pictures }),
    ourFonts: fonts.filter((font) => !nativeFonts.includes(font)),
    nativeFonts: nativeFonts.filter((font) => !fonts.includes(font)),
  };
}

async function picturesOf(ours: string, native: string): Promise<Likeness['pictures']> {
  const [mine, theirs] = [await pagePicturesOf(ours, MAX_PAGES_DRAWN), await pagePicturesOf(native, MAX_PAGES_DRAWN)];
  const compared = mine.flatMap((page, index) => {
    const other = theirs[index];
    return other ? [structuralSimilarity(page, other)] : [];
  });
  if (compared.length === 0) return undefined;
  const inks = compared.map(({ ink }) => ink);
  const worstInk = Math.min(...inks);
  return {
    mean: meanOf(compared.map(({ page }) => page)),
    ink: meanOf(inks),
    worstInk,
    worstPage: inks.indexOf(worstInk) + 1,
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** 2 · common letters / letters of both. 1 for two empty texts. */
function countedSimilarity(ours: string, theirs: string): number {
  const counts = new Map<string, number>();
  for (const letter of theirs) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  let [shared, total] = [0, [...theirs].length];
  for (const letter of ours) {
    total += 1;
    const left = counts.get(letter) ?? 0;
    if (left === 0) continue;
    counts.set(letter, left - 1);
    shared += 1;
  }
  return total === 0 ? 1 : (2 * shared) / total;
}
