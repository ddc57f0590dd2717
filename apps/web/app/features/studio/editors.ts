import type { Locale } from '@bakkum/i18n/locale';
import { formatList } from '@bakkum/i18n/quantity';
import type { StudioState } from './studio-state.ts';

/** The services that may get a picture to change it: `OpenAI or ComfyUI`. */
export function editorsOf({ studio }: StudioState, locale: Locale): string {
  const names = (studio?.providers ?? []).filter(({ edit }) => edit).map(({ name }) => name);
  return formatList(locale, names, 'disjunction');
}
