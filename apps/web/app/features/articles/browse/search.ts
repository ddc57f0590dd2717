import type { Subject } from '../view.ts';

type Searched = { readonly subject: Subject };

/** Returns whether the texts contain all words of the query, ignoring case and matching Hangul typed as separate letters. */
export function holds(query: string, texts: readonly string[]): boolean {
  const text = plain(texts.join(' '));
  return plain(query)
    .split(' ')
    .every((word) => text.includes(word));
}

/** Returns the entries of a subject (or all) whose texts contain the query. */
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
