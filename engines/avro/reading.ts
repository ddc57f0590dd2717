import type { Value } from '@bakkum/data-tree/value';
import type { BinaryInput } from './binary-input.ts';

/** Reads one value. `depth` is its nesting level. */
export type Read = (input: BinaryInput, depth: number) => Value;
