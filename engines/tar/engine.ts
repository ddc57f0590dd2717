import { FILES } from '@bakkum/archive-tree/tree';
import type { Engine } from '@bakkum/conversion/engine';
import { read } from './read.ts';
import { write } from './write.ts';

export const engine: Engine = {
  convert: (request, context) => (request.to === FILES ? read(request, context) : write(request, context)),
};
