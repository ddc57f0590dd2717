import type { Pixels } from '@bakkum/raster/raster';

/** The largest mipmap level of a texture. */
export type Texture = { readonly pixels: Pixels /** The data was truncated. */; readonly isDamaged?: boolean };
