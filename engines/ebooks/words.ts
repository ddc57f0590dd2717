const MAX_LENGTH = 65_536;

/**
 * Unpacks a PalmDOC record: a byte from 1 to 8 counts literals, one from 0x80 forms a distance and length with the next byte, one
 * from 0xC0 is a space and a character.
 */
export function unpackWords(packed: Uint8Array): Uint8Array {
  const text = new Uint8Array(MAX_LENGTH);
  let end = 0;
  for (let at = 0; at < packed.length && end < MAX_LENGTH - 10; at += 1) {
    const byte = packed[at] ?? 0;
    if (byte >= 1 && byte <= 8) {
      text.set(packed.subarray(at + 1, at + 1 + byte), end);
      end += byte;
      at += byte;
    } else if (byte < 0x80) {
      text[end] = byte;
      end += 1;
    } else if (byte >= 0xc0) {
      text[end] = 0x20;
      text[end + 1] = byte ^ 0x80;
      end += 2;
    } else {
      at += 1;
      const pair = ((byte << 8) | (packed[at] ?? 0)) & 0x3fff;
      end = copyBack(text, end, pair >> 3, (pair & 7) + 3);
    }
  }
  return text.subarray(0, end);
}

/** The copied range may overlap the output. */
function copyBack(text: Uint8Array, end: number, distance: number, length: number): number {
  if (distance === 0 || distance > end) return end;
  for (let index = 0; index < length; index += 1) text[end + index] = text[end + index - distance] ?? 0;
  return end + length;
}
