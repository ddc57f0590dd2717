import { type ColourSpace, componentsOf, fromHsb, initialComponents, toHsb } from '../colour/colour-space.ts';
import { makePattern, patternPaint } from '../colour/patterns.ts';
import { readColourSpace, spaceObject } from '../colour/read-colour-space.ts';
import { colourOf } from '../colour/run-colour.ts';
import { shadingItem } from '../colour/shading.ts';
import { entry, NULL, numberIn, numeric, type PsDict, real } from '../machine/objects.ts';
import { PsError } from '../machine/program-errors.ts';
import type { Vm } from '../machine/vm.ts';
import type { Operators } from './operators.ts';

function setColour(vm: Vm, space: ColourSpace, components: readonly number[]): void {
  const { state } = vm;
  state.space = space;
  state.components = components;
  state.pattern = undefined;
  state.patternObject = NULL;
  if (space.kind !== 'pattern') state.colour = colourOf(vm, space, components);
}

function setDevice(kind: 'gray' | 'rgb' | 'cmyk'): (vm: Vm) => void {
  const space: ColourSpace = { kind };
  const count = componentsOf(space);
  return (vm) => setColour(vm, space, vm.operands.numbers(count));
}

function setPattern(vm: Vm, pattern: PsDict): void {
  const { state } = vm;
  const under = state.space.kind === 'pattern' ? state.space.under : undefined;
  const isUncoloured = numberIn(entry(pattern, 'PaintType')) === 2;
  const components = isUncoloured && under ? vm.operands.numbers(componentsOf(under)) : [];
  if (under && isUncoloured) state.colour = colourOf(vm, under, components);
  if (state.space.kind !== 'pattern') state.space = { kind: 'pattern', under: undefined, object: vm.newArray([]) };
  state.components = components;
  state.pattern = patternPaint(vm, pattern);
  state.patternObject = pattern;
}

function setCurrentColour(vm: Vm): void {
  const { space } = vm.state;
  if (space.kind !== 'pattern') {
    setColour(vm, space, vm.operands.numbers(componentsOf(space)));
    return;
  }
  const top = vm.operands.pop();
  if (top.kind === 'dict') setPattern(vm, top);
  else if (top.kind !== 'null') throw new PsError('typecheck');
}

function currentColour(vm: Vm): void {
  for (const value of vm.state.components) vm.operands.push(real(value));
  if (vm.state.patternObject !== NULL) vm.operands.push(vm.state.patternObject);
}

function pushAll(vm: Vm, values: readonly number[]): void {
  for (const value of values) vm.operands.push(real(value));
}

const LUMINANCE = [0.3, 0.59, 0.11] as const;

function currentGray(vm: Vm): void {
  const [r, g, b] = vm.state.colour;
  pushAll(vm, [r * LUMINANCE[0] + g * LUMINANCE[1] + b * LUMINANCE[2]]);
}

function currentCmyk(vm: Vm): void {
  const { space, components, colour } = vm.state;
  if (space.kind === 'cmyk') {
    pushAll(vm, components);
    return;
  }
  const [c, m, y] = [1 - colour[0], 1 - colour[1], 1 - colour[2]];
  const k = Math.min(c, m, y);
  pushAll(vm, [c - k, m - k, y - k, k]);
}

function shadingFill(vm: Vm): void {
  const item = shadingItem(vm, vm.operands.dict());
  if (item) vm.draw(item);
}

export const COLOUR_OPERATORS: Operators = {
  setgray: setDevice('gray'),
  setrgbcolor: setDevice('rgb'),
  setcmykcolor: setDevice('cmyk'),
  sethsbcolor: (vm) => {
    const [hue = 0, saturation = 0, brightness = 0] = vm.operands.numbers(3);
    setColour(vm, { kind: 'rgb' }, fromHsb(hue, saturation, brightness));
  },
  setcolorspace: (vm) => {
    const space = readColourSpace(vm, vm.operands.pop());
    setColour(vm, space, initialComponents(space));
  },
  currentcolorspace: (vm) => vm.operands.push(spaceObject(vm, vm.state.space)),
  setcolor: setCurrentColour,
  setpattern: (vm) => setPattern(vm, vm.operands.dict()),
  currentcolor: currentColour,
  currentgray: currentGray,
  currentrgbcolor: (vm) => pushAll(vm, vm.state.colour),
  currenthsbcolor: (vm) => pushAll(vm, toHsb(vm.state.colour)),
  currentcmykcolor: currentCmyk,
  makepattern: makePattern,
  shfill: shadingFill,
  setcolorrendering: ({ operands }) => void operands.pop(),
  currentcolorrendering: (vm) => {
    const made = vm.newDict(1);
    vm.define(made, 'ColorRenderingType', numeric(1));
    vm.operands.push(made);
  },
};
