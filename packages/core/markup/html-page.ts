import { escapeHtml } from './escape.ts';

export type HtmlPage = {
  /** Plain text. */
  readonly title: string;
  /** HTML. */
  readonly body: string;
  /** BCP 47; unknown if empty. */
  readonly language?: string;
  /** Names and contents of `meta` elements; empty contents are left out. */
  readonly meta?: readonly (readonly [name: string, content: string])[];
};

/** Writes a complete web page in UTF-8. */
export function htmlPage({ title, body, language = '', meta = [] }: HtmlPage): string {
  const described = meta.map(([name, content]) =>
    content === '' ? '' : `<meta name="${escapeHtml(name)}" content="${escapeHtml(content)}">`,
  );
  const attribute = language === '' ? '' : ` lang="${escapeHtml(language)}"`;
  const head = `<meta charset="utf-8"><title>${escapeHtml(title)}</title>${described.join('')}`;
  return `<!DOCTYPE html>\n<html${attribute}><head>${head}</head><body>\n${body}\n</body></html>\n`;
}
