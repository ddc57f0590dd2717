const COVER = /<(?:\w+:)?coverpage\b[^>]*>([\s\S]*?)<\/(?:\w+:)?coverpage\s*>/gi;
const PICTURE = /<(?:\w+:)?image\b[^<>]*>/i;

/**
 * Moves the cover of a FictionBook to the start of its text. As metadata the cover would be looked up outside the file, which
 * fails for EPUB and drops it from other documents.
 */
export function withCoverInText(book: string): string {
  const picture = PICTURE.exec([...book.matchAll(COVER)][0]?.[1] ?? '')?.[0];
  const plain = book.replaceAll(COVER, '');
  if (picture === undefined) return plain;
  const closed = picture.endsWith('/>') ? picture : `${picture.slice(0, -1)}/>`;
  return plain.replace(/<(?:\w+:)?body\b[^<>]*>/i, (body) => `${body}${closed}`);
}
