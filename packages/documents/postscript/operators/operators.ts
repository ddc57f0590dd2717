import type { Vm } from '../machine/vm.ts';

/** Operators by name. */
export type Operators = Readonly<Record<string, (vm: Vm) => void>>;
