import type { Pixels } from '@bakkum/raster/raster';

/** The largest size of a texture. */
export type Texture = { readonly pixels: Pixels /** Its data broke off. */; readonly isDamaged?: boolean };
