import type { Book } from './book.ts';

/** Text of this version and later is XHTML in pieces. */
const PIECES = 8;

/** A book as one page, and how many of its pictures could not be taken along. */
export function pageOf(book: Book): { readonly html: string; readonly lostPictures: number } {
  const marked = book.version >= PIECES ? book.text : withAnchors(book.text);
  const text = new TextDecoder(book.encoding).decode(marked);
  const pictures = createPictures(book);
  const body = withPictures(cleaned(text), pictures.address);
  const head =
    `<meta charset="utf-8"><title>${escapeHtml(book.title)}</title>` +
    (book.author === '' ? '' : `<meta name="author" content="${escapeHtml(book.author)}">`);
  return {
    html: `<!DOCTYPE html>\n<html><head>${head}</head>\n<body>\n${body}\n</body></html>\n`,
    lostPictures: pictures.lost(),
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Links of older books lead to places counted in bytes: there, a name is put. */
function withAnchors(text: Uint8Array): Uint8Array {
  const latin = Array.from({ length: Math.ceil(text.length / CHUNK) }, (_, index) =>
    String.fromCharCode(...text.subarray(index * CHUNK, (index + 1) * CHUNK)),
  ).join('');
  const places = [...new Set([...latin.matchAll(/filepos="?0*(\d+)/g)].map(([, place]) => Number(place)))]
    .filter((place) => place > 0 && place < latin.length)
    .sort((a, b) => a - b);
  let last = 0;
  const parts = places.map((place) => {
    // A place inside a tag is moved before it.
    const tag = latin.lastIndexOf('<', place - 1);
    const at = Math.max(last, tag > latin.lastIndexOf('>', place - 1) ? tag : place);
    const part = `${latin.slice(last, at)}<a id="filepos${place}"></a>`;
    last = at;
    return part;
  });
  const linked = (parts.join('') + latin.slice(last)).replaceAll(/filepos="?0*(\d+)"?/g, 'href="#filepos$1"');
  return Uint8Array.from(linked, (character) => character.charCodeAt(0));
}

const CHUNK = 8192;

/** Without what wraps it, what is for Kindle's own eyes, and scripts. */
function cleaned(text: string): string {
  return text
    .replaceAll(/<(script|style|guide|head)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, '')
    .replaceAll(
      /<\?[\s\S]*?\?>|<!DOCTYPE[^>]*>|<\/?(?:html|body)\b[^>]*>|<link\b[^>]*>|<\/?mbp:(?:nu|frameset|section)\b[^>]*>/gi,
      '',
    )
    .replaceAll(/<mbp:pagebreak\b[^>]*\/?>(?:\s*<\/mbp:pagebreak>)?/gi, '\n')
    .replaceAll(/\s(?:href|src)=(["'])kindle:(?!embed)[^"']*\1/gi, '')
    .replaceAll('\0', '')
    .trim();
}

type Pictures = { address(number: number): string | undefined; lost(): number };

const KINDS: readonly (readonly [beginning: readonly number[], type: string])[] = [
  [[0xff, 0xd8], 'image/jpeg'],
  [[0x89, 0x50], 'image/png'],
  [[0x47, 0x49, 0x46], 'image/gif'],
];

function createPictures(book: Book): Pictures {
  const known = new Map<number, string | undefined>();
  let lost = 0;
  return {
    address(number) {
      if (!known.has(number)) {
        const bytes = book.picture(number);
        const type = bytes && KINDS.find(([beginning]) => beginning.every((byte, index) => bytes[index] === byte))?.[1];
        known.set(number, bytes && type && `data:${type};base64,${base64(bytes)}`);
      }
      const address = known.get(number);
      if (address === undefined) lost += 1;
      return address;
    },
    lost: () => lost,
  };
}

function base64(bytes: Uint8Array): string {
  const parts = Array.from({ length: Math.ceil(bytes.length / CHUNK) }, (_, index) =>
    String.fromCharCode(...bytes.subarray(index * CHUNK, (index + 1) * CHUNK)),
  );
  return btoa(parts.join(''));
}

/** Older books number their pictures, newer ones count them in base 32. */
function withPictures(text: string, address: (number: number) => string | undefined): string {
  return text.replaceAll(/<img\b[^>]*>/gi, (tag) => {
    const plain = /\srecindex=["']?0*(\d+)/i.exec(tag)?.[1];
    const embedded = /kindle:embed:([0-9a-v]+)/i.exec(tag)?.[1];
    const number = plain === undefined ? Number.parseInt(embedded ?? '', 32) : Number(plain);
    const source = Number.isFinite(number) ? address(number) : undefined;
    const alt = /\salt=(["'])([\s\S]*?)\1/i.exec(tag)?.[2] ?? '';
    return source === undefined ? alt : `<img src="${source}" alt="${alt.replaceAll('"', '&quot;')}">`;
  });
}
