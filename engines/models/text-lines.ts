import { ConversionError } from '@bakkum/conversion/errors';

/** Decodes the text of a model. Names may be in any encoding; numbers and keywords are ASCII. */
export function textOf(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder('windows-1252').decode(file);
  }
}

/** Yields lines without line ends, lazily. */
export function* linesOf(text: string): Generator<string, void, void> {
  let at = 0;
  while (at < text.length) {
    const end = text.indexOf('\n', at);
    const stop = end < 0 ? text.length : end;
    yield text.slice(at, stop).trim();
    at = stop + 1;
  }
}

export const wordsOf = (line: string): readonly string[] => (line === '' ? [] : line.split(/\s+/));

/**
 * Parses a number.
 * @throws ConversionError `corrupt`
 */
export function numberOf(word: string | undefined): number {
  const value = word === undefined || word === '' ? Number.NaN : Number(word);
  if (Number.isNaN(value)) throw new ConversionError('corrupt', `not a number: ${word?.slice(0, 20) ?? ''}`);
  return value;
}
