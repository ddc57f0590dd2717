import { readCompoundFile } from '@bakkum/compound-file/storage';
import { bytesOf, type Engine, type Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { stillRaster } from '@bakkum/raster/construct';
import { type Decoded, decodeFlashPix } from './flashpix.ts';

export const engine: Engine = {
  async convert({ inputs }, { signal }) {
    const bytes = await bytesOf(inputs[0]);
    if (bytes.length === 0) throw new ConversionError('empty', 'no bytes');
    signal.throwIfAborted();
    const { pixels, mayHaveAlpha, isDamaged } = decodeChecked(bytes);
    const warnings: readonly Warning[] = isDamaged ? [{ code: 'damaged-source' }] : [];
    const content = stillRaster(pixels, { width: pixels.width, height: pixels.height, mayHaveAlpha });
    return { outputs: [{ content }], warnings };
  },
};

/** Runs the decoder; reading past the end of the bytes means the file is truncated. */
function decodeChecked(bytes: Uint8Array<ArrayBuffer>): Decoded {
  try {
    return decodeFlashPix(readCompoundFile(bytes));
  } catch (cause) {
    if (cause instanceof RangeError) throw new ConversionError('corrupt', cause.message, { cause });
    throw cause;
  }
}
