/** Encodings to try for bytes without a byte order mark, the strictest first. The last one accepts any bytes. */
const ENCODINGS = ['utf-8', 'euc-kr', 'shift_jis', 'windows-1252'] as const;

/** Decodes the beginning of a text in an unknown encoding. It may be cut within a character. */
export function excerptText(bytes: Uint8Array<ArrayBuffer>): string {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
  if (marked) return new TextDecoder(marked).decode(bytes, { stream: true });
  for (const encoding of ENCODINGS) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    } catch {
      // not this encoding
    }
  }
  return '';
}
