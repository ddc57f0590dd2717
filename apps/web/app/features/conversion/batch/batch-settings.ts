import type { OptionsSchema, OptionValue } from '@bakkum/conversion/options';

/** The choices of the specification, in its order. */
export const BATCH_CHOICES = {
  outputFormat: ['auto', 'pdf', 'jpg', 'png', 'docx', 'mp3'],
  quality: ['high', 'medium', 'low'],
  compression: ['none', 'balanced', 'maximum'],
  naming: ['original', 'prefix', 'suffix', 'sequential'],
} as const;

export type BatchChoice = keyof typeof BATCH_CHOICES;

/** Settings for all files of a batch. `text` is the prefix, suffix or base of result names. */
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

const MAX_TEXT = 60;

/** Reads settings from an address: `?outputFormat=pdf&quality=low`. Missing or unknown values get their defaults. */
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

/** Includes only values that differ from the defaults. */
export function parametersOf(settings: BatchSettings): URLSearchParams {
  const names = ['outputFormat', 'quality', 'compression', 'naming', 'text'] as const;
  return new URLSearchParams(names.flatMap((name) => (settings[name] === DEFAULT_BATCH[name] ? [] : [[name, settings[name]]])));
}

/** Removes characters that are not allowed in file names. */
export function safeText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is removed
  return text.replaceAll(/[\u0000-\u001f<>:"/\\|?*]/g, '').slice(0, MAX_TEXT);
}

/** Returns the id of the target for all files; undefined for "auto". */
export function formatOf({ outputFormat }: BatchSettings): string | undefined {
  if (outputFormat === 'auto') return undefined;
  return outputFormat === 'jpg' ? 'jpeg' : outputFormat;
}

/** From the fastest to the strongest compression, over all engines. */
const COMPRESSION_VALUES: Readonly<Record<BatchSettings['compression'], readonly string[]>> = {
  none: ['none', 'fast'],
  balanced: ['balanced'],
  maximum: ['smallest', 'maximum', 'deflate', 'best'],
};

/** Returns the option values these settings mean for a conversion. */
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

/** Returns a result's name by the naming rule; `place` counts from 1. */
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
