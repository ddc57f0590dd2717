/**
 * Combining marks kept on one character, as in the stream-safe text format of Unicode (UAX #15). Marks are sorted when text is
 * normalised, which takes quadratic time for a long run of them.
 */
const SURPLUS_MARKS = /(\p{M}{30})\p{M}+/gu;

/** The text in NFC, with at most 30 combining marks in a row. Takes linear time, unlike `normalize`. */
export function compose(text: string): string {
  return text.replace(SURPLUS_MARKS, '$1').normalize('NFC');
}

/** Also matches characters that compatibility composition turns into marks. */
const SURPLUS_COMPATIBLE_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * Returns the text in NFKC, with at most 30 combining marks in a row. For comparisons, because full-width letters become plain ones.
 * Takes linear time, unlike `normalize`. The result is at most 18 times as long as the text.
 */
export function composeCompatible(text: string): string {
  return text.replace(SURPLUS_COMPATIBLE_MARKS, '$1').normalize('NFKC');
}

/** Like `composeCompatible`, but with accents and Hangul taken apart (NFKD). */
export function decomposeCompatible(text: string): string {
  return text.replace(SURPLUS_COMPATIBLE_MARKS, '$1').normalize('NFKD');
}

/** Whether a character has more marks than `compose` keeps, so that different texts may become equal. */
export function hasSurplusMarks(text: string): boolean {
  return /\p{M}{31}/u.test(text);
}
