import type { FormatText } from '../../content/formats/format-text.ts';
import { FORMAT_TEXTS } from '../../content/formats/texts.ts';

export type { FormatText, FormatWords, Storage, Trait } from '../../content/formats/format-text.ts';

/** What somebody who knows a format says of it; `undefined` where nobody has written it yet. */
export function formatText(id: string): FormatText | undefined {
  return Object.hasOwn(FORMAT_TEXTS, id) ? FORMAT_TEXTS[id] : undefined;
}
