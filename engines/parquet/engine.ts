import type { Engine } from '@bakkum/conversion/engine';
import { DATA } from '@bakkum/data-tree/tree';
import { readParquet } from './read.ts';
import { writeParquet } from './write.ts';

export const engine: Engine = {
  convert: (request, context) => (request.to === DATA ? readParquet(request, context) : writeParquet(request, context)),
};
