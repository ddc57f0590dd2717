import { FILES } from '@bakkum/archive-tree/tree';
import type { Engine } from '@bakkum/conversion/engine';
import { readZip } from './read.ts';
import { writeZip } from './write.ts';

export const engine: Engine = {
  convert: (request, context) => (request.to === FILES ? readZip(request, context) : writeZip(request, context)),
};
