import type { Vm } from './vm.ts';

/** Operators by name. */
export type Operators = Readonly<Record<string, (vm: Vm) => void>>;
