import type { FormatText } from '../../content/formats/format-text.ts';
import { ENGLISH_NAMES } from '../../content/formats/format-text.ts';
import { FORMAT_TEXTS } from '../../content/formats/texts.ts';

export type { FormatText, Trait } from '../../content/formats/format-text.ts';

/** What somebody who knows a format says of it; `undefined` where nobody has written it yet. */
export function formatText(id: string): FormatText | undefined {
  return Object.hasOwn(FORMAT_TEXTS, id) ? FORMAT_TEXTS[id] : undefined;
}

/** Programs that open a format, as they are called in a language. */
export function programsOf({ opens }: FormatText, locale: 'en' | 'ko'): readonly string[] {
  return locale === 'en' ? opens.map((name) => ENGLISH_NAMES[name] ?? name) : opens;
}
