/** Characters that are markup, and everything XML 1.0 cannot hold (section 2.2), including lone surrogates. */
const IN_TEXT = /[&<>\r]|[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const IN_ATTRIBUTE = /[&<>"\t\n\r]|[^\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const IN_HTML = /[&<>"]|[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const REFERENCES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ['\t', '&#9;'],
  ['\n', '&#10;'],
  ['\r', '&#13;'],
]);

const referenceTo = (character: string): string => REFERENCES.get(character) ?? '';

/** Escapes text between XML tags. Carriage returns become references, because parsers replace them with line feeds. */
export function escapeXmlText(text: string): string {
  return text.replace(IN_TEXT, referenceTo);
}

/** Escapes a double-quoted XML attribute. Tabs and line breaks become references, because parsers replace them with spaces. */
export function escapeXmlAttribute(text: string): string {
  return text.replace(IN_ATTRIBUTE, referenceTo);
}

/** Escapes HTML text or a double-quoted HTML attribute. */
export function escapeHtml(text: string): string {
  return text.replace(IN_HTML, referenceTo);
}
