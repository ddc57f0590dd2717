import { latin1, u32 } from './bytes.ts';

/** True if an `acTL` chunk precedes the first `IDAT`: an animated PNG (PNG third edition, 11.3.6.1). */
export function isAnimatedPng(head: Uint8Array): boolean {
  let offset = 8;
  while (offset + 8 <= head.length) {
    const type = latin1(head, offset + 4, offset + 8);
    if (type === 'acTL') return true;
    if (type === 'IDAT' || type === 'IEND') return false;
    offset += 12 + u32(head, offset, false);
  }
  return false;
}
