import { u16, u32 } from './bytes.ts';

/** `LP` at byte 34 of the header; the first number is the file's length. */
export function isEot(head: Uint8Array): boolean {
  return u16(head, 34, true) === 0x504c && [0x00010000, 0x00020001, 0x00020002].includes(u32(head, 8, true));
}

/** A resource fork: data at 256, followed by a map. A Windows icon starts with the same four bytes. */
export function isDfont(head: Uint8Array): boolean {
  const mapOffset = u32(head, 4, false);
  const dataLength = u32(head, 8, false);
  return mapOffset === 256 + dataLength && dataLength > 0;
}
