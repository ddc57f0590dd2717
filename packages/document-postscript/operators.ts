import type { Vm } from './vm.ts';

/** What operators do, by name. */
export type Operators = Readonly<Record<string, (vm: Vm) => void>>;
