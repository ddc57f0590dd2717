import { decodeBase64 } from '@bakkum/bytes/bytes';
import { append } from '@bakkum/bytes/long-lists';
import { decodeStated, decodeText, guessText } from '../text-encoding.ts';

export const latin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);
/** Returns the bytes of a binary string. `windows-1252` is what browsers call Latin-1. */
export function bytesOfLatin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => HIGH.get(character) ?? character.charCodeAt(0) & 0xff);
}
const HIGH: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 32 }, (_, index) => [latin1(Uint8Array.of(0x80 + index)), 0x80 + index]),
);

const WORD = /=\?([^?*]+)(?:\*[^?]*)?\?([bq])\?([^?]*)\?=/gi;

/** Decodes a header: encoded words (RFC 2047), adjacent ones joined, and raw non-ASCII bytes. */
export function decodeHeader(raw: string): string {
  const joined = raw.replaceAll(/(\?=)\s+(?==\?)/g, '$1');
  const plain = /[\x80-\uffff]/.test(joined) ? undefined : joined;
  if (plain === undefined && !/=\?/.test(joined)) {
    const bytes = bytesOfLatin1(joined);
    return guessText(bytes) ?? decodeText(bytes);
  }
  return decodeWords(joined);
}

/** Joins the bytes of adjacent words in one encoding first, because mailers split within characters. */
function decodeWords(text: string): string {
  let out = '';
  let end = 0;
  let open: { charset: string; bytes: number[] } | undefined;
  const flush = (): void => {
    if (open) out += decodeStated(Uint8Array.from(open.bytes), open.charset);
    open = undefined;
  };
  for (const found of text.matchAll(WORD)) {
    const [whole, charset = '', kind = '', content = ''] = found;
    if (found.index > end) {
      flush();
      out += text.slice(end, found.index);
    }
    const bytes = kind.toLowerCase() === 'b' ? fromBase64(content) : fromQuoted(content.replaceAll('_', ' '));
    if (open && open.charset.toLowerCase() !== charset.toLowerCase()) flush();
    open ??= { charset, bytes: [] };
    append(open.bytes, bytes);
    end = found.index + whole.length;
  }
  flush();
  return out + text.slice(end);
}

/** Decodes Base64, skipping invalid characters like mailers do. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const clean = text.replaceAll(/[^A-Za-z0-9+/]/g, '');
  const whole = clean.length % 4 === 1 ? clean.slice(0, -1) : clean;
  return decodeBase64(whole);
}

/** Decodes quoted-printable from a binary string and removes soft line breaks. */
export function fromQuoted(text: string): Uint8Array<ArrayBuffer> {
  const joined = text.replaceAll(/=[ \t]*\r?\n/g, '');
  const decoded = joined.replaceAll(/=([0-9a-f]{2})/gi, (_, digits: string) =>
    latin1(Uint8Array.of(Number.parseInt(digits, 16))),
  );
  return bytesOfLatin1(decoded);
}

export type Parameters = { readonly value: string; readonly parameters: ReadonlyMap<string, string> };

/** Parses `text/plain; charset="…"`, including encoded and continued parameters (RFC 2231). */
export function parametersOf(raw: string): Parameters {
  const [value = '', ...rest] = partsOf(raw);
  const pieces = new Map<string, { index: number; encoded: boolean; text: string }[]>();
  for (const part of rest) {
    const [, name = '', index = '0', star = '', text = ''] = /^\s*([^\s=*]+)(?:\*(\d+))?(\*)?\s*=\s*([\s\S]*)/.exec(part) ?? [];
    if (name === '') continue;
    const list = pieces.get(name.toLowerCase()) ?? [];
    list.push({ index: Number(index), encoded: star === '*', text: unquoted(text.trim()) });
    pieces.set(name.toLowerCase(), list);
  }
  const parameters = new Map([...pieces].map(([name, list]) => [name, joinedPieces(list)]));
  return { value: value.trim().toLowerCase(), parameters };
}

/** Splits at semicolons outside quotes. */
const partsOf = (raw: string): readonly string[] => raw.match(/(?:"(?:\\[\s\S]|[^"\\])*(?:"|\\?$)|[^";])+/g) ?? [];

const unquoted = (text: string): string =>
  text.startsWith('"') ? text.replace(/^"|"$/g, '').replaceAll(/\\([\s\S])/g, '$1') : text;

function joinedPieces(list: readonly { readonly index: number; readonly encoded: boolean; readonly text: string }[]): string {
  const ordered = list.toSorted((one, other) => one.index - other.index);
  if (!ordered.some(({ encoded }) => encoded)) return decodeHeader(ordered.map(({ text }) => text).join(''));
  const [, charset = 'utf-8'] = /^([^']*)'[^']*'/.exec(ordered[0]?.text ?? '') ?? [];
  const raw = ordered.map(({ text, encoded }, index) => {
    const content = index === 0 ? text.replace(/^[^']*'[^']*'/, '') : text;
    return encoded ? content.replaceAll('%', '=') : content.replaceAll('=', '=3D');
  });
  return decodeStated(fromQuoted(raw.join('')), charset);
}
