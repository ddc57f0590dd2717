import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';

/** Unpacked size limit; more is an attack. */
const MAX_BYTES = 256 * 1024 * 1024;
const WINDOW = 4096;
/** Offset of positions in the window. */
const ORIGIN = 18;

/** Unpacks literals and copies within the last 4,096 bytes, with flags for eight items per byte. Errors: `too-large`. */
export function unpacked(packed: Bytes): Bytes {
  const out: number[] = [];
  const window = new Uint8Array(WINDOW);
  let place = 0;
  const put = (byte: number): void => {
    window[place] = byte;
    place = (place + 1) % WINDOW;
    out.push(byte);
  };
  for (let at = 0; at < packed.length; ) {
    const flags = packed[at] ?? 0;
    at += 1;
    for (let bit = 0; bit < 8 && at < packed.length; bit += 1) {
      if ((flags >> bit) & 1) {
        put(packed[at] ?? 0);
        at += 1;
        continue;
      }
      const [low = 0, high = 0] = packed.subarray(at, at + 2);
      if (at + 1 >= packed.length) return Uint8Array.from(out);
      at += 2;
      const from = (((high & 0xf0) << 4) | low) + ORIGIN;
      for (let index = 0; index < (high & 15) + 3; index += 1) put(window[(from + index) % WINDOW] ?? 0);
    }
    if (out.length > MAX_BYTES) throw new ConversionError('too-large', `more than ${MAX_BYTES} bytes`);
  }
  return Uint8Array.from(out);
}
