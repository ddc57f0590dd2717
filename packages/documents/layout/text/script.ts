/** Script properties that matter for laying out and joining lines. */
export const isHangul = (text: string): boolean => /\p{Script=Hangul}/u.test(text);
/** Scripts written without spaces between words. */
export const isSpaceless = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/u.test(text);
export const isEastAsian = (text: string): boolean => isHangul(text) || isSpaceless(text);
export const isRightToLeft = (text: string): boolean =>
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text);

/** Whether more than half of its letters run from right to left. */
export function isRightToLeftText(text: string): boolean {
  const letters = [...text].filter((letter) => /\p{L}/u.test(letter));
  return letters.filter(isRightToLeft).length * 2 > letters.length;
}

/** Converts characters in left-to-right page order to reading order for right-to-left lines. */
export function readingOrder<Item extends { readonly text: string }>(visual: readonly Item[]): readonly Item[] {
  const rightToLeft = visual.filter(({ text }) => isRightToLeft(text)).length;
  if (rightToLeft === 0) return visual;
  const letters = visual.filter(({ text }) => /\p{L}/u.test(text)).length;
  const runs = runsOf(visual);
  if (rightToLeft * 2 >= letters)
    return runs.toReversed().flatMap(({ items, reversed }) => (reversed ? items.toReversed() : items));
  return runs.flatMap(({ items, reversed }) => (reversed ? items.toReversed() : items));
}

/** Runs of one direction; neutral characters join the run around them, numbers run from left to right. */
function runsOf<Item extends { readonly text: string }>(
  visual: readonly Item[],
): { readonly items: Item[]; readonly reversed: boolean }[] {
  const runs: { readonly items: Item[]; readonly reversed: boolean }[] = [];
  let neutral: Item[] = [];
  const flush = (reversed: boolean): void => {
    if (neutral.length > 0) runs.push({ items: neutral, reversed });
    neutral = [];
  };
  for (const item of visual) {
    const reversed = isRightToLeft(item.text);
    if (!reversed && !/[\p{L}\p{N}]/u.test(item.text)) {
      neutral.push(item);
      continue;
    }
    const last = runs.at(-1);
    if (last && last.reversed === reversed) {
      last.items.push(...neutral, item);
      neutral = [];
      continue;
    }
    flush(true);
    runs.push({ items: [item], reversed });
  }
  flush(true);
  return runs;
}
