import type { Engine } from '@bakkum/conversion/engine';
import { DATA } from '@bakkum/data-tree/tree';
import { readArrow } from './read.ts';
import { writeArrow } from './write.ts';

/** Tables of Apache Arrow, as files and as streams. */
export const engine: Engine = {
  convert: (request, context) => (request.to === DATA ? readArrow(request, context) : writeArrow(request, context)),
};
