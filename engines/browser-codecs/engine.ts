import type { Engine } from '@bakkum/conversion/engine';
import { RASTER } from '@bakkum/raster/raster';
import { decode } from './decode.ts';
import { encode } from './encode.ts';

export const engine: Engine = {
  convert: async (request, context) => (request.to === RASTER ? decode(request, context) : encode(request, context)),
};
