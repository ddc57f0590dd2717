import { blobOf, type Engine } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { convertMedia } from '@bakkum/media-ffmpeg/convert';
import { openTool } from './tool.ts';

/** Converts audio and video with the FFmpeg installed on this machine. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const blob = blobOf(request.inputs[0]);
    if (blob.size === 0) throw new ConversionError('empty', 'zero bytes');
    if (!context.programs) throw new ConversionError('engine-unavailable', 'no program may be started here');
    const folder = await context.programs.open();
    try {
      return await convertMedia(request, context, await openTool(folder, blob));
    } finally {
      await folder.remove();
    }
  },
};
