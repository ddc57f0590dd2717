import type { StyleId } from '@bakkum/studio-options/styles';
import type { CloudKind } from './sky.ts';

/** Influence of a style on the composition, before it is painted. */
export type Traits = {
  /** Amount of detail of the land, 0 to 1. */
  readonly texture: number;
  readonly clouds: CloudKind;
  /** Share of the land layers that is kept: 1 keeps all, lower values drop the distant ones. */
  readonly density: number;
  readonly haze: number;
  /** Flat colours instead of shading. */
  readonly flatness: number;
  readonly figureScale: number;
  /** Radius of the sun and the moon. */
  readonly sunRadius: number;
};

const FULL: Traits = { texture: 1, clouds: 'soft', density: 1, haze: 0.85, flatness: 0, figureScale: 1, sunRadius: 0.045 };

export const TRAITS: Readonly<Record<StyleId, Traits>> = {
  photorealistic: FULL,
  artistic: { ...FULL, texture: 0.8, haze: 0.6, figureScale: 1.1, sunRadius: 0.07 },
  anime: { ...FULL, texture: 0.55, clouds: 'puffy', haze: 0.55, flatness: 0.55, figureScale: 1.1 },
  'digital-art': { ...FULL, texture: 0.75, haze: 0.65, figureScale: 1.05, sunRadius: 0.1 },
  'oil-painting': { ...FULL, texture: 0.9, haze: 0.7, figureScale: 1.05 },
  watercolor: { ...FULL, texture: 0.4, haze: 0.95, flatness: 0.35, figureScale: 1.05 },
  cinematic: { ...FULL, haze: 1.05, figureScale: 0.86, sunRadius: 0.06 },
  minimalist: { texture: 0, clouds: 'none', density: 0.5, haze: 0.6, flatness: 1, figureScale: 0.84, sunRadius: 0.17 },
};
