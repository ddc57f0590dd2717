import type { Engine } from '@bakkum/conversion/engine';
import { RASTER } from '@bakkum/raster/raster';
import { decode } from './decode.ts';
import { encode } from './encode.ts';

export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    return request.to === RASTER ? decode(request, context.signal) : encode(request, context);
  },
};
