import type { Locale } from '@bakkum/i18n/locale';
import { formatList } from '@bakkum/i18n/quantity';
import type { StudioState } from '../studio-state.ts';

/** Names the services that may receive an image to edit: `OpenAI or ComfyUI`. */
export function editorsOf({ studio }: StudioState, locale: Locale): string {
  const names = (studio?.models ?? []).flatMap(({ edit, serviceName }) => (edit === 'none' ? [] : serviceName));
  return formatList(locale, [...new Set(names)], 'disjunction');
}
