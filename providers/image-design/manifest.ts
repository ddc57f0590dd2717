import type { ImageProviderManifest } from '@bakkum/image-provider/provider';

/** This site's own renderer: procedural sketches, free and without AI. */
export const manifest: ImageProviderManifest = {
  id: 'sketch',
  name: 'Built-in sketch',
  rank: 1000,
  variables: {},
  capabilities: {
    sizes: { kind: 'any', step: 1, longest: 4096, shortest: 64 },
    seed: true,
    negativePrompt: false,
    edit: false,
    mask: false,
    cancel: false,
    progress: false,
  },
  place: 'built-in',
  sketch: true,
  needsConsent: false,
  atOnce: 2,
};
