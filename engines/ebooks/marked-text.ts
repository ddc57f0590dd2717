import { decodeLatin1, encodeLatin1 } from '@bakkum/bytes/bytes';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { escapeHtml } from '@bakkum/markup/escape';
import type { Book } from './book.ts';

/** From this version, text is XHTML in parts. */
const PIECES = 8;
/** Characters of plain text per page; readers are slow with longer pages. */
const MAX_PAGE_LENGTH = 60_000;

/** Marks the start of a new page. */
export const PAGE_BREAK = '<hr class="page-break">';

/**
 * Returns the text of a book as HTML without its wrapper: anchors for links and contents, breaks between pages. Image references
 * stay unchanged.
 */
export function markedText(book: Book): string {
  if (book.version === 0) return plainParagraphs(decodeText(new Uint8Array(book.text)));
  const latin = decodeLatin1(book.text);
  const linked = book.version >= PIECES ? withPieceLinks(latin, book) : withPlaceLinks(latin, book);
  return cleaned(new TextDecoder(book.encoding).decode(encodeLatin1(linked)));
}

/** Anchor name of a text position. */
export function placeName(place: number): string {
  return `place-${place}`;
}

function plainParagraphs(text: string): string {
  let length = 0;
  return text
    .replaceAll('\0', '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      length += line.length;
      const isFull = length > MAX_PAGE_LENGTH;
      if (isFull) length = 0;
      return `<p>${escapeHtml(line)}</p>${isFull ? PAGE_BREAK : ''}`;
    })
    .join('\n');
}

/** Older books link to byte offsets. */
function withPlaceLinks(latin: string, { contents }: Book): string {
  const linked = [...latin.matchAll(/filepos="?0*(\d+)/g)].map(([, place]) => Number(place));
  return withNames(latin, [...linked, ...contents.map(({ place }) => place)]).replaceAll(
    /filepos="?0*(\d+)"?/g,
    (_, place: string) => `href="#${placeName(Number(place))}"`,
  );
}

const PIECE_LINK = /kindle:pos:fid:([0-9A-V]+):off:([0-9A-V]+)/gi;

/** Newer books link to a part and a byte offset in it, both in base 32. */
function withPieceLinks(latin: string, { contents, placeOf }: Book): string {
  const place = (piece = '', offset = ''): number | undefined => placeOf(Number.parseInt(piece, 32), Number.parseInt(offset, 32));
  const linked = [...latin.matchAll(PIECE_LINK)].map(([, piece, offset]) => place(piece, offset));
  const places = [...linked.filter((one) => one !== undefined), ...contents.map((entry) => entry.place)];
  return withNames(latin, places).replaceAll(PIECE_LINK, (_, piece: string, offset: string) => {
    const target = place(piece, offset);
    return target === undefined ? 'kindle:nowhere' : `#${placeName(target)}`;
  });
}

/** Inserts empty elements named after their positions. */
function withNames(latin: string, places: readonly number[]): string {
  const sorted = [...new Set(places)].filter((place) => place >= 0 && place < latin.length).sort((a, b) => a - b);
  let last = 0;
  const parts = sorted.map((place) => {
    // A position inside a tag is moved before it.
    const tag = latin.lastIndexOf('<', place - 1);
    const at = Math.max(last, tag >= 0 && tag > latin.lastIndexOf('>', place - 1) ? tag : place);
    const part = `${latin.slice(last, at)}<span id="${placeName(place)}"></span>`;
    last = at;
    return part;
  });
  return parts.join('') + latin.slice(last);
}

/** Removes the wrapper, Kindle-specific markup and scripts. */
function cleaned(text: string): string {
  return text
    .replaceAll(/<(script|style|guide|head)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, '')
    .replaceAll(/<html\b[^>]*>|<mbp:pagebreak\b[^>]*\/?>(?:\s*<\/mbp:pagebreak>)?/gi, PAGE_BREAK)
    .replaceAll(
      /<\?[\s\S]*?\?>|<!DOCTYPE[^>]*>|<\/?(?:html|body)\b[^>]*>|<link\b[^>]*>|<\/?mbp:(?:nu|frameset|section)\b[^>]*>/gi,
      '',
    )
    .replaceAll(/\s(?:href|src)=(["'])kindle:(?!embed)[^"']*\1/gi, '')
    .replaceAll('\0', '')
    .trim();
}
