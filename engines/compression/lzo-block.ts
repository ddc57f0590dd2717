import { corrupt } from '@bakkum/conversion/errors';
import { CopyBuffer } from '@bakkum/copying-codecs/copying';

/** Minimum distance of the third copy instruction; exactly this distance marks the end. */
const FAR_DISTANCE = 16_384;

/** Unpacks an LZO1X stream, following the instruction description in Linux (Documentation/staging/lzo.rst). */
export function unpackLzo(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const out = new CopyBuffer(new Uint8Array(size));
  const reader = new Instructions(packed);
  const first = packed[0] ?? 0;
  /** Literals copied by the previous instruction, up to 4; they determine the meaning of the next one. */
  let before = 0;
  if (first > 17) {
    reader.at = 1;
    before = reader.literals(out, first - 17);
  }
  for (;;) {
    const instruction = reader.byte();
    if (instruction < 16 && before === 0) {
      before = reader.literals(out, reader.longer(instruction, 15) + 3);
      continue;
    }
    const { distance, length, literals } = copyOf(instruction, before, reader);
    if (distance === FAR_DISTANCE && instruction >= 16 && instruction < 32) break;
    out.copy(distance, length);
    before = reader.literals(out, literals);
  }
  if (out.at !== size || reader.at !== packed.length) throw corrupt('a block of another length');
  return out.bytes;
}

type Copy = { readonly distance: number; readonly length: number; readonly literals: number };

function copyOf(instruction: number, before: number, reader: Instructions): Copy {
  if (instruction < 16) {
    const near = (reader.byte() << 2) + (instruction >> 2) + 1;
    const [distance, length] = before === 4 ? [near + 2048, 3] : [near, 2];
    return { distance, length, literals: instruction & 3 };
  }
  if (instruction < 32) {
    const length = reader.longer(instruction & 7, 7) + 2;
    const two = reader.twoBytes();
    return { distance: FAR_DISTANCE + ((instruction & 8) << 11) + (two >> 2), length, literals: two & 3 };
  }
  if (instruction < 64) {
    const length = reader.longer(instruction & 31, 31) + 2;
    const two = reader.twoBytes();
    return { distance: (two >> 2) + 1, length, literals: two & 3 };
  }
  const length = instruction < 128 ? 3 + ((instruction >> 5) & 1) : 5 + ((instruction >> 5) & 3);
  return { distance: (reader.byte() << 3) + ((instruction >> 2) & 7) + 1, length, literals: instruction & 3 };
}

class Instructions {
  at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  byte(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) throw corrupt('it ends within a block');
    this.at += 1;
    return byte;
  }

  twoBytes(): number {
    return this.byte() | (this.byte() << 8);
  }

  /** Reads an extended length: 255 for each zero byte, plus the next byte. */
  longer(length: number, most: number): number {
    if (length > 0) return length;
    for (let total = most; ; total += 255) {
      const byte = this.byte();
      if (byte > 0) return total + byte;
    }
  }

  /** Copies literals and returns their number, capped at 4. */
  literals(out: CopyBuffer, length: number): number {
    out.literals(this.#bytes, this.at, length);
    this.at += length;
    return Math.min(length, 4);
  }
}
