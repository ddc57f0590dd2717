import { PDFHexString, PDFString } from '@cantoo/pdf-lib';

/**
 * Returns the bytes of all strings of a content stream (ISO 32000-1, 7.3.4), joined, as Latin-1. Numbers and operators are left out.
 * Everything after an unbalanced bracket counts as a string.
 */
export function contentStrings(content: string): string {
  const strings: string[] = [];
  let at = 0;
  while (at < content.length) {
    const first = content[at];
    if (first === '(') {
      const end = literalEnd(content, at);
      strings.push(latin1(PDFString.of(content.slice(at + 1, end - 1)).asBytes()));
      at = end;
    } else if (first === '<' && content[at + 1] !== '<') {
      const end = content.indexOf('>', at);
      const digits = content.slice(at + 1, end === -1 ? content.length : end);
      strings.push(latin1(PDFHexString.of(digits).asBytes()));
      at = end === -1 ? content.length : end + 1;
    } else at += first === '<' ? 2 : 1;
  }
  return strings.join('');
}

const latin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

/** Index after the bracket that closes a literal string. */
function literalEnd(content: string, start: number): number {
  let depth = 0;
  for (let at = start; at < content.length; at += 1) {
    if (content[at] === '\\') at += 1;
    else if (content[at] === '(') depth += 1;
    else if (content[at] === ')' && --depth === 0) return at + 1;
  }
  return content.length + 1;
}
