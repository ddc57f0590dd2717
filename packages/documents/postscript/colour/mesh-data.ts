import { MsbBits } from '@bakkum/bytes/bits';
import type { Rgb } from '../display-list.ts';
import { drain } from '../filters/byte-stream.ts';
import { entry, itemsOf, numberIn, numbersIn, type PsDict } from '../machine/objects.ts';
import { PsError } from '../machine/program-errors.ts';
import type { Vm } from '../machine/vm.ts';
import { componentsOf } from './colour-space.ts';
import { evaluate } from './functions.ts';
import { readColourSpace } from './read-colour-space.ts';
import { colourOf } from './run-colour.ts';

export type Vertex = { readonly x: number; readonly y: number; readonly colour: Rgb };

/** Reads the numbers of a mesh in order; `undefined` at the end. */
export type MeshReader = {
  flag(): number | undefined;
  point(): readonly [number, number] | undefined;
  colour(): Rgb | undefined;
  /** Skips to the next whole byte after each vertex or patch. */
  align(): void;
};

const MAX_BYTES = 32 * 1024 * 1024;

export function openMesh(vm: Vm, shading: PsDict): MeshReader {
  const spaceObject = entry(shading, 'ColorSpace');
  if (!spaceObject) throw new PsError('undefined', 'a shading without colours');
  const space = readColourSpace(vm, spaceObject);
  const made = entry(shading, 'Function');
  const count = made ? 1 : componentsOf(space);
  const next = numberReader(vm, shading);
  const colour = (): Rgb | undefined => {
    const values = Array.from({ length: count }, (_, index) => next('component', index));
    if (!isComplete(values)) return undefined;
    return colourOf(vm, space, made ? evaluate(vm, made, values, componentsOf(space)) : values);
  };
  return {
    flag: () => next('flag', 0),
    point: () => {
      const [x, y] = [next('coordinate', 0), next('coordinate', 1)];
      return x === undefined || y === undefined ? undefined : [x, y];
    },
    colour,
    align: () => void next('align', 0),
  };
}

export function isComplete<T>(values: readonly (T | undefined)[]): values is readonly T[] {
  return values.every((value) => value !== undefined);
}

type Kind = 'flag' | 'coordinate' | 'component' | 'align';

/** Reads from an array of numbers, or from bits scaled by `Decode`. */
function numberReader(vm: Vm, shading: PsDict): (kind: Kind, index: number) => number | undefined {
  const source = entry(shading, 'DataSource');
  if (source?.kind === 'array') {
    const items = itemsOf(source);
    let at = 0;
    return (kind) => (kind === 'align' ? 0 : numberIn(items[at++]));
  }
  const bytes = source?.kind === 'string' ? source.bytes : source?.kind === 'file' ? drain(source.stream, MAX_BYTES) : undefined;
  if (!bytes) throw new PsError('typecheck');
  vm.charge(bytes.length);
  return bitsReader(bytes, shading);
}

function bitsReader(bytes: Uint8Array, shading: PsDict): (kind: Kind, index: number) => number | undefined {
  const decode = numbersIn(entry(shading, 'Decode')) ?? [];
  const sizes: Readonly<Record<Kind, number>> = {
    flag: numberIn(entry(shading, 'BitsPerFlag')) ?? 8,
    coordinate: numberIn(entry(shading, 'BitsPerCoordinate')) ?? 16,
    component: numberIn(entry(shading, 'BitsPerComponent')) ?? 8,
    align: 0,
  };
  const bits = new MsbBits(bytes);
  return (kind, index) => {
    if (kind === 'align') {
      bits.align();
      return 0;
    }
    const size = sizes[kind];
    if (bits.left < size) return undefined;
    const value = bits.read(size);
    if (kind === 'flag') return value;
    const pair = (kind === 'coordinate' ? index : index + 2) * 2;
    const [low = 0, high = 1] = decode.slice(pair, pair + 2);
    return low + (value / (2 ** size - 1)) * (high - low);
  };
}
