import { blobOf, type Engine } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { convertMedia } from '@bakkum/media-ffmpeg/convert';
import { RASTER } from '@bakkum/raster/raster';
import { openBlobReader } from './blob-reader.ts';
import { convertPictures } from './pictures-to-film.ts';
import { toolFor } from './tool.ts';

export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    if (request.from === RASTER) return convertPictures(request, context);
    const blob = blobOf(request.inputs[0]);
    if (blob.size === 0) throw new ConversionError('empty', 'zero bytes');
    const module = await context.wasm('core');
    return convertMedia(request, context, toolFor(module, await openBlobReader(blob), context));
  },
};
