import type { OptionsSchema } from '@bakkum/conversion/options';
import { ENCODINGS } from '@bakkum/document-input/text-encoding';
import { OUTPUT_ENCODING_OPTION } from '@bakkum/document-output/text-encoding';

const FRAME_RATES = ['keep', '23.976', '24', '25', '29.97', '30', '50', '59.94', '60'] as const;
const INPUT_ENCODINGS = ['auto', ...ENCODINGS];

/** Options by source and target: languages for multilingual formats, encodings for plain text. */
export function optionsFor(from: string, to: string): OptionsSchema {
  return {
    shift: { kind: 'number', min: -86_400_000, max: 86_400_000, step: 100, unit: 'ms', default: 0, advanced: true },
    ...(from === 'smi' && to !== 'smi' ? LANGUAGES : {}),
    frameRateFrom: { kind: 'choice', values: FRAME_RATES, default: 'keep', advanced: true },
    frameRateTo: { kind: 'choice', values: FRAME_RATES, default: 'keep', advanced: true },
    inputEncoding: { kind: 'choice', values: INPUT_ENCODINGS, default: 'auto', advanced: true },
    ...(to === 'ttml' || to === 'vtt' ? {} : to === 'smi' ? MARKED_ENCODING : OUTPUT_ENCODING_OPTION),
  };
}

/** Korean players recognise UTF-8 in SMI files only by a byte-order mark. */
const MARKED_ENCODING: OptionsSchema = Object.fromEntries(
  Object.entries(OUTPUT_ENCODING_OPTION).map(([name, field]) => [
    name,
    field.kind === 'choice' ? { ...field, default: 'utf-8-bom' } : field,
  ]),
);

const LANGUAGES: OptionsSchema = {
  /** For multilingual files: a file per language, the texts stacked, or only the first language. */
  languages: { kind: 'choice', values: ['separate', 'together', 'first'], default: 'separate' },
};
