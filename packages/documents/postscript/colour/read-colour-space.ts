import { entry, itemAt, itemsOf, numberIn, numbersIn, type PsArray, type PsObject } from '../machine/objects.ts';
import { PsError } from '../machine/program-errors.ts';
import { wordsOf } from '../machine/scanner.ts';
import type { Vm } from '../machine/vm.ts';
import { type ColourSpace, componentsOf } from './colour-space.ts';

const MAX_DEPTH = 6;

/** Reads a colour space from a name, or from an array starting with one. */
export function readColourSpace(vm: Vm, object: PsObject, depth = 0): ColourSpace {
  if (depth > MAX_DEPTH) throw new PsError('limitcheck', 'colour spaces inside each other');
  const family = wordsOf(object.kind === 'array' ? itemAt(object, 0) : object);
  const list = object.kind === 'array' ? object : vm.newArray([object]);
  const make = family === undefined ? undefined : FAMILIES[family];
  return make ? make(vm, list, depth) : readNamed(vm, family, depth);
}

const FAMILIES: Readonly<Record<string, (vm: Vm, list: PsArray, depth: number) => ColourSpace>> = {
  DeviceGray: () => ({ kind: 'gray' }),
  CalGray: () => ({ kind: 'gray' }),
  DeviceRGB: () => ({ kind: 'rgb' }),
  CalRGB: () => ({ kind: 'rgb' }),
  DeviceCMYK: () => ({ kind: 'cmyk' }),
  CalCMYK: () => ({ kind: 'cmyk' }),
  CIEBasedA: (_, object) => ({ kind: 'cie', count: 1, object }),
  CIEBasedABC: (_, object) => readThree(object),
  CIEBasedDEF: (_, object) => readThree(object),
  CIEBasedDEFG: (_, object) => ({ kind: 'cie', count: 4, object }),
  ICCBased: (_, object) => readProfiled(object),
  Indexed: readIndexed,
  Separation: readInks,
  DeviceN: readInks,
  Pattern: (vm, object, depth) => {
    const under = itemAt(object, 1);
    return { kind: 'pattern', under: under.kind === 'null' ? undefined : readColourSpace(vm, under, depth + 1), object };
  },
};

function readNamed(vm: Vm, family: string | undefined, depth: number): ColourSpace {
  const named = family === undefined ? undefined : vm.resources.get('ColorSpace')?.body.entries.get(family);
  if (!named) throw new PsError(family === undefined ? 'typecheck' : 'undefined', family);
  return readColourSpace(vm, named, depth + 1);
}

/** Three components are RGB unless their range is that of L*a*b*. */
function readThree(object: PsArray): ColourSpace {
  const parameters = itemAt(object, 1);
  const range =
    parameters.kind === 'dict' ? numbersIn(entry(parameters, 'RangeABC') ?? entry(parameters, 'RangeDEF')) : undefined;
  if (!range || (range[1] ?? 1) < 50 || (range[2] ?? 0) >= 0) return { kind: 'cie', count: 3, object };
  const white = parameters.kind === 'dict' ? numbersIn(entry(parameters, 'WhitePoint')) : undefined;
  return { kind: 'lab', white: white ?? [0.9642, 1, 0.8249], range: range.slice(2, 6) };
}

function readProfiled(object: PsArray): ColourSpace {
  const parameters = itemAt(object, 1);
  const count = parameters.kind === 'dict' ? numberIn(entry(parameters, 'N')) : undefined;
  return { kind: count === 1 ? 'gray' : count === 4 ? 'cmyk' : 'rgb' };
}

function readIndexed(vm: Vm, object: PsArray, depth: number): ColourSpace {
  const base = readColourSpace(vm, itemAt(object, 1), depth + 1);
  const high = numberIn(itemAt(object, 2)) ?? -1;
  if (base.kind === 'indexed' || base.kind === 'pattern' || high < 0 || high > 4095) throw new PsError('rangecheck');
  const source = itemAt(object, 3);
  const table = source.kind === 'string' ? source.bytes.slice() : tableOf(vm, source, base, high);
  return { kind: 'indexed', base, high, table, object };
}

/** A lookup table from a procedure that returns the colour of an index. */
function tableOf(vm: Vm, procedure: PsObject, base: ColourSpace, high: number): Uint8Array {
  const count = componentsOf(base);
  const table = new Uint8Array((high + 1) * count);
  for (let index = 0; index <= high; index += 1) {
    vm.operands.pushInteger(index);
    vm.call(procedure);
    table.set(
      vm.operands.numbers(count).map((value) => Math.round(Math.max(0, Math.min(1, value)) * 255)),
      index * count,
    );
  }
  return table;
}

function readInks(vm: Vm, object: PsArray, depth: number): ColourSpace {
  const names = itemAt(object, 1);
  const inks = names.kind === 'array' ? itemsOf(names).map((item) => wordsOf(item)) : [wordsOf(names)];
  const alternative = readColourSpace(vm, itemAt(object, 2), depth + 1);
  const transform = itemAt(object, 3);
  if (transform.kind !== 'array' || inks.length === 0 || inks.length > 32) throw new PsError('typecheck');
  const isNone = inks.every((ink) => ink === 'None');
  return { kind: 'tint', count: inks.length, isNone, alternative, transform, object, known: new Map() };
}

/** The object returned to a program: always an array, even for names. */
export function spaceObject(vm: Vm, space: ColourSpace): PsArray {
  switch (space.kind) {
    case 'gray':
    case 'rgb':
    case 'cmyk':
      return vm.newArray([{ kind: 'name', text: DEVICE_NAMES[space.kind], executable: false }]);
    case 'lab':
      return vm.newArray([{ kind: 'name', text: 'DeviceRGB', executable: false }]);
    default:
      return space.object;
  }
}

const DEVICE_NAMES = { gray: 'DeviceGray', rgb: 'DeviceRGB', cmyk: 'DeviceCMYK' } as const;
