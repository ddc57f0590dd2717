import type { Engine } from '@bakkum/conversion/engine';
import { decode } from './decode.ts';
import { encode } from './encode.ts';

export const engine: Engine = {
  convert: (request, context) => (request.to === 'raster' ? decode(request, context) : encode(request, context)),
};
