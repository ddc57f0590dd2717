import { startsWith } from '@bakkum/bytes/bytes';
import type { Book } from './book.ts';

export type BookPicture = {
  readonly number: number;
  readonly mediaType: string;
  readonly extension: string;
  readonly bytes: Uint8Array;
};

export type Pictures = { get(number: number): BookPicture | undefined; lost(): number };

const KINDS: readonly (readonly [beginning: readonly number[], mediaType: string, extension: string])[] = [
  [[0xff, 0xd8], 'image/jpeg', 'jpg'],
  [[0x89, 0x50], 'image/png', 'png'],
  [[0x47, 0x49, 0x46], 'image/gif', 'gif'],
];

/** Looks up images of a book by number and counts missing ones. */
export function createPictures(book: Book): Pictures {
  const known = new Map<number, BookPicture | undefined>();
  let lost = 0;
  return {
    get(number) {
      if (!known.has(number)) known.set(number, read(book, number));
      const picture = known.get(number);
      if (!picture) lost += 1;
      return picture;
    },
    lost: () => lost,
  };
}

function read(book: Book, number: number): BookPicture | undefined {
  const bytes = book.picture(number);
  const kind = bytes && KINDS.find(([beginning]) => startsWith(bytes, beginning));
  return kind && bytes ? { number, mediaType: kind[1], extension: kind[2], bytes } : undefined;
}

/**
 * Replaces each `img` with the result of `show` for its image and text. Older books use decimal image numbers, newer ones base
 * 32.
 */
export function withPictures(text: string, pictures: Pictures, show: (picture: BookPicture, alt: string) => string): string {
  return text.replaceAll(/<img\b[^<>]*>/gi, (tag) => {
    const plain = /\srecindex=["']?0*(\d+)/i.exec(tag)?.[1];
    const embedded = /kindle:embed:([0-9a-v]+)/i.exec(tag)?.[1];
    const number = plain === undefined ? Number.parseInt(embedded ?? '', 32) : Number(plain);
    const picture = Number.isFinite(number) ? pictures.get(number) : undefined;
    const alt = /\salt=(["'])([\s\S]*?)\1/i.exec(tag)?.[2] ?? '';
    return picture ? show(picture, alt.replaceAll('"', '&quot;')) : alt;
  });
}
