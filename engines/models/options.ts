import type { OptionsSchema } from '@bakkum/conversion/options';
import { UNITS } from '@bakkum/model-scene/scene';

/** Options of every model target. Automatic: as in the file, as far as the target supports it. */
export const MODEL_OPTIONS = {
  modelUnit: { kind: 'choice', values: ['auto', ...UNITS], default: 'auto', advanced: true },
  sourceUnit: { kind: 'choice', values: ['auto', ...UNITS], default: 'auto', advanced: true },
  upAxis: { kind: 'choice', values: ['auto', 'as-is', 'y', 'z'], default: 'auto', advanced: true },
  modelScale: { kind: 'number', min: 0.001, max: 1_000_000, step: 1, unit: 'percent', default: 100, advanced: true },
} as const satisfies OptionsSchema;

/** Formats with a text and a binary form. Binary is smaller and exact. */
export const ENCODED_OPTIONS = {
  ...MODEL_OPTIONS,
  modelEncoding: { kind: 'choice', values: ['binary', 'text'], default: 'binary', advanced: true },
} as const satisfies OptionsSchema;
