import type { Bytes } from '@bakkum/bytes/bytes';
import { bytesOf, type Engine, type FormatId, type Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { stillRaster } from '@bakkum/raster/construct';
import { pictureOf } from './decode.ts';
import { inCompound } from './in-compound.ts';
import { inDrawing } from './in-drawing.ts';
import { inPaintShop } from './in-paint-shop.ts';
import { inPostScript } from './in-postscript.ts';
import { inGcode, inInDesign, inPaintNet } from './in-text.ts';
import { inZip } from './in-zip.ts';
import type { Stored } from './stored.ts';

const FINDERS: Readonly<Record<FormatId, (file: Bytes) => readonly Stored[]>> = {
  sldprt: inCompound,
  max: inCompound,
  zvi: inCompound,
  dwg: inDrawing,
  dwf: inZip,
  cdr: (file) => (file[0] === 0x50 ? inZip(file) : inDrawing(file)),
  indd: inInDesign,
  eps: inPostScript,
  thmx: inZip,
  sketch: inZip,
  procreate: inZip,
  pdn: inPaintNet,
  psp: inPaintShop,
  gcode: inGcode,
  ora: inZip,
  kra: inZip,
};

/** In these formats the preview is the complete image at full size. */
const WHOLE: ReadonlySet<FormatId> = new Set(['ora', 'kra']);

export const engine: Engine = {
  async convert({ inputs, from }, context) {
    const finder = FINDERS[from];
    if (!finder) throw new RangeError(`no preview finder for ${from}`);
    const file = await bytesOf(inputs[0]);
    if (file.length === 0) throw new ConversionError('empty', 'no bytes');
    context.signal.throwIfAborted();
    const pixels = await pictureOf(foundIn(file, finder), context);
    const warnings: readonly Warning[] = WHOLE.has(from) ? [] : [{ code: 'preview-only' }];
    return { outputs: [{ content: stillRaster(pixels, { width: pixels.width, height: pixels.height }) }], warnings };
  },
};

/** Runs a finder; reading past the end of the bytes means the file is truncated. */
function foundIn(file: Bytes, finder: (file: Bytes) => readonly Stored[]): readonly Stored[] {
  try {
    return finder(file);
  } catch (cause) {
    if (cause instanceof RangeError) throw new ConversionError('corrupt', cause.message, { cause });
    throw cause;
  }
}
