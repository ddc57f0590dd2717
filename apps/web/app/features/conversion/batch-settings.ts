import type { OptionsSchema, OptionValue } from '@bakkum/conversion/options';

/** The choices of the specification, in its order. */
export const BATCH_CHOICES = {
  outputFormat: ['auto', 'pdf', 'jpg', 'png', 'docx', 'mp3'],
  quality: ['high', 'medium', 'low'],
  compression: ['none', 'balanced', 'maximum'],
  naming: ['original', 'prefix', 'suffix', 'sequential'],
} as const;

export type BatchChoice = keyof typeof BATCH_CHOICES;

/** What holds for all files of a batch. `text` is what names begin with, end in, or are counted after. */
export type BatchSettings = {
  readonly [Name in BatchChoice]: (typeof BATCH_CHOICES)[Name][number];
} & { readonly text: string };

export const DEFAULT_BATCH: BatchSettings = {
  outputFormat: 'auto',
  quality: 'high',
  compression: 'balanced',
  naming: 'original',
  text: '',
};

const MOST_TEXT = 60;

/** The settings in an address: `?format=pdf&quality=low`. What is missing or unknown is as usual. */
export function settingsOf(parameters: URLSearchParams): BatchSettings {
  const chosen = <Choice extends string>(name: BatchChoice, known: readonly Choice[], usual: Choice): Choice =>
    known.find((choice) => choice === parameters.get(name)) ?? usual;
  return {
    outputFormat: chosen('outputFormat', BATCH_CHOICES.outputFormat, DEFAULT_BATCH.outputFormat),
    quality: chosen('quality', BATCH_CHOICES.quality, DEFAULT_BATCH.quality),
    compression: chosen('compression', BATCH_CHOICES.compression, DEFAULT_BATCH.compression),
    naming: chosen('naming', BATCH_CHOICES.naming, DEFAULT_BATCH.naming),
    text: safeText(parameters.get('text') ?? ''),
  };
}

/** Only what differs from the usual. */
export function parametersOf(settings: BatchSettings): URLSearchParams {
  const names = ['outputFormat', 'quality', 'compression', 'naming', 'text'] as const;
  return new URLSearchParams(names.flatMap((name) => (settings[name] === DEFAULT_BATCH[name] ? [] : [[name, settings[name]]])));
}

/** Without what a file name cannot hold. */
export function safeText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  return text.replaceAll(/[\u0000-\u001f<>:"/\\|?*]/g, '').slice(0, MOST_TEXT);
}

/** The id of the format all files are to become; none for "auto". */
export function formatOf({ outputFormat }: BatchSettings): string | undefined {
  if (outputFormat === 'auto') return undefined;
  return outputFormat === 'jpg' ? 'jpeg' : outputFormat;
}

/** From the quickest to the tightest, over all engines. */
const COMPRESSION_VALUES: Readonly<Record<BatchSettings['compression'], readonly string[]>> = {
  none: ['none', 'fast'],
  balanced: ['balanced'],
  maximum: ['smallest', 'maximum', 'deflate', 'best'],
};

/** What the settings mean to a conversion that has these options. */
export function optionsFrom(settings: BatchSettings, schema: OptionsSchema): readonly (readonly [string, OptionValue])[] {
  const { quality, compression } = schema;
  const tight =
    compression?.kind === 'choice'
      ? (COMPRESSION_VALUES[settings.compression].find((value) => compression.values.includes(value)) ?? compression.default)
      : undefined;
  return [
    ...(quality?.kind === 'choice' && quality.values.includes(settings.quality) ? [['quality', settings.quality] as const] : []),
    ...(tight === undefined ? [] : [['compression', tight] as const]),
  ];
}

/** A result's name by the rule of the batch; `place` counts from 1. */
export function renamed({ naming, text }: BatchSettings, name: string, place: number): string {
  const dot = name.lastIndexOf('.');
  const [base, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  switch (naming) {
    case 'original':
      return name;
    case 'prefix':
      return text + name;
    case 'suffix':
      return base + text + ending;
    case 'sequential':
      return `${text || 'file-'}${String(place).padStart(3, '0')}${ending}`;
  }
}
