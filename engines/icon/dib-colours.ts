import { COMPRESSION, type Dib, paletteLength } from './dib-header.ts';

/** Writes the RGBA colour of a pixel. Alpha is 0 if the bitmap has none. */
export type ColourReader = {
  readonly hasAlpha: boolean;
  /** @param row offset of the row's first byte */
  read(row: number, x: number, out: Uint8ClampedArray, at: number): void;
};

export function colourReader(dib: Dib): ColourReader {
  const { bits, compression } = dib;
  if (bits <= 8) return indexed(dib);
  if (compression !== COMPRESSION.none) return masked(dib, fieldsOf(dib));
  return bits === 16 ? masked(dib, { red: 0x7c00, green: 0x03e0, blue: 0x001f, alpha: 0 }) : plain(dib);
}

function indexed({ view, bits, headerBytes }: Dib): ColourReader {
  const length = paletteLength(view, bits);
  const perByte = 8 / bits;
  return {
    hasAlpha: false,
    read(row, x, out, at) {
      const shift = 8 - bits * ((x % perByte) + 1);
      const index = (view.getUint8(row + Math.floor(x / perByte)) >> shift) & ((1 << bits) - 1);
      // An index outside the palette is black.
      if (index < length) readBgr(view, headerBytes + index * 4, out, at);
    },
  };
}

function plain({ view, bits }: Dib): ColourReader {
  const hasAlpha = bits === 32;
  const bytes = bits / 8;
  return {
    hasAlpha,
    read(row, x, out, at) {
      readBgr(view, row + x * bytes, out, at);
      if (hasAlpha) out[at + 3] = view.getUint8(row + x * bytes + 3);
    },
  };
}

function readBgr(view: DataView, from: number, out: Uint8ClampedArray, at: number): void {
  out[at] = view.getUint8(from + 2);
  out[at + 1] = view.getUint8(from + 1);
  out[at + 2] = view.getUint8(from);
}

/** Masks of the samples in a pixel. */
type Fields = { readonly red: number; readonly green: number; readonly blue: number; readonly alpha: number };

/** The masks have the same offset whether they are part of the header or follow it; alpha only if declared. */
function fieldsOf({ view, headerBytes, compression }: Dib): Fields {
  const field = (index: number): number => view.getUint32(40 + index * 4, true);
  const hasAlpha = headerBytes >= 56 || compression === COMPRESSION.alphaBitFields;
  return { red: field(0), green: field(1), blue: field(2), alpha: hasAlpha ? field(3) : 0 };
}

function masked({ view, bits }: Dib, fields: Fields): ColourReader {
  const samples = [fields.red, fields.green, fields.blue, fields.alpha].map(sampleOf);
  return {
    hasAlpha: fields.alpha !== 0,
    read(row, x, out, at) {
      const value = bits === 16 ? view.getUint16(row + x * 2, true) : view.getUint32(row + x * 4, true);
      for (const [channel, sample] of samples.entries()) out[at + channel] = sample(value);
    },
  };
}

/** Extracts the sample under a mask, scaled to 0…255. */
function sampleOf(mask: number): (value: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const largest = mask >>> shift;
  return (value) => (((value & mask) >>> shift) * 255) / largest;
}
