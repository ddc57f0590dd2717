import { drain } from '../filters/byte-stream.ts';
import { entry, isProcedure, itemsOf, numberIn, numbersIn, type PsDict, type PsObject, real } from '../machine/objects.ts';
import { PsError } from '../machine/program-errors.ts';
import type { Vm } from '../machine/vm.ts';

/** Evaluates a function dictionary (PLRM 3.10), or a procedure in its place. */
export function evaluate(vm: Vm, made: PsObject, inputs: readonly number[], outputs: number): readonly number[] {
  if (isProcedure(made)) {
    for (const value of inputs) vm.operands.push(real(value));
    vm.call(made);
    return vm.operands.numbers(outputs);
  }
  if (made.kind !== 'dict') throw new PsError('typecheck');
  const domain = numbersIn(entry(made, 'Domain')) ?? [0, 1];
  const held = inputs.map((value, index) => clamp(value, domain[index * 2], domain[index * 2 + 1]));
  return limited(made, byKind(vm, made, held));
}

const MAX_SAMPLE_BYTES = 16 * 1024 * 1024;

function byKind(vm: Vm, made: PsDict, inputs: readonly number[]): readonly number[] {
  switch (numberIn(entry(made, 'FunctionType'))) {
    case 0:
      return sampled(vm, made, inputs);
    case 2:
      return exponential(made, inputs[0] ?? 0);
    case 3:
      return stitched(vm, made, inputs[0] ?? 0);
    default:
      throw new PsError('rangecheck', 'a kind of function nobody knows');
  }
}

function clamp(value: number, low = 0, high = 1): number {
  return Math.max(low, Math.min(high, value));
}

function limited(made: PsDict, values: readonly number[]): readonly number[] {
  const range = numbersIn(entry(made, 'Range'));
  return range ? values.map((value, index) => clamp(value, range[index * 2], range[index * 2 + 1])) : values;
}

function exponential(made: PsDict, x: number): readonly number[] {
  const [from, to] = [numbersIn(entry(made, 'C0')) ?? [0], numbersIn(entry(made, 'C1')) ?? [1]];
  const part = x ** (numberIn(entry(made, 'N')) ?? 1);
  return from.map((value, index) => value + part * ((to[index] ?? 0) - value));
}

function stitched(vm: Vm, made: PsDict, x: number): readonly number[] {
  const parts = entry(made, 'Functions');
  const bounds = numbersIn(entry(made, 'Bounds')) ?? [];
  const encode = numbersIn(entry(made, 'Encode')) ?? [];
  const [low = 0, high = 1] = numbersIn(entry(made, 'Domain')) ?? [];
  const found = bounds.findIndex((bound) => x < bound);
  const index = found < 0 ? bounds.length : found;
  const part = parts?.kind === 'array' ? itemsOf(parts)[index] : undefined;
  if (!part) throw new PsError('rangecheck');
  const [from, to] = [bounds[index - 1] ?? low, bounds[index] ?? high];
  const [first, last] = [encode[index * 2] ?? 0, encode[index * 2 + 1] ?? 1];
  const inside = from === to ? first : first + ((x - from) / (to - from)) * (last - first);
  vm.charge(8);
  return evaluate(vm, part, [inside], 0);
}

/** Linear interpolation between samples. */
function sampled(vm: Vm, made: PsDict, inputs: readonly number[]): readonly number[] {
  const size = numbersIn(entry(made, 'Size')) ?? [];
  const bits = numberIn(entry(made, 'BitsPerSample')) ?? 8;
  const range = numbersIn(entry(made, 'Range')) ?? [];
  const outputs = range.length / 2;
  const domain = numbersIn(entry(made, 'Domain')) ?? [];
  const decode = numbersIn(entry(made, 'Decode')) ?? range;
  const encode = numbersIn(entry(made, 'Encode')) ?? size.flatMap((count) => [0, count - 1]);
  const data = sampleBytes(vm, made);
  const places = inputs.map((value, index) => {
    const [low = 0, high = 1] = domain.slice(index * 2, index * 2 + 2);
    const [first = 0, last = 1] = encode.slice(index * 2, index * 2 + 2);
    const at = first + (high === low ? 0 : (value - low) / (high - low)) * (last - first);
    return clamp(at, 0, (size[index] ?? 1) - 1);
  });
  const sample = (index: number, output: number): number =>
    sampleOf(data, (index * outputs + output) * bits, bits) / (2 ** bits - 1);
  return Array.from({ length: outputs }, (_, output) => {
    const [low = 0, high = 1] = decode.slice(output * 2, output * 2 + 2);
    return low + interpolated(places, size, (index) => sample(index, output)) * (high - low);
  });
}

/** The weighted mean of the samples around a position. */
function interpolated(places: readonly number[], size: readonly number[], sample: (index: number) => number): number {
  let sum = 0;
  for (let corner = 0; corner < 1 << Math.min(places.length, 6); corner += 1) {
    let [index, stride, weight] = [0, 1, 1];
    places.forEach((place, axis) => {
      const part = place - Math.floor(place);
      const isUpper = ((corner >> axis) & 1) === 1;
      index += (isUpper ? Math.ceil(place) : Math.floor(place)) * stride;
      stride *= size[axis] ?? 1;
      weight *= isUpper ? part : 1 - part;
    });
    if (weight > 0) sum += weight * sample(index);
  }
  return sum;
}

function sampleBytes(vm: Vm, made: PsDict): Uint8Array {
  const source = entry(made, 'DataSource');
  if (source?.kind === 'string') return source.bytes;
  if (source?.kind !== 'file') throw new PsError('typecheck');
  const bytes = drain(source.stream, MAX_SAMPLE_BYTES);
  vm.charge(bytes.length);
  // A stream can be read only once, while the function is called many times.
  vm.define(made, 'DataSource', { kind: 'string', bytes, executable: false });
  return bytes;
}

function sampleOf(data: Uint8Array, bit: number, bits: number): number {
  let value = 0;
  for (let count = 0; count < bits; count += 1) {
    const at = bit + count;
    value = value * 2 + (((data[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
  }
  return value;
}
