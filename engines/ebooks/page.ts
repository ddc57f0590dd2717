import { encodeBase64 } from '@bakkum/bytes/bytes';
import { htmlPage } from '@bakkum/markup/html-page';
import type { Book } from './book.ts';
import { markedText, PAGE_BREAK } from './marked-text.ts';
import { type BookPicture, createPictures, withPictures } from './pictures.ts';

/** Returns a book as one page with its cover first, and the number of missing images. */
export function pageOf(book: Book): { readonly html: string; readonly lostPictures: number } {
  const pictures = createPictures(book);
  const shown = new Set<number>();
  const body = withPictures(markedText(book).replaceAll(PAGE_BREAK, '\n'), pictures, (picture, alt) => {
    shown.add(picture.number);
    return `<img src="${addressOf(picture)}" alt="${alt}">`;
  }).trim();
  const cover = book.cover === undefined || shown.has(book.cover) ? undefined : pictures.get(book.cover);
  const first = cover ? `<p><img src="${addressOf(cover)}" alt=""></p>\n` : '';
  const { title, author, description, language } = book;
  const meta = [
    ['author', author],
    ['description', description],
  ] as const;
  return {
    html: htmlPage({ title, body: `${first}${body}`, language, meta }),
    lostPictures: pictures.lost(),
  };
}

function addressOf({ mediaType, bytes }: BookPicture): string {
  return `data:${mediaType};base64,${encodeBase64(bytes)}`;
}
