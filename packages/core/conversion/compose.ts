/**
 * Combining marks kept on one character, as in the stream-safe text format of Unicode (UAX #15). Marks are sorted when text is
 * normalised, which takes quadratic time for a long run of them.
 */
const SURPLUS_MARKS = /(\p{M}{30})\p{M}+/gu;

/** The text in NFC, with at most 30 combining marks in a row. Takes linear time, unlike `normalize`. */
export function compose(text: string): string {
  return text.replace(SURPLUS_MARKS, '$1').normalize('NFC');
}

/** Whether a character has more marks than `compose` keeps, so that different texts may become equal. */
export function hasSurplusMarks(text: string): boolean {
  return /\p{M}{31}/u.test(text);
}
