import type { OptionsSchema } from '@bakkum/conversion/options';

export const PREVIEW_OPTIONS = {
  view: { kind: 'choice', values: ['corner', 'front', 'back', 'left', 'right', 'top', 'bottom'], default: 'corner' },
  previewSize: { kind: 'number', min: 16, max: 4096, step: 1, unit: 'px', default: 1024 },
  previewBackground: { kind: 'choice', values: ['transparent', 'white', 'grey'], default: 'transparent', advanced: true },
} as const satisfies OptionsSchema;
