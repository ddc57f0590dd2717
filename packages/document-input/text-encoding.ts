import { decodeWindows949 } from './windows-949.ts';

/** Decoders of bytes that carry no mark, most telling first: each refuses what is not its own. */
const GUESSES: readonly ((bytes: Uint8Array) => string | undefined)[] = [
  (bytes) => decodeStrictly(bytes, 'utf-8'),
  decodeWindows949,
  (bytes) => decodeStrictly(bytes, 'shift_jis'),
  (bytes) => decodeStrictly(bytes, 'gb18030'),
];

/** Text as its characters: by its byte-order mark, else the first encoding that accepts every byte, else Windows Latin. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return guessText(bytes) ?? new TextDecoder('windows-1252').decode(bytes);
}

/** Bytes without a mark, by the first encoding that accepts all of them; `undefined` when none does. */
export function guessText(bytes: Uint8Array): string | undefined {
  for (const guess of GUESSES) {
    const text = guess(bytes);
    if (text !== undefined) return text;
  }
  return undefined;
}

function decodeStrictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (refusal) {
    if (refusal instanceof TypeError) return undefined; // bytes that this encoding does not have
    throw refusal;
  }
}
