import type { FormatText } from '../../../content/formats/format-text.ts';
import { ENGLISH_NAMES } from '../../../content/formats/format-text.ts';
import { FORMAT_TEXTS } from '../../../content/formats/texts.ts';

export type { FormatText, Trait } from '../../../content/formats/format-text.ts';

/** Returns the description of a format; `undefined` where there is none yet. */
export function formatText(id: string): FormatText | undefined {
  return Object.hasOwn(FORMAT_TEXTS, id) ? FORMAT_TEXTS[id] : undefined;
}

/** Returns the programs that open a format, by their names in a language. */
export function programsOf({ opens }: FormatText, locale: 'en' | 'ko'): readonly string[] {
  return locale === 'en' ? opens.map((name) => ENGLISH_NAMES[name] ?? name) : opens;
}
