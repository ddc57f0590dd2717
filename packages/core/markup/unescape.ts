import { decodeHTML } from 'entities/decode';

const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Decodes character references and the five predefined entities. Other entities stay; impossible characters become U+FFFD. */
export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hexadecimal?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return PREDEFINED.get(name) ?? whole;
    return characterOf(hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16));
  });
}

/** Decodes all character references and named entities of HTML, as browsers do: `&nbsp;`, and `&copy` without its semicolon. */
export function unescapeHtml(text: string): string {
  return decodeHTML(text);
}

function characterOf(code: number): string {
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}
