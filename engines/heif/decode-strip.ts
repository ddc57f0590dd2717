import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import type { Pixels } from '@bakkum/raster/raster';
import { openHeif } from './libheif.ts';

/** Decodes the only image of a file. */
export async function decodeStrip(file: Bytes, program: WebAssembly.Module): Promise<Extract<Pixels, { depth: 8 }>> {
  const opened = await openHeif(file, { wasm: async () => program });
  try {
    const [picture] = opened.pictures;
    if (!picture) throw new ConversionError('corrupt', 'a strip has no image');
    return await picture.decode();
  } finally {
    opened.close();
  }
}
