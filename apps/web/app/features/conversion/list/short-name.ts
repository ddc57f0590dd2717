/** Widths of a name in sentences, in Latin letters; Hangul letters are twice as wide. */
const START_WIDTH = 12;
const END_WIDTH = 10;
const WIDE = /[\u1100-\u11ff\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]|\p{Extended_Pictographic}/u;

/** Shortens a file name in the middle, so that a sentence with it fits on two lines of a phone. A short extension stays. */
export function shortName(name: string): string {
  const letters = [...new Intl.Segmenter().segment(name.normalize('NFC'))].map(({ segment }) => segment);
  const start = fitting(letters, START_WIDTH);
  const end = fitting(letters.toReversed(), END_WIDTH).toReversed();
  // One letter is no longer than the ellipsis.
  return start.length + end.length + 1 >= letters.length ? name : `${start.join('')}…${end.join('')}`;
}

/** The first letters that are not wider than `width` together. */
function fitting(letters: readonly string[], width: number): readonly string[] {
  let left = width;
  const end = letters.findIndex((letter) => (left -= WIDE.test(letter) ? 2 : 1) < 0);
  return end < 0 ? letters : letters.slice(0, end);
}
