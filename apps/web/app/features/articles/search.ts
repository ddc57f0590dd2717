import type { Subject } from './view.ts';

type Searched = { readonly subject: Subject };

/** Whether any of the texts holds what is looked for, in whatever case; Hangul also where it was typed as separate letters. */
export function holds(query: string, texts: readonly string[]): boolean {
  const wanted = plain(query);
  return texts.some((text) => plain(text).includes(wanted));
}

/** Those of a subject (all without one) whose texts hold the query. */
export function search<Item extends Searched>(
  items: readonly Item[],
  {
    query,
    subject,
    textsOf,
  }: { readonly query: string; readonly subject: Subject | undefined; readonly textsOf: (item: Item) => readonly string[] },
): readonly Item[] {
  return items.filter((item) => (subject === undefined || item.subject === subject) && holds(query, textsOf(item)));
}

function plain(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
