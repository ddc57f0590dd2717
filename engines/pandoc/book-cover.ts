const COVER = /<(?:\w+:)?coverpage\b[^>]*>([\s\S]*?)<\/(?:\w+:)?coverpage\s*>/gi;
const PICTURE = /<(?:\w+:)?image\b[^>]*\/?>/i;

/**
 * A FictionBook with its cover as the first picture of the text: as what the program calls a cover it would be looked for outside
 * the file, where a book of EPUB fails, and other documents would do without.
 */
export function withCoverInText(book: string): string {
  const picture = PICTURE.exec([...book.matchAll(COVER)][0]?.[1] ?? '')?.[0];
  const plain = book.replaceAll(COVER, '');
  if (picture === undefined) return plain;
  const closed = picture.endsWith('/>') ? picture : `${picture.slice(0, -1)}/>`;
  return plain.replace(/<(?:\w+:)?body\b[^>]*>/i, (body) => `${body}${closed}`);
}
