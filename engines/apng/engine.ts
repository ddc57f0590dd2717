import type { Engine } from '@bakkum/conversion/engine';
import { encodeTogether } from '@bakkum/raster/combine';
import { RASTER } from '@bakkum/raster/raster';
import { decode } from './decode.ts';
import { encode } from './encode.ts';

export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    if (request.to === RASTER) return decode(request, context.signal);
    return encodeTogether(request, context, 'animation', (raster) => encode(raster, request.options, context));
  },
};
