import type { Engine } from '@bakkum/conversion/engine';
import { DATA } from '@bakkum/data-tree/tree';
import { readDatabase } from './read.ts';
import { writeDatabase } from './write.ts';

export const engine: Engine = {
  convert: (request, context) => (request.to === DATA ? readDatabase(request, context) : writeDatabase(request, context)),
};
