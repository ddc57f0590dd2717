import { bytesOf, type Engine } from '@bakkum/conversion/engine';
import { ConversionError, withinBounds } from '@bakkum/conversion/errors';
import { stillRaster } from '@bakkum/raster/construct';
import { readBdf } from './bdf-read.ts';
import { writeBdf } from './bdf-write.ts';
import { readPcf } from './pcf-read.ts';
import { specimenOf } from './specimen.ts';

const MAX_BYTES = 64 * 1024 * 1024;

export const engine: Engine = {
  async convert({ inputs, from, to }, { signal }) {
    const file = await bytesOf(inputs[0]);
    if (file.length === 0) throw new ConversionError('empty', 'no bytes');
    if (file.length > MAX_BYTES) throw new ConversionError('too-large', `${file.length} bytes of font`);
    signal.throwIfAborted();
    const font = withinBounds(() => (from === 'bdf' ? readBdf(file) : readPcf(file)));
    if (to === 'bdf')
      return { outputs: [{ content: new Blob([writeBdf(font)], { type: 'application/x-font-bdf' }) }], warnings: [] };
    const pixels = specimenOf(font);
    const content = stillRaster(pixels, { width: pixels.width, height: pixels.height, mayHaveAlpha: false });
    return { outputs: [{ content }], warnings: [] };
  },
};
