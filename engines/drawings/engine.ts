import { type Engine, type FormatId, readInput } from '@bakkum/conversion/engine';
import { ConversionError, withinBounds } from '@bakkum/conversion/errors';
import { cgmToSvg } from './cgm.ts';
import { dxfToSvg } from './dxf.ts';
import { figToSvg } from './fig.ts';
import { hpglToSvg } from './hpgl.ts';

const DRAWERS: Readonly<Record<FormatId, (file: Uint8Array<ArrayBuffer>) => string | undefined>> = {
  cgm: cgmToSvg,
  dxf: dxfToSvg,
  fig: figToSvg,
  hpgl: hpglToSvg,
};

const MAX_BYTES = 128 * 1024 * 1024;

/** Converts CAD plans and plots to SVG. */
export const engine: Engine = {
  async convert({ inputs, from }, context) {
    context.signal.throwIfAborted();
    const file = await readInput(inputs[0], MAX_BYTES);
    const drawn = withinBounds(() => DRAWERS[from]?.(file));
    if (drawn === undefined) throw new ConversionError('unsupported-feature', 'nothing to draw in it');
    context.onProgress(1);
    return { outputs: [{ content: new Blob([drawn], { type: 'image/svg+xml' }) }], warnings: [] };
  },
};
