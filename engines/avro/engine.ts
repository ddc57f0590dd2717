import { dataEngine } from '@bakkum/data-tree/data-reader';
import { readContainer } from './container.ts';

/** Records and what they unpack to are in memory. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Object container files of Avro as lists of records. */
export const engine = dataEngine(() => readContainer, MOST_BYTES);
