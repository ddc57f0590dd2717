import { concat, viewOf } from '@bakkum/bytes/bytes';
import { ByteReader } from '@bakkum/bytes/reader';
import { ConversionError } from '@bakkum/conversion/errors';

/** An element of a metafile and a reader for its parameters. */
export type CgmElement = { readonly group: number; readonly id: number; readonly body: Uint8Array<ArrayBuffer> };

/** Number formats, which the metafile may change as it is read. */
export type Precision = {
  integer: number;
  real: RealForm;
  index: number;
  colour: number;
  colourIndex: number;
  isRealVdc: boolean;
  vdcInteger: number;
  vdcReal: RealForm;
  isDirectColour: boolean;
};

type RealForm = { readonly isFixed: boolean; readonly bits: number };

/** Default formats of ISO 8632-3. */
export const usualPrecision = (): Precision => ({
  integer: 16,
  real: { isFixed: true, bits: 32 },
  index: 16,
  colour: 8,
  colourIndex: 8,
  isRealVdc: false,
  vdcInteger: 16,
  vdcReal: { isFixed: true, bits: 32 },
  isDirectColour: false,
});

const LONG = 31;

/**
 * Yields the elements of a binary metafile (ISO 8632-3) with partitions joined.
 * @throws ConversionError `corrupt` if one is truncated
 */
export function* elementsOf(file: Uint8Array<ArrayBuffer>): Generator<CgmElement, void, void> {
  const view = viewOf(file);
  for (let at = 0; at + 2 <= file.length; ) {
    const head = view.getUint16(at);
    const parts: Uint8Array[] = [];
    let [length, isMore] = [head & LONG, false];
    at += 2;
    do {
      if ((head & LONG) === LONG) {
        if (at + 2 > file.length) throw new ConversionError('corrupt', 'an element is cut off');
        [length, isMore] = [view.getUint16(at) & 0x7fff, view.getUint16(at) > 0x7fff];
        at += 2;
      }
      if (at + length > file.length) throw new ConversionError('corrupt', 'an element is cut off');
      parts.push(file.subarray(at, at + length));
      at += length + (length & 1);
    } while (isMore);
    yield { group: head >> 12, id: (head >> 5) & 127, body: concat(parts) };
  }
}

/** Reads the parameters of an element in order. Throws a RangeError past the end. */
export class Parameters {
  readonly #reader: ByteReader;
  readonly #precision: Precision;

  constructor(body: Uint8Array<ArrayBuffer>, precision: Precision) {
    this.#reader = new ByteReader(body);
    this.#precision = precision;
  }

  get left(): number {
    return this.#reader.left;
  }

  #number(bits: number, isSigned: boolean): number {
    const value = this.#reader.uint(bits / 8);
    return isSigned && value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
  }

  #real({ isFixed, bits }: RealForm): number {
    if (isFixed) return this.#number(bits, true) / 2 ** (bits / 2);
    return bits === 64 ? this.#reader.f64() : this.#reader.f32();
  }

  integer(): number {
    return this.#number(this.#precision.integer, true);
  }

  index(): number {
    return this.#number(this.#precision.index, true);
  }

  choice(): number {
    return this.#number(16, true);
  }

  real(): number {
    return this.#real(this.#precision.real);
  }

  /** Reads a coordinate. */
  place(): number {
    return this.#precision.isRealVdc ? this.#real(this.#precision.vdcReal) : this.#number(this.#precision.vdcInteger, true);
  }

  point(): readonly [number, number] {
    return [this.place(), this.place()];
  }

  points(): readonly (readonly [number, number])[] {
    const size = (this.#precision.isRealVdc ? this.#precision.vdcReal.bits : this.#precision.vdcInteger) / 4;
    return Array.from({ length: Math.floor(this.left / size) }, () => this.point());
  }

  colourIndex(): number {
    return this.#number(this.#precision.colourIndex, false);
  }

  /** Reads red, green and blue as stored or from the table, 0 to 1 of the range. */
  direct(): readonly [number, number, number] {
    const bits = this.#precision.colour;
    const part = (): number => this.#number(bits, false);
    return [part(), part(), part()];
  }

  realForm(): RealForm {
    const isFixed = this.choice() === 1;
    const bits = this.integer() + this.integer();
    return { isFixed, bits: bits > 32 ? 64 : 32 };
  }

  text(): string {
    let length = this.#reader.u8();
    if (length === 255) length = this.#number(16, false) & 0x7fff;
    const bytes = this.#reader.take(Math.min(length, this.left));
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      return new TextDecoder('latin1').decode(bytes);
    }
  }
}
