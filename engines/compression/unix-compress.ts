import type { Bytes } from '@bakkum/bytes/bytes';
import type { Codec } from './codec.ts';

/** Header of compress: magic number, then flags for block mode and codes of up to 16 bits. */
const HEADER = Uint8Array.of(0x1f, 0x9d, 0x90);
const FIRST_BITS = 9;
const MAX_BITS = 16;
const FIRST_FREE = 257;
const CLEAR = 256;
/** Twice the number of codes, to keep hash lookups short. */
const SLOTS = 1 << 17;
/** Bytes after which a full table is reset, because the following data may differ. */
const BYTES_BEFORE_RESET = 1 << 20;

/** The LZW packer of Unix before gzip. 7-Zip handles unpacking. */
export const unixCompress: Codec = {
  async *pack(chunks) {
    yield HEADER;
    const coder = new Coder();
    for await (const chunk of chunks) {
      coder.add(chunk);
      yield coder.drain();
    }
    coder.end();
    yield coder.drain();
  },
};

class Coder {
  readonly #keys = new Int32Array(SLOTS);
  readonly #codes = new Uint16Array(SLOTS);
  #free = FIRST_FREE;
  #bits = FIRST_BITS;
  /** Code of the string matched but not yet written. */
  #prefix = -1;
  #sinceFull = 0;
  #out: number[] = [];
  #held = 0;
  #heldBits = 0;
  /** Codes since the last width change; they are written in groups of eight (compress 4.0, `output`). */
  #inGroup = 0;

  add(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#prefix < 0) {
        this.#prefix = byte;
        continue;
      }
      const key = ((this.#prefix << 8) | byte) + 1;
      let slot = (Math.imul(key, 0x9e3779b1) >>> 15) % SLOTS;
      while (this.#keys[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) % SLOTS;
      if (this.#keys[slot] === key) {
        this.#prefix = this.#codes[slot] ?? 0;
        continue;
      }
      this.#write(this.#prefix);
      this.#prefix = byte;
      this.#remember(slot, key);
    }
  }

  #remember(slot: number, key: number): void {
    if (this.#free < 1 << MAX_BITS) {
      this.#keys[slot] = key;
      this.#codes[slot] = this.#free;
      this.#free += 1;
      return;
    }
    this.#sinceFull += 1;
    if (this.#sinceFull < BYTES_BEFORE_RESET) return;
    this.#write(CLEAR);
    this.#fillGroup();
    this.#keys.fill(0);
    this.#free = FIRST_FREE;
    this.#bits = FIRST_BITS;
    this.#sinceFull = 0;
  }

  #write(code: number): void {
    this.#put(code);
    // The decoder learns each code one step after the encoder.
    if (this.#free <= (1 << this.#bits) - 1 || this.#bits === MAX_BITS) return;
    this.#fillGroup();
    this.#bits += 1;
  }

  #put(code: number): void {
    this.#held |= code << this.#heldBits;
    this.#heldBits += this.#bits;
    for (; this.#heldBits >= 8; this.#heldBits -= 8) {
      this.#out.push(this.#held & 0xff);
      this.#held >>>= 8;
    }
    this.#inGroup = (this.#inGroup + 1) % 8;
  }

  /** Pads a group with zeros when the width changes. */
  #fillGroup(): void {
    while (this.#inGroup !== 0) this.#put(0);
  }

  end(): void {
    if (this.#prefix >= 0) this.#put(this.#prefix);
    if (this.#heldBits > 0) this.#out.push(this.#held & 0xff);
  }

  drain(): Bytes {
    const bytes = Uint8Array.from(this.#out);
    this.#out = [];
    return bytes;
  }
}
