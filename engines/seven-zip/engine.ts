import { FILES } from '@bakkum/archive-tree/tree';
import type { Engine } from '@bakkum/conversion/engine';
import { readArchive } from './read.ts';
import { writeArchive } from './write.ts';

export const engine: Engine = {
  convert: (request, context) => (request.to === FILES ? readArchive(request, context) : writeArchive(request, context)),
};
