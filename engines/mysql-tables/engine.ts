import { dataEngine } from '@bakkum/data-tree/data-reader';
import { readDefinition } from './definition.ts';

const MOST_BYTES = 16 * 1024 * 1024;

/** What columns a table of MySQL or MariaDB has. Its rows lie in other files. */
export const engine = dataEngine(() => readDefinition, MOST_BYTES);
