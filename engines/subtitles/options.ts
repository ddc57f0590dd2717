import type { OptionsSchema } from '@bakkum/conversion/options';

const FRAME_RATES = ['keep', '23.976', '24', '25', '29.97', '30', '50', '59.94', '60'] as const;
const INPUT_ENCODINGS = [
  'auto',
  'utf-8',
  'euc-kr',
  'shift_jis',
  'gb18030',
  'big5',
  'windows-1252',
  'windows-1250',
  'windows-1251',
];
const OUTPUT_ENCODINGS = ['utf-8', 'utf-8-bom', 'utf-16le', 'euc-kr'];

/** @param from and @param to tell what can be asked: languages of a file that may have several, encodings of plain text. */
export function optionsFor(from: string, to: string): OptionsSchema {
  return {
    shift: { kind: 'number', min: -86_400_000, max: 86_400_000, step: 100, unit: 'ms', default: 0 },
    ...(from === 'smi' && to !== 'smi' ? LANGUAGES : {}),
    frameRateFrom: { kind: 'choice', values: FRAME_RATES, default: 'keep', advanced: true },
    frameRateTo: { kind: 'choice', values: FRAME_RATES, default: 'keep', advanced: true },
    inputEncoding: { kind: 'choice', values: INPUT_ENCODINGS, default: 'auto', advanced: true },
    ...(to === 'ttml' || to === 'vtt' ? {} : { outputEncoding: encodingOf(to) }),
  };
}

/** Korean players take UTF-8 in SMI files for it only behind a mark. */
const encodingOf = (to: string): OptionsSchema[string] => ({
  kind: 'choice',
  values: OUTPUT_ENCODINGS,
  default: to === 'smi' ? 'utf-8-bom' : 'utf-8',
  advanced: true,
});

const LANGUAGES: OptionsSchema = {
  /** Where a file has several: a file each, the texts under each other, or the first language alone. */
  languages: { kind: 'choice', values: ['separate', 'together', 'first'], default: 'separate' },
};
