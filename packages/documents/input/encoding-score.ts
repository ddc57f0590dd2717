import { type AlphabetEncoding, alphabetScores, preferenceForCentralEurope } from './alphabet-score.ts';

/** Text encodings that can be detected, by their names in browsers. */
export type GuessedEncoding =
  | ('utf-8' | 'euc-kr' | 'shift_jis' | 'euc-jp' | 'gb18030' | 'big5')
  | ('windows-1252' | 'windows-1250' | AlphabetEncoding);

/** Penalty for bytes that are invalid in an encoding. */
const IMPOSSIBLE = -3;

/** Likelihood of a two-byte character in ordinary text, from -1 to 1; `undefined` if there is no such character. */
type PairValue = (lead: number, trail: number) => number | undefined;

const between = (value: number, first: number, last: number): boolean => value >= first && value <= last;

/** Common syllables are in the EUC-KR range; the other 8,822 are rare, and so are Chinese characters. */
const korean: PairValue = (lead, trail) => {
  if (!between(trail, 0x41, 0xfe) || between(trail, 0x5b, 0x60) || between(trail, 0x7b, 0x80)) return undefined;
  if (trail < 0xa1 || lead < 0xa1) return between(lead, 0x81, 0xc6) ? -0.3 : undefined;
  if (between(lead, 0xb0, 0xc8)) return 1.05;
  if (between(lead, 0xca, 0xfd)) return 0.2;
  return between(lead, 0xa1, 0xac) ? 0.4 : undefined;
};

const shiftJis: PairValue = (lead, trail) => {
  if (!between(trail, 0x40, 0xfc) || trail === 0x7f) return undefined;
  if ((lead === 0x82 && trail >= 0x9f) || (lead === 0x83 && trail <= 0x96)) return 1;
  if (lead === 0x81) return 0.5;
  if (between(lead, 0x88, 0x97)) return 0.7;
  return between(lead, 0x82, 0x9f) || between(lead, 0xe0, 0xfc) ? 0.1 : undefined;
};

const eucJp: PairValue = (lead, trail) => {
  if (lead === 0x8e) return between(trail, 0xa1, 0xdf) ? -0.3 : undefined;
  if (!between(trail, 0xa1, 0xfe) || !between(lead, 0xa1, 0xfe)) return undefined;
  if (lead === 0xa4 || lead === 0xa5) return 1.1;
  if (lead === 0xa1) return 0.5;
  return between(lead, 0xb0, 0xcf) ? 0.55 : 0.05;
};

const simplifiedChinese: PairValue = (lead, trail) => {
  if (!between(lead, 0x81, 0xfe) || !between(trail, 0x40, 0xfe) || trail === 0x7f) return undefined;
  if (trail < 0xa1 || lead < 0xa1) return -0.6;
  if (between(lead, 0xb0, 0xd7)) return 0.85;
  return between(lead, 0xa1, 0xa3) ? 0.5 : 0.15;
};

const traditionalChinese: PairValue = (lead, trail) => {
  if (!between(lead, 0x81, 0xfe) || !(between(trail, 0x40, 0x7e) || between(trail, 0xa1, 0xfe))) return undefined;
  if (between(lead, 0xa4, 0xc6)) return 0.8;
  if (between(lead, 0xa1, 0xa3)) return 0.5;
  return between(lead, 0xc9, 0xf9) ? 0.1 : -0.5;
};

function scorePairs(bytes: Uint8Array, valueOf: PairValue, single?: (byte: number) => boolean): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    count += 1;
    if (single?.(lead)) {
      sum -= 0.3;
      continue;
    }
    const value = valueOf(lead, bytes[at + 1] ?? 0);
    sum += value ?? IMPOSSIBLE;
    if (value !== undefined) at += 1;
  }
  return sum / Math.max(1, count);
}

function scoreUtf8(bytes: Uint8Array): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const more = between(lead, 0xc2, 0xdf) ? 1 : between(lead, 0xe0, 0xef) ? 2 : between(lead, 0xf0, 0xf4) ? 3 : 0;
    const follows = bytes.subarray(at + 1, at + 1 + more);
    const isWhole = more > 0 && follows.length === more && follows.every((byte) => between(byte, 0x80, 0xbf));
    count += 1;
    sum += isWhole ? 1.5 : IMPOSSIBLE;
    if (isWhole) at += more;
  }
  return sum / Math.max(1, count);
}

const isHigh = (byte: number | undefined): boolean => (byte ?? 0) >= 0x80;
const isLetter = (byte: number | undefined): boolean => between((byte ?? 0) | 0x20, 0x61, 0x7a);
const UNUSED_1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** Accented letters appear between plain ones, as do curly quotes and dashes. */
function scoreLatin(bytes: Uint8Array): number {
  let [sum, count] = [0, 0];
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x80) continue;
    count += 1;
    const [before, after] = [bytes[at - 1], bytes[at + 1]];
    if (UNUSED_1252.has(byte)) sum += IMPOSSIBLE;
    else if (isHigh(before) && isHigh(after)) sum -= 0.3;
    else if (byte >= 0xc0 && (isHigh(before) || isHigh(after))) sum += 0.1;
    else if (byte >= 0xc0) sum += isLetter(before) || isLetter(after) ? 0.9 : 0.2;
    else sum += 0.6;
  }
  return sum / Math.max(1, count);
}

const SCORES: Readonly<Record<GuessedEncoding, (bytes: Uint8Array) => number>> = {
  'utf-8': scoreUtf8,
  'euc-kr': (bytes) => scorePairs(bytes, korean),
  shift_jis: (bytes) => scorePairs(bytes, shiftJis, (byte) => between(byte, 0xa1, 0xdf)),
  gb18030: (bytes) => scorePairs(bytes, simplifiedChinese),
  'euc-jp': (bytes) => scorePairs(bytes, eucJp),
  big5: (bytes) => scorePairs(bytes, traditionalChinese),
  ...alphabetScores,
  'windows-1252': scoreLatin,
  'windows-1250': (bytes) => scoreLatin(bytes) + preferenceForCentralEurope(bytes),
};

/** Encodings, the most likely one first. Among equally likely ones, the more common one in our users' files first. */
export function rankEncodings(bytes: Uint8Array): readonly GuessedEncoding[] {
  return Object.entries(SCORES)
    .map(([encoding, score]) => ({ encoding: encoding as GuessedEncoding, score: score(bytes) }))
    .sort((one, other) => other.score - one.score)
    .map(({ encoding }) => encoding);
}
