/** Reads small fields at the start of a file. Past the end, numbers are 0 and text is truncated. */

export function u16(bytes: Uint8Array, offset: number, littleEndian: boolean): number {
  const first = bytes[offset] ?? 0;
  const second = bytes[offset + 1] ?? 0;
  return littleEndian ? first | (second << 8) : (first << 8) | second;
}

export function u32(bytes: Uint8Array, offset: number, littleEndian: boolean): number {
  const first = u16(bytes, offset, littleEndian);
  const second = u16(bytes, offset + 2, littleEndian);
  return littleEndian ? first + second * 0x10000 : first * 0x10000 + second;
}

/** Decodes bytes as Latin-1, one character each. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let characters = '';
  for (let index = start; index < Math.min(end, bytes.length); index += 1) characters += String.fromCharCode(bytes[index] ?? 0);
  return characters;
}

/** Offset of an ASCII string at or after `from`, or -1. */
export function indexOfText(bytes: Uint8Array, characters: string, from = 0): number {
  const first = characters.charCodeAt(0);
  let index = bytes.indexOf(first, from);
  while (index >= 0 && index + characters.length <= bytes.length) {
    if (hasText(bytes, characters, index)) return index;
    index = bytes.indexOf(first, index + 1);
  }
  return -1;
}

export function hasText(bytes: Uint8Array, characters: string, offset: number): boolean {
  for (let index = 0; index < characters.length; index += 1) {
    if (bytes[offset + index] !== characters.charCodeAt(index)) return false;
  }
  return true;
}
