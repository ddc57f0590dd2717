import { corrupt } from '@bakkum/conversion/errors';

/** Row compression by its name in the file. */
export type RowPacking = 'SASYZCRL' | 'SASYZCR2';

const SPACE = 0x20;
const AT_SIGN = 0x40;

/**
 * Unpacks a row of a SAS data set, following Matt Shotwell's "SAS7BDAT Database Binary Format" (2013) and existing readers: runs
 * and copies of bytes.
 * @param length of the row
 */
export function unpackRow(packed: Uint8Array, length: number, packing: RowPacking): Uint8Array<ArrayBuffer> {
  const row = new Row(packed, length);
  if (packing === 'SASYZCRL') unpackRuns(row);
  else unpackCopies(row);
  if (row.written !== length) throw corrupt('a row of another length');
  return row.out;
}

class Row {
  readonly out: Uint8Array<ArrayBuffer>;
  written = 0;
  readonly #packed: Uint8Array;
  #at = 0;

  constructor(packed: Uint8Array, length: number) {
    this.#packed = packed;
    this.out = new Uint8Array(length);
  }

  get left(): number {
    return this.#packed.length - this.#at;
  }

  byte(): number {
    const byte = this.#packed[this.#at];
    if (byte === undefined) throw corrupt('a row that ends too early');
    this.#at += 1;
    return byte;
  }

  literal(length: number): void {
    for (let left = length; left > 0; left -= 1) this.#put(this.byte());
  }

  repeat(byte: number, length: number): void {
    for (let left = length; left > 0; left -= 1) this.#put(byte);
  }

  copy(distance: number, length: number): void {
    for (let left = length; left > 0; left -= 1) this.#put(this.out[this.written - distance] ?? 0);
  }

  #put(byte: number): void {
    if (this.written >= this.out.length) throw corrupt('a row longer than it says');
    this.out[this.written] = byte;
    this.written += 1;
  }
}

/** Run-length encoding: the command in the upper half of a byte, the count in the lower. */
function unpackRuns(row: Row): void {
  while (row.left > 0) {
    const control = row.byte();
    const low = control & 0x0f;
    const long = (more: number): number => low * 256 + row.byte() + more;
    const kind = control >> 4;
    if (kind === 0x0) row.literal(long(64));
    else if (kind === 0x4) {
      const length = long(18);
      row.repeat(row.byte(), length);
    } else if (kind === 0x6) row.repeat(SPACE, long(17));
    else if (kind === 0x7) row.repeat(0, long(17));
    else if (kind >= 0x8 && kind <= 0xb) row.literal(low + 1 + (kind - 0x8) * 16);
    else if (kind === 0xc) row.repeat(row.byte(), low + 3);
    else if (kind === 0xd) row.repeat(AT_SIGN, low + 2);
    else if (kind === 0xe) row.repeat(SPACE, low + 2);
    else if (kind === 0xf) row.repeat(0, low + 2);
    else throw corrupt(`a run of kind ${kind}`);
  }
}

/** Ross Data Compression: one bit per item, sixteen at a time, for a literal byte or a command. */
function unpackCopies(row: Row): void {
  let bits = 0;
  let mask = 0;
  while (row.left > 0) {
    mask >>= 1;
    if (mask === 0) {
      bits = row.byte() * 256 + row.byte();
      mask = 0x8000;
      if (row.left === 0) break;
    }
    if ((bits & mask) === 0) row.literal(1);
    else obey(row, row.byte());
  }
}

function obey(row: Row, command: number): void {
  const kind = command >> 4;
  const low = command & 0x0f;
  if (kind === 0) row.repeat(row.byte(), low + 3);
  else if (kind === 1) {
    const length = low + row.byte() * 16 + 19;
    row.repeat(row.byte(), length);
  } else {
    const distance = low + 3 + row.byte() * 16;
    row.copy(distance, kind === 2 ? row.byte() + 16 : kind);
  }
}
