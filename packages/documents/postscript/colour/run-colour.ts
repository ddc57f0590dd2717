import type { Rgb } from '../display-list.ts';
import { real } from '../machine/objects.ts';
import type { Vm } from '../machine/vm.ts';
import { type ColourSpace, type RunTransform, toRgb } from './colour-space.ts';

/** Runs tint transforms on the machine. */
export function transformRunner(vm: Vm): RunTransform {
  return (procedure, inputs, outputs) => {
    for (const value of inputs) vm.operands.push(real(value));
    vm.call(procedure);
    return vm.operands.numbers(outputs);
  };
}

/** Applies the transfer function: the printed colour rather than the requested one. */
function transferred(vm: Vm, colour: Rgb): Rgb {
  const table = vm.state.transferTable;
  if (!table) return colour;
  const bent = (value: number): number => table[Math.round(value * 255)] ?? value;
  return [bent(colour[0]), bent(colour[1]), bent(colour[2])];
}

export function colourOf(vm: Vm, space: ColourSpace, components: readonly number[]): Rgb {
  return transferred(vm, toRgb(space, components, transformRunner(vm)));
}
