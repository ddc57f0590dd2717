import { bytesOf, type Engine, type FormatId, type Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { stillRaster } from '@bakkum/raster/construct';
import { decodeBlp } from './blp.ts';
import { decodeFtex } from './ftex.ts';
import { decodeKtx, decodeKtx2, decodePvr } from './khronos.ts';
import type { Texture } from './texture.ts';

const DECODERS: Readonly<Record<FormatId, (bytes: Uint8Array<ArrayBuffer>) => Texture | Promise<Texture>>> = {
  blp: decodeBlp,
  ftex: decodeFtex,
  ktx: decodeKtx,
  ktx2: decodeKtx2,
  pvr: decodePvr,
};

export const engine: Engine = {
  async convert({ inputs, from }, { signal }) {
    const decoder = DECODERS[from];
    if (!decoder) throw new RangeError(`no texture ${from}`);
    const bytes = await bytesOf(inputs[0]);
    if (bytes.length === 0) throw new ConversionError('empty', 'no bytes');
    signal.throwIfAborted();
    const { pixels, isDamaged } = await decodeChecked(() => decoder(bytes));
    const warnings: readonly Warning[] = isDamaged ? [{ code: 'damaged-source' }] : [];
    return { outputs: [{ content: stillRaster(pixels, { width: pixels.width, height: pixels.height }) }], warnings };
  },
};

/** Runs a decoder; reading past the end of the bytes means the file is truncated. */
async function decodeChecked(decode: () => Texture | Promise<Texture>): Promise<Texture> {
  try {
    return await decode();
  } catch (cause) {
    if (cause instanceof RangeError) throw new ConversionError('corrupt', cause.message, { cause });
    throw cause;
  }
}
