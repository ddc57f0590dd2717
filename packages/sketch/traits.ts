import type { StyleId } from '@bakkum/studio-options/styles';
import type { CloudKind } from './sky.ts';

/** What a style asks of the composition, before it is painted in its manner. */
export type Traits = {
  /** Fine detail of the land: 0 to 1. */
  readonly texture: number;
  readonly clouds: CloudKind;
  /** Pieces of land behind each other: 1 keeps all, less leaves the far ones out. */
  readonly density: number;
  readonly haze: number;
  /** Colours flat instead of round bodies. */
  readonly flatness: number;
  readonly figureScale: number;
  /** Large discs for the sun and the moon. */
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
