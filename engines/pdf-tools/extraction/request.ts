import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';

/** Options of PDF to ZIP. */
export const EXTRACTION_OPTIONS: OptionsSchema = {
  extract: { kind: 'choice', values: ['all', 'images', 'attachments'], default: 'all' },
  /** Pages whose images are extracted, such as `1-3, 7`. Attachments belong to the whole file. */
  pages: { kind: 'text', maxLength: 100_000, default: '', advanced: true },
  password: { kind: 'text', maxLength: 255, default: '', secret: true, advanced: true },
};

export function takesImages({ extract }: OptionValues): boolean {
  return extract !== 'attachments';
}

export function takesAttachments({ extract }: OptionValues): boolean {
  return extract !== 'images';
}
