import { MsbBits } from '@bakkum/bytes/bits';
import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { signed } from './bits.ts';
import { scalingOf } from './scaling.ts';

/** Groups of similar numbers, each with its own reference and bit width. */
type Groups = { readonly references: readonly number[]; readonly widths: readonly number[]; readonly lengths: readonly number[] };

const DIFFERENCES = 3;

/** Reads values packed in groups, optionally as differences (templates 5.2 and 5.3). */
export function groupedValues(packing: DataView, data: Uint8Array, count: number): Float64Array {
  const { reference, scale, factor, width } = scalingOf(packing);
  const order = packing.getUint16(9) === DIFFERENCES ? packing.getUint8(47) : 0;
  if (order > 2) throw new ConversionError('unsupported-feature', `differences of order ${order}`);
  const descriptorBytes = order > 0 ? packing.getUint8(48) : 0;
  const descriptors = viewOf(data);
  const numberAt = (index: number): number =>
    descriptorBytes > 0 ? signed(descriptors, index * descriptorBytes, descriptorBytes) : 0;
  const first = Array.from({ length: order }, (_, index) => numberAt(index));
  const least = order > 0 ? numberAt(order) : 0;
  const bits = new MsbBits(data.subarray(order > 0 ? (order + 1) * descriptorBytes : 0));
  const numbers = numbersIn(bits, groupsOf(packing, bits, width), { count, missing: packing.getUint8(22), width });
  if (order > 0) undoDifferences(numbers, first, least);
  return numbers.map((number) => (reference + number * scale) * factor);
}

function groupsOf(packing: DataView, bits: MsbBits, width: number): Groups {
  const groups = packing.getUint32(31);
  if (groups > 10_000_000) throw corrupt(`${groups} groups`);
  const list = (each: () => number): number[] => {
    const values: number[] = [];
    for (let left = groups; left > 0; left -= 1) values.push(each());
    bits.align();
    return values;
  };
  const references = list(() => bits.read(width));
  const [baseWidth, widthBits] = [packing.getUint8(35), packing.getUint8(36)];
  const widths = list(() => baseWidth + bits.read(widthBits));
  const [baseLength, step, lengthBits] = [packing.getUint32(37), packing.getUint8(41), packing.getUint8(46)];
  const lengths = list(() => baseLength + bits.read(lengthBits) * step);
  if (groups > 0) lengths[groups - 1] = packing.getUint32(42);
  return { references, widths, lengths };
}

type Wanted = { readonly count: number; readonly missing: number; readonly width: number };

/** Missing values are the greatest number of a group's width, and the second greatest if there are two kinds of them. */
function numbersIn(bits: MsbBits, { references, widths, lengths }: Groups, { count, missing, width }: Wanted): Float64Array {
  const numbers = new Float64Array(count);
  let at = 0;
  for (const [group, length] of lengths.entries()) {
    if (at + length > count) throw corrupt('more values than points');
    const bitsEach = widths[group] ?? 0;
    const reference = references[group] ?? 0;
    const most = 2 ** (bitsEach > 0 ? bitsEach : width) - 1;
    for (let index = 0; index < length; index += 1) {
      const number = bitsEach > 0 ? bits.read(bitsEach) : 0;
      const told = bitsEach > 0 ? number : reference;
      const isMissing = (missing > 0 && told === most) || (missing === 2 && told === most - 1);
      numbers[at + index] = isMissing ? Number.NaN : reference + number;
    }
    at += length;
  }
  if (at < count) throw corrupt('fewer values than points');
  return numbers;
}

/** Each number is the difference from the prediction by its predecessors; missing values are skipped. */
function undoDifferences(numbers: Float64Array, first: readonly number[], least: number): void {
  const order = first.length;
  let [before, last] = [0, 0];
  let seen = 0;
  for (const [index, number] of numbers.entries()) {
    if (Number.isNaN(number)) continue;
    const foretold = order === 1 ? last : 2 * last - before;
    const value = seen < order ? (first[seen] ?? 0) : number + least + foretold;
    numbers[index] = value;
    [before, last] = [last, value];
    seen += 1;
  }
}
