import { latin1 } from './bytes.ts';

const BEGINNING = 16 * 1024;

/** The beginning as text: UTF-8 bytes as one character each, UTF-16 detected by its byte-order mark and reduced to low bytes. */
export function textOf(head: Uint8Array): string {
  const known = texts.get(head);
  if (known !== undefined) return known;
  const decoded = decode(head);
  texts.set(head, decoded);
  return decoded;
}

/** Cached, because dozens of formats test the same beginning. */
const texts = new WeakMap<Uint8Array, string>();

function decode(head: Uint8Array): string {
  const beginning = head.subarray(0, BEGINNING);
  const wide = (beginning[0] === 0xff && beginning[1] === 0xfe) || (beginning[0] === 0xfe && beginning[1] === 0xff);
  if (wide) return latin1(beginning, 2).replaceAll('\0', '');
  return latin1(beginning).replace(/^\u00ef\u00bb\u00bf/, '');
}

/** Lower-case name of the root element without its prefix, after comments, declarations and a document type. */
export function rootElement(head: Uint8Array): string | undefined {
  let rest = textOf(head).trimStart();
  if (!rest.startsWith('<')) return undefined;
  for (;;) {
    const skipped = /^(?:<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!doctype[^[>]*(?:\[[\s\S]*?\]\s*)?>)\s*/i.exec(rest);
    if (!skipped) break;
    rest = rest.slice(skipped[0].length);
  }
  return /^<(?:[\w.-]+:)?([\w.-]+)/.exec(rest)?.[1]?.toLowerCase();
}

export function rootIs(...names: readonly string[]): (head: Uint8Array) => boolean {
  return (head) => names.includes(rootElement(head) ?? '');
}

/** Tests the text after leading white space. */
export function textStarts(pattern: RegExp): (head: Uint8Array) => boolean {
  return (head) => pattern.test(textOf(head).trimStart());
}

/** True for text in UTF-8, UTF-16 or an 8-bit encoding: no unusual control characters. */
export function isText(head: Uint8Array): boolean {
  const beginning = head.subarray(0, BEGINNING);
  if (beginning.length === 0) return false;
  const wide = (beginning[0] === 0xff && beginning[1] === 0xfe) || (beginning[0] === 0xfe && beginning[1] === 0xff);
  if (wide) return true;
  return beginning.every((byte) => byte >= 0x20 || (byte >= 0x07 && byte <= 0x0d) || byte === 0x1b);
}

export function isHtml(head: Uint8Array): boolean {
  const beginning = textOf(head).trimStart();
  return (
    /^(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta|script|div|p)(?=[\s>])/i.test(beginning) &&
    !isXhtml(head)
  );
}

export function isXhtml(head: Uint8Array): boolean {
  return rootElement(head) === 'html' && /^<\?xml\b/.test(textOf(head).trimStart());
}

const DOCBOOK_ROOTS: ReadonlySet<string> = new Set(['book', 'article', 'chapter', 'refentry', 'set', 'part']);

export function isDocBook(head: Uint8Array): boolean {
  return DOCBOOK_ROOTS.has(rootElement(head) ?? '') && /docbook/i.test(textOf(head).slice(0, 2048));
}

export function isJats(head: Uint8Array): boolean {
  return rootElement(head) === 'article' && /JATS|NLM\/\/DTD|jats\.nlm/i.test(textOf(head).slice(0, 2048));
}

/** Flat OpenDocument by the media type on its root element: `text`, `spreadsheet`, `presentation`, `graphics`. */
export function isFlatOpenDocument(kind: string): (head: Uint8Array) => boolean {
  const type = new RegExp(`office:mimetype="application/vnd\\.oasis\\.opendocument\\.${kind}["-]`);
  return (head) => rootElement(head) === 'document' && type.test(textOf(head));
}

/** Comments, then the document class. */
export function isLatex(head: Uint8Array): boolean {
  return /^(?:%[^\n]*\n\s*)*\\document(?:class|style)\b/.test(textOf(head).trimStart());
}
