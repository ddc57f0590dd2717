import type { Value } from '@bakkum/data-tree/value';
import type { BinaryInput } from './binary-input.ts';

/** Reads one value. `depth` counts what it is nested in. */
export type Read = (input: BinaryInput, depth: number) => Value;
