import { dataEngine } from '@bakkum/data-tree/data-reader';
import { readDefinition } from './definition.ts';

const MAX_BYTES = 16 * 1024 * 1024;

/** Lists the columns of a MySQL or MariaDB table. Its rows are in other files. */
export const engine = dataEngine(() => readDefinition, MAX_BYTES);
