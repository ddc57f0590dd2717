// oxlint-disable-next-line typescript/triple-slash-reference -- types for an untyped package cannot come from a module
/// <reference path="./imagetracerjs.d.ts" />
import type { Engine } from '@bakkum/conversion/engine';
import { toDepth8 } from '@bakkum/raster/depth';
import { encodeStills } from '@bakkum/raster/encode';
import tracer from 'imagetracerjs';

/** Tracing takes over a second per megapixel, so larger images are scaled down to this side first. */
const MAX_SIDE = 1024;

/** Settings of each choice: error tolerance in pixels and number of colours. */
const DETAIL = {
  high: { ltres: 0.5, qtres: 0.5, pathomit: 2, numberofcolors: 64 },
  medium: { ltres: 1, qtres: 1, pathomit: 8, numberofcolors: 24 },
  low: { ltres: 2, qtres: 2, pathomit: 16, numberofcolors: 8 },
} as const;

export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const { detail } = request.options;
    const settings = DETAIL[detail === 'medium' || detail === 'low' ? detail : 'high'];
    const target = { depth: 8, alpha: true, maxWidth: MAX_SIDE, maxHeight: MAX_SIDE, mediaType: 'image/svg+xml' } as const;
    return encodeStills(request, context, target, async ({ pixels, warn }) => {
      warn({ code: 'colours-reduced', params: { count: settings.numberofcolors } });
      const { width, height, data } = toDepth8(pixels);
      const options = {
        ...settings,
        colorsampling: 2,
        colorquantcycles: 2,
        strokewidth: 1,
        roundcoords: 1,
        viewbox: false,
      } as const;
      return new Blob([tracer.imagedataToSVG({ width, height, data }, options)], { type: 'image/svg+xml' });
    });
  },
};
