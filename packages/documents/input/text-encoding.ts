import { rankEncodings } from './encoding-score.ts';
import { decodeWindows949 } from './windows-949.ts';

/** Encodings that a person can select, by their names in browsers. `euc-kr` is Windows code page 949. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'euc-kr',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'windows-1252',
  'windows-1250',
  'windows-1251',
] as const;

/** Selectable encodings, and two that announce themselves and are only read. */
export type Encoding = (typeof ENCODINGS)[number] | 'iso-2022-jp' | 'iso-2022-kr';

/** A longer sample does not improve detection. */
const SAMPLE_BYTES = 256 * 1024;

/** Decodes text by its byte order mark, else by the most plausible encoding. Invalid bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array, encoding: Encoding = detectEncoding(bytes)): string {
  return decodeAs(bytes, encoding, false) ?? '';
}

/** Decodes bytes without a mark using the likeliest encoding that accepts all of them; `undefined` if none does. */
export function guessText(bytes: Uint8Array): string | undefined {
  for (const encoding of rankEncodings(bytes)) {
    const text = encoding === 'windows-1252' || encoding === 'windows-1251' ? undefined : decodeAs(bytes, encoding, true);
    if (text !== undefined && !NOT_IN_NAMES.test(text)) return text;
  }
  return undefined;
}

/** Some platforms decode invalid bytes to control characters and private-use characters. */
const NOT_IN_NAMES = /[\x80-\x9f\ue000-\uf8ff]/;

export function detectEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const sample = bytes.subarray(first < 0 ? 0 : Math.max(0, first - 1), (first < 0 ? 0 : first) + SAMPLE_BYTES);
  const [best = 'utf-8'] = first < 0 ? [] : rankEncodings(sample);
  return unmarkedUtf16(bytes) ?? (first < 0 ? announced(sample) : undefined) ?? best;
}

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
function announced(bytes: Uint8Array): Encoding | undefined {
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
