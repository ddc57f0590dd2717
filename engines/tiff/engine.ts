import type { Engine } from '@bakkum/conversion/engine';
import { toRaster } from './read.ts';
import { toTiff } from './write.ts';

export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    return request.from === 'tiff' ? toRaster(request, context) : toTiff(request, context);
  },
};
