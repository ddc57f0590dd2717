import type { Engine } from '@bakkum/conversion/engine';
import { DATA } from '@bakkum/data-tree/tree';
import { readArrow } from './read.ts';
import { writeArrow } from './write.ts';

/** Reads and writes Apache Arrow tables as files and streams. */
export const engine: Engine = {
  convert: (request, context) => (request.to === DATA ? readArrow(request, context) : writeArrow(request, context)),
};
