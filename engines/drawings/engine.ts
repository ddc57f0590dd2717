import { bytesOf, type Engine, type FormatId } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { dxfToSvg } from './dxf.ts';
import { figToSvg } from './fig.ts';
import { hpglToSvg } from './hpgl.ts';

const DRAWERS: Readonly<Record<FormatId, (file: Uint8Array<ArrayBuffer>) => string | undefined>> = {
  dxf: dxfToSvg,
  fig: figToSvg,
  hpgl: hpglToSvg,
};

const MOST_BYTES = 128 * 1024 * 1024;

/** Plans of CAD programs and plots as SVG. */
export const engine: Engine = {
  async convert({ inputs, from }, context) {
    context.signal.throwIfAborted();
    const file = await bytesOf(inputs[0]);
    if (file.length === 0) throw new ConversionError('empty', 'zero bytes');
    if (file.length > MOST_BYTES) throw new ConversionError('too-large', `${file.length} bytes of drawing`);
    const drawn = DRAWERS[from]?.(file);
    if (drawn === undefined) throw new ConversionError('unsupported-feature', 'nothing to draw in it');
    context.onProgress(1);
    return { outputs: [{ content: new Blob([drawn], { type: 'image/svg+xml' }) }], warnings: [] };
  },
};
