/** Returns the width of a text in ems: about 1 for Hangul, Han and other wide characters, about 0.5 for most others. */
export function emsOf(text: string): number {
  let ems = 0;
  for (const letter of text) ems += (letter.codePointAt(0) ?? 0) >= 0x1100 ? 0.95 : 0.6;
  return ems;
}
