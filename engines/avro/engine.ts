import { dataEngine } from '@bakkum/data-tree/data-reader';
import { readContainer } from './container.ts';

/** Records and their unpacked blocks are held in memory. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Reads Avro object container files as lists of records. */
export const engine = dataEngine(() => readContainer, MAX_BYTES);
