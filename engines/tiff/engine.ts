import type { Engine } from '@bakkum/conversion/engine';
import { encodeTogether } from '@bakkum/raster/combine';
import { toRaster } from './read.ts';
import { toTiff } from './write.ts';

export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    if (request.from === 'tiff') return toRaster(request, context);
    return encodeTogether(request, context, 'pages', (raster, isCombined) =>
      toTiff(raster, isCombined, request.options, context),
    );
  },
};
