import type { GreyImage } from './grey-image.ts';
import { bilingualReader } from './read-line.ts';
import type { Language, LineReader, ReadWord } from './tesseract.ts';

/** Consecutive lines of a page, which one worker reads. The result does not depend on the worker. */
export type LineBatch = {
  readonly lines: readonly GreyImage[];
  /** The language of most lines comes first. */
  readonly languages: readonly Language[];
};

/** The words of each line. */
export type BatchWords = readonly (readonly ReadWord[])[];

/** @param between called before each line; it may throw to cancel */
export async function readBatch(
  reader: LineReader,
  { lines, languages }: LineBatch,
  between: () => Promise<void> | undefined = () => undefined,
): Promise<BatchWords> {
  const { read } = bilingualReader(reader, languages);
  const words: (readonly ReadWord[])[] = [];
  for (const line of lines) {
    await between();
    words.push(read(line));
  }
  return words;
}
