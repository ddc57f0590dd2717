import type { ImageProviderManifest } from '@bakkum/image-provider/provider';

/** The design studio: posters, scenes, patterns and more, drawn by procedures; free and without AI. */
export const manifest: ImageProviderManifest = {
  id: 'design',
  name: 'Design studio',
  rank: 1000,
  variables: {},
  capabilities: { cancel: false, progress: false },
  models: [
    {
      id: '',
      name: 'Design studio',
      sizes: { kind: 'any', step: 1, longest: 4096, shortest: 64 },
      seed: true,
      negativePrompt: false,
      edit: 'redrawn',
      mask: false,
      extend: { kind: 'format' },
      moderated: false,
      languages: ['en', 'ko'],
      creditRate: 0,
    },
  ],
  upscalers: [
    { id: '', name: 'Design studio', moderated: false, factor: 4, takes: { kind: 'vector' }, method: 'redraw', credits: 0 },
  ],
  backgroundRemovers: [
    { id: '', name: 'Design studio', moderated: false, takes: { kind: 'vector' }, method: 'redraw', credits: 0 },
  ],
  place: 'built-in',
  design: true,
  needsConsent: false,
  atOnce: 2,
};
