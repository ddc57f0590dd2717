import type { Raster } from '@bakkum/raster/raster';
import type { Inspection } from './inspect.ts';

/** A file ready to be decoded. */
export type Source = { readonly bytes: Uint8Array<ArrayBuffer>; readonly mediaType: string; readonly facts: Inspection };

/** Properties a raster takes from the inspection. */
export function rasterTraits({ metadata, mayHaveAlpha, dpi }: Inspection): Pick<Raster, 'metadata' | 'mayHaveAlpha' | 'dpi'> {
  return { metadata, mayHaveAlpha, ...(dpi === undefined ? {} : { dpi }) };
}
