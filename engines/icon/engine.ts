import type { Engine } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { RASTER } from '@bakkum/raster/raster';
import { decode } from './decode.ts';
import { encode } from './encode.ts';

export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const { to } = request;
    if (to === RASTER) return decode(request, context);
    if (to === 'ico' || to === 'cur' || to === 'icns') return encode({ ...request, to }, context);
    throw new ConversionError('internal', `${to} is not written here`);
  },
};
