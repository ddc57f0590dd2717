import type { Locale } from '@bakkum/i18n/locale';
import { type Rendered, renderMarkdown } from '../markdown.server.ts';

const TEXTS = import.meta.glob<string>('../../../../../../content/legal/*.md', { query: '?raw', import: 'default', eager: true });

/**
 * Fills in the placeholders `{{name}}` of a legal text.
 * @throws Error when a placeholder has no value or a value is unused
 */
export function legalText(id: string, locale: Locale, figures: Readonly<Record<string, string>> = {}): Rendered {
  const text = TEXTS[`../../../../../../content/legal/${id}.${locale}.md`];
  if (text === undefined) throw new Error(`no text ${id} in ${locale}`);
  const used = new Set<string>();
  const filled = text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const figure = figures[name];
    if (figure === undefined) throw new Error(`${id} asks for ${name}`);
    used.add(name);
    return figure;
  });
  const unused = Object.keys(figures).filter((name) => !used.has(name));
  if (unused.length > 0) throw new Error(`${id} does not say ${unused.join(', ')}`);
  return renderMarkdown(filled, locale);
}
