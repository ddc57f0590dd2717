import { declaredAsUtf8, declaredEncoding } from './declared-encoding.ts';
import { type Encoding, encodingOf } from './encoding-label.ts';
import { rankEncodings } from './encoding-score.ts';
import { decodeWindows949 } from './windows-949.ts';

export { ENCODINGS, type Encoding } from './encoding-label.ts';

/** A longer sample does not improve detection. */
const SAMPLE_BYTES = 256 * 1024;

/** Decodes text by its byte order mark, else its declared, else the most plausible encoding. Invalid bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array, encoding: Encoding = detectEncoding(bytes)): string {
  return decodeAs(bytes, encoding, false) ?? '';
}

/**
 * Decodes text whose encoding is stated outside of it, as in an email header. A label that is unknown or contradicts the bytes is
 * ignored.
 */
export function decodeStated(bytes: Uint8Array, label: string): string {
  const stated = encodingOf(label);
  const isPlausible = stated !== undefined && markedEncoding(bytes) === undefined && accepts(stated, sampleOf(bytes));
  return isPlausible ? decodeText(bytes, stated) : decodeText(bytes);
}

/** Markup as UTF-8 that declares no other encoding; the same bytes if it already is. */
export function markupAsUtf8(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const encoding = detectEncoding(bytes);
  if (encoding === 'utf-8' && (declaredEncoding(bytes) ?? 'utf-8') === 'utf-8') return bytes;
  const text = decodeText(bytes, encoding);
  return text.trimStart().startsWith('<') ? new TextEncoder().encode(declaredAsUtf8(text)) : bytes;
}

/** Decodes bytes without a mark using the likeliest encoding that accepts all of them; `undefined` if none does. */
export function guessText(bytes: Uint8Array): string | undefined {
  for (const encoding of rankEncodings(bytes)) {
    const text = ACCEPTS_ANYTHING.test(encoding) ? undefined : decodeAs(bytes, encoding, true);
    if (text !== undefined && !NOT_IN_NAMES.test(text)) return text;
  }
  return undefined;
}

/** Encodings of one byte per character. */
const ACCEPTS_ANYTHING = /^(?:windows|koi8|ibm)/;
/** Some platforms decode invalid bytes to control characters and private-use characters. */
const NOT_IN_NAMES = /[\x80-\x9f\ue000-\uf8ff]/;

export function detectEncoding(bytes: Uint8Array): Encoding {
  const marked = markedEncoding(bytes) ?? unmarkedUtf16(bytes);
  if (marked) return marked;
  const sample = sampleOf(bytes);
  if (sample.length === 0) return shiftedEncoding(bytes) ?? 'utf-8';
  if (isUtf8(sample)) return 'utf-8';
  const declared = declaredEncoding(bytes);
  if (declared !== undefined && accepts(declared, sample)) return declared;
  return rankEncodings(sample)[0] ?? 'utf-8';
}

function markedEncoding(bytes: Uint8Array): Encoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : undefined;
}

/** The text around the first byte that is not ASCII. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  return first < 0 ? bytes.subarray(0, 0) : bytes.subarray(Math.max(0, first - 1), first + SAMPLE_BYTES);
}

/** Invalid sequences in this many characters do not refute a declaration: pages are cut off, and forms paste anything. */
const CHARACTERS_PER_FAULT = 50;

/**
 * Whether the bytes can be text in a declared encoding. Encodings of one byte accept everything, so they are refuted by text that
 * is UTF-8 throughout, which does not happen by chance.
 */
function accepts(encoding: Encoding, sample: Uint8Array): boolean {
  if (encoding.startsWith('utf-16')) return sample.includes(0);
  if (encoding.startsWith('iso-2022')) return sample.length === 0;
  if (encoding !== 'utf-8' && isUtf8(sample)) return false;
  const text = decodeText(sample, encoding);
  const count = text.match(/[^\0-\x7f]/g)?.length ?? 0;
  return faultsIn(text) <= 1 + count / CHARACTERS_PER_FAULT;
}

/** The last character of a long sample may be cut off. */
function isUtf8(sample: Uint8Array): boolean {
  if (sample.length === 0) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: sample.length > SAMPLE_BYTES });
    return true;
  } catch (refusal) {
    if (refusal instanceof TypeError) return false;
    throw refusal;
  }
}

const faultsIn = (text: string): number => text.match(/\ufffd/g)?.length ?? 0;

/**
 * Half of the bytes of Latin text in UTF-16 are zero, all at odd or all at even positions; so are those of every space and line
 * end.
 */
function unmarkedUtf16(bytes: Uint8Array): Encoding | undefined {
  if (bytes.length % 2 === 1) return undefined;
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  const blanks = [0, 0];
  for (const [at, byte] of sample.entries()) {
    if (byte !== 0) continue;
    zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
    const other = sample[at ^ 1];
    if (other === 0x20 || other === 0x0a) blanks[at % 2] = (blanks[at % 2] ?? 0) + 1;
  }
  const [high = 0, low = 0] = zeros;
  const enough = (count: number, other: number, blank = 0) =>
    count >= Math.max(3, other * 3) && (count > sample.length / 8 || (blank > 0 && count > sample.length / 50));
  if (enough(low, high, blanks[1])) return 'utf-16le';
  return enough(high, low, blanks[0]) ? 'utf-16be' : undefined;
}

/** ISO 2022 escape sequences in pure ASCII bytes. */
function shiftedEncoding(bytes: Uint8Array): Encoding | undefined {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, SAMPLE_BYTES));
  if (beginning.includes('\x1b$)C')) return 'iso-2022-kr';
  return /\x1b\$[@B]/.test(beginning) ? 'iso-2022-jp' : undefined; // biome-ignore lint/suspicious/noControlCharactersInRegex: it is one
}

function decodeAs(bytes: Uint8Array, encoding: Encoding, strictly: boolean): string | undefined {
  if (encoding === 'euc-kr') return decodeWindows949(bytes, strictly);
  if (encoding === 'iso-2022-kr') return decodeWindows949(withHighBits(bytes), strictly);
  try {
    return new TextDecoder(encoding, { fatal: strictly }).decode(bytes);
  } catch (refusal) {
    if (refusal instanceof TypeError) return undefined; // Bytes that are invalid in this encoding.
    throw refusal;
  }
}

const SHIFT_OUT = 0x0e;
const SHIFT_IN = 0x0f;
const DESIGNATION = [0x1b, 0x24, 0x29, 0x43];

/** ISO-2022-KR is EUC-KR without the high bits, between two shift characters (RFC 1557). */
function withHighBits(bytes: Uint8Array): Uint8Array {
  let isKorean = false;
  const made: number[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === SHIFT_OUT || byte === SHIFT_IN) isKorean = byte === SHIFT_OUT;
    else if (DESIGNATION.every((wanted, index) => bytes[at + index] === wanted)) at += DESIGNATION.length - 1;
    else made.push(isKorean && byte > 0x20 ? byte | 0x80 : byte);
  }
  return Uint8Array.from(made);
}
