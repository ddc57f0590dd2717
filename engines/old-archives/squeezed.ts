import { LsbBits } from '@bakkum/bytes/bits';
import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';

const END = 256;

/** Decodes ARC's squeezed files: a Huffman tree, then the codes of the bytes. */
export function unsqueeze(packed: Uint8Array, push: (byte: number) => void): void {
  const view = viewOf(packed);
  const count = packed.length >= 2 ? view.getUint16(0, true) : 0;
  if (count > END || 2 + count * 4 > packed.length) throw new ConversionError('corrupt', 'a tree larger than its file');
  if (count === 0) return;
  const bits = new LsbBits(packed.subarray(2 + count * 4));
  for (;;) {
    let node = 0;
    for (let steps = 0; node >= 0; steps += 1) {
      if (bits.left === 0) return;
      if (node >= count || steps > count) throw new ConversionError('corrupt', 'a tree without leaves');
      node = view.getInt16(2 + node * 4 + bits.read(1) * 2, true);
    }
    const byte = -(node + 1);
    if (byte === END) return;
    push(byte);
  }
}
