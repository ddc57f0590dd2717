import type { ConversionCore } from './conversion-core.ts';

/** The page has one core, whose workers are shared. */
let core: Promise<ConversionCore> | undefined;

/** Loads the conversion core on first use. A failed load is forgotten, so that the next use tries again. */
export function loadConversionCore(): Promise<ConversionCore> {
  core ??= import('./conversion-core.ts')
    .then(({ openConversionCore }) => openConversionCore())
    .catch((error: unknown) => {
      core = undefined;
      throw error;
    });
  return core;
}
