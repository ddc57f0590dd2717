/** Where the letters of a mathematical alphabet begin in Unicode: `A`, `a`, `Α`, `α` and `0`. */
type Alphabet = readonly [
  upper: number,
  lower: number,
  greekUpper?: number | undefined,
  greekLower?: number | undefined,
  digits?: number,
];

/** Alphabets by the values of the attribute `mathvariant` (MathML 3, 3.2.2). */
const ALPHABETS: ReadonlyMap<string, Alphabet> = new Map<string, Alphabet>([
  ['bold', [0x1d400, 0x1d41a, 0x1d6a8, 0x1d6c2, 0x1d7ce]],
  ['italic', [0x1d434, 0x1d44e, 0x1d6e2, 0x1d6fc]],
  ['bold-italic', [0x1d468, 0x1d482, 0x1d71c, 0x1d736]],
  ['script', [0x1d49c, 0x1d4b6]],
  ['bold-script', [0x1d4d0, 0x1d4ea]],
  ['fraktur', [0x1d504, 0x1d51e]],
  ['bold-fraktur', [0x1d56c, 0x1d586]],
  ['double-struck', [0x1d538, 0x1d552, undefined, undefined, 0x1d7d8]],
  ['sans-serif', [0x1d5a0, 0x1d5ba, undefined, undefined, 0x1d7e2]],
  ['bold-sans-serif', [0x1d5d4, 0x1d5ee, 0x1d756, 0x1d770, 0x1d7ec]],
  ['sans-serif-italic', [0x1d608, 0x1d622]],
  ['sans-serif-bold-italic', [0x1d63c, 0x1d656, 0x1d790, 0x1d7aa]],
  ['monospace', [0x1d670, 0x1d68a, undefined, undefined, 0x1d7f6]],
]);

/** Letters that Unicode had before its alphabets, by the places that these leave empty. */
const EARLIER: ReadonlyMap<number, number> = new Map([
  [0x1d455, 0x210e],
  ...([
    [0x1d49d, 0x212c],
    [0x1d4a0, 0x2130],
    [0x1d4a1, 0x2131],
    [0x1d4a3, 0x210b],
    [0x1d4a4, 0x2110],
    [0x1d4a7, 0x2112],
    [0x1d4a8, 0x2133],
    [0x1d4ad, 0x211b],
    [0x1d4ba, 0x212f],
    [0x1d4bc, 0x210a],
    [0x1d4c4, 0x2134],
  ] as const),
  ...([
    [0x1d506, 0x212d],
    [0x1d50b, 0x210c],
    [0x1d50c, 0x2111],
    [0x1d515, 0x211c],
    [0x1d51d, 0x2128],
  ] as const),
  ...([
    [0x1d53a, 0x2102],
    [0x1d53f, 0x210d],
    [0x1d545, 0x2115],
    [0x1d547, 0x2119],
    [0x1d548, 0x211a],
    [0x1d549, 0x211d],
    [0x1d551, 0x2124],
  ] as const),
]);

const GREEK_VARIANTS = '∂ϵϑϰϕϱϖ';

/** Text in the letters of a mathematical alphabet. Characters without one stay. */
export function inAlphabet(text: string, variant: string): string {
  const alphabet = ALPHABETS.get(variant);
  return alphabet ? Array.from(text, (character) => styled(character, alphabet)).join('') : text;
}

function styled(character: string, [upper, lower, greekUpper, greekLower, digits]: Alphabet): string {
  const code = character.codePointAt(0) ?? 0;
  const from = (base: number | undefined, first: number): string =>
    base === undefined ? character : String.fromCodePoint(EARLIER.get(base + code - first) ?? base + code - first);
  if (/[A-Z]/.test(character)) return from(upper, 0x41);
  if (/[a-z]/.test(character)) return from(lower, 0x61);
  if (/[0-9]/.test(character)) return from(digits, 0x30);
  if (/[\u0391-\u03a1\u03a3-\u03a9]/.test(character)) return from(greekUpper, 0x391);
  if (/[\u03b1-\u03c9]/.test(character)) return from(greekLower, 0x3b1);
  const place = GREEK_VARIANTS.indexOf(character);
  return place < 0 || greekLower === undefined ? character : String.fromCodePoint(greekLower + 25 + place);
}
