import type { Gradient, Item, Rgb, Tiling } from '../display-list.ts';
import { IDENTITY, type Matrix } from '../graphics/matrix.ts';
import { rectangle } from '../graphics/path.ts';
import { entry, itemsOf, numberIn, numbersIn, type PsDict, type PsObject } from '../machine/objects.ts';
import { PsError } from '../machine/program-errors.ts';
import type { Vm } from '../machine/vm.ts';
import { componentsOf } from './colour-space.ts';
import { evaluate } from './functions.ts';
import { meshItem } from './mesh-image.ts';
import { readColourSpace } from './read-colour-space.ts';
import { colourOf } from './run-colour.ts';

const STOPS = 32;

/** Reads a shading dictionary as a gradient. @throws PsError for other kinds of shading */
export function readShading(vm: Vm, shading: PsDict, matrix: Matrix): Gradient {
  const kind = numberIn(entry(shading, 'ShadingType'));
  const coordinates = numbersIn(entry(shading, 'Coords'));
  if (!coordinates || coordinates.length < (kind === 2 ? 4 : 6)) throw new PsError('rangecheck');
  const extend = entry(shading, 'Extend');
  const [before, after] = extend?.kind === 'array' ? itemsOf(extend) : [];
  return {
    kind: kind === 2 ? 'axial' : 'radial',
    coordinates,
    extend: [isTrue(before), isTrue(after)],
    stops: readStops(vm, shading),
    matrix,
    background: backgroundOf(vm, shading),
  };
}

function isTrue(object: PsObject | undefined): boolean {
  return object?.kind === 'boolean' && object.value;
}

function backgroundOf(vm: Vm, shading: PsDict): Rgb | undefined {
  const components = numbersIn(entry(shading, 'Background'));
  const space = entry(shading, 'ColorSpace');
  return components && space ? colourOf(vm, readColourSpace(vm, space), components) : undefined;
}

function readStops(vm: Vm, shading: PsDict): Gradient['stops'] {
  const spaceObject = entry(shading, 'ColorSpace');
  const made = entry(shading, 'Function');
  if (!spaceObject || !made) throw new PsError('undefined', 'a shading without colours');
  const space = readColourSpace(vm, spaceObject);
  const [low = 0, high = 1] = numbersIn(entry(shading, 'Domain')) ?? [];
  const stops = Array.from({ length: STOPS + 1 }, (_, index) => {
    const offset = index / STOPS;
    const values = valuesAt(vm, made, low + offset * (high - low), componentsOf(space));
    return { offset, colour: colourOf(vm, space, values) };
  });
  return withoutNeedless(stops);
}

function valuesAt(vm: Vm, made: PsObject, at: number, count: number): readonly number[] {
  if (made.kind === 'array' && !made.executable) return itemsOf(made).flatMap((part) => evaluate(vm, part, [at], 1));
  return evaluate(vm, made, [at], count);
}

/** Drops stops on the straight line between their neighbours. */
function withoutNeedless(stops: Gradient['stops']): Gradient['stops'] {
  return stops.filter(({ colour }, index) => {
    const [before, after] = [stops[index - 1], stops[index + 1]];
    if (!before || !after) return true;
    return colour.some(
      (value, channel) => Math.abs(value - ((before.colour[channel] ?? 0) + (after.colour[channel] ?? 0)) / 2) > 0.002,
    );
  });
}

/** Whether a shading is axial or radial. */
export function isGradient(shading: PsDict): boolean {
  const kind = numberIn(entry(shading, 'ShadingType'));
  return kind === 2 || kind === 3;
}

/** Any other kind as a pattern with one cell that covers it and the whole page, so that no repetition is visible. */
export function meshPaint(vm: Vm, shading: PsDict, matrix: Matrix): Tiling {
  const item = meshItem(vm, shading, matrix, undefined);
  const [width, , , height, left, bottom] = item?.matrix ?? [0, 0, 0, 0, 0, 0];
  const page = vm.deviceBox();
  const [x, y] = [Math.min(left, page[0]), Math.min(bottom, page[1])];
  const [right, top] = [Math.max(left + width, page[2]), Math.max(bottom + height, page[3])];
  const box = [x, y, right, top] as const;
  return { kind: 'tiling', items: item ? [item] : [], box, xStep: right - x, yStep: top - y, matrix: IDENTITY };
}

/** A gradient over the whole clip (`shfill`); its box and background apply only to patterns. */
export function shadingItem(vm: Vm, object: PsDict): Item | undefined {
  if (!isGradient(object)) return meshItem(vm, object, vm.state.ctm, vm.state.clip);
  const shading = readShading(vm, object, vm.state.ctm);
  const box = vm.state.clipBox ?? vm.deviceBox();
  if (box[0] >= box[2] || box[1] >= box[3]) return undefined;
  return {
    kind: 'fill',
    path: rectangle(box),
    rule: 'nonzero',
    paint: { ...shading, background: undefined },
    clip: vm.state.clip,
  };
}
