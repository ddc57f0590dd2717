import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { type ArrayFile, type NumberKind, numbersOf, placesOf, textsOf, type Values, WIDTH } from './array-file.ts';

const KINDS: Readonly<Record<string, NumberKind>> = {
  b1: 'u1',
  i1: 'i1',
  u1: 'u1',
  i2: 'i2',
  u2: 'u2',
  i4: 'i4',
  u4: 'u4',
  i8: 'i8',
  u8: 'u8',
  f2: 'f2',
  f4: 'f4',
  f8: 'f8',
};

/**
 * Reads a NumPy array (formats 1.0 to 3.0). Errors: `corrupt`, `unsupported-feature` for records, objects and complex numbers.
 */
export function readNpy(bytes: Uint8Array<ArrayBuffer>): ArrayFile {
  const view = viewOf(bytes);
  const isShort = view.getUint8(6) === 1;
  const start = isShort ? 10 : 12;
  const length = isShort ? view.getUint16(8, true) : view.getUint32(8, true);
  if (start + length > bytes.length) throw new ConversionError('corrupt', 'the header is longer than the file');
  const header = new TextDecoder().decode(bytes.subarray(start, start + length));
  const [, order = '|', kind = ''] = /'descr'\s*:\s*'([<>|=]?)(\w+)'/.exec(header) ?? [];
  const shape = /'shape'\s*:\s*\(([^()]*)\)/.exec(header)?.[1];
  if (shape === undefined) throw new ConversionError('corrupt', 'no shape');
  const sizes = [...shape.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  const values = valuesOf(bytes.subarray(start + length), { kind, isLittle: order !== '>', sizes });
  const isTurned = /'fortran_order'\s*:\s*True/.test(header);
  const dimensions = sizes.map((size, index) => ({ name: sizes.length === 1 ? 'index' : `index ${index + 1}`, size }));
  const dataset = { name: 'value', dimensions, attributes: [], values: isTurned ? firstDimensionFirst(values, sizes) : values };
  return { attributes: [], datasets: [dataset], tables: new Map() };
}

type Layout = { readonly kind: string; readonly isLittle: boolean; readonly sizes: readonly number[] };

function valuesOf(data: Uint8Array, { kind, isLittle, sizes }: Layout): Values {
  const count = placesOf(sizes);
  const [, letters, length = ''] = /^([SU])(\d+)$/.exec(kind) ?? [];
  if (letters === 'S') {
    if (count * Number(length) > data.length) throw new RangeError('texts are missing');
    return textsOf(data, [count, Number(length)]);
  }
  if (letters === 'U') return wideTexts(data, count, Number(length), isLittle);
  const known = KINDS[kind];
  if (!known) throw new ConversionError('unsupported-feature', `values of ${kind || 'several kinds'}`);
  if (count * WIDTH[known] > data.length) throw new ConversionError('corrupt', 'values are missing');
  return numbersOf(data, known, isLittle, count);
}

/** Decodes zero-padded UTF-32 strings. */
function wideTexts(data: Uint8Array, count: number, length: number, isLittle: boolean): readonly string[] {
  const view = viewOf(data);
  if (count * length * 4 > data.length) throw new RangeError('texts are missing');
  return Array.from({ length: count }, (_, index) => {
    const letters = Array.from({ length }, (_, letter) => view.getUint32((index * length + letter) * 4, isLittle));
    return letters.map((code) => (code === 0 || code > 0x10_ff_ff ? '' : String.fromCodePoint(code))).join('');
  });
}

/** Reorders column-major values to row-major. */
function firstDimensionFirst(values: Values, sizes: readonly number[]): Values {
  const strides = sizes.map((_, index) => sizes.slice(0, index).reduce((product, size) => product * size, 1));
  const places = Array.from({ length: values.length }, (_, place) => {
    let [left, at] = [place, 0];
    for (let index = sizes.length - 1; index >= 0; index -= 1) {
      const size = sizes[index] ?? 1;
      at += (left % size) * (strides[index] ?? 0);
      left = Math.floor(left / size);
    }
    return values[at] ?? 0;
  });
  return places as Values;
}
