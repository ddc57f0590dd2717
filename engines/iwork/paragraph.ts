/** A paragraph with its heading level derived from the style name, or 0 for body text. */
export type Paragraph = { readonly level: number; readonly text: string };

/** Levels of the styles in Pages' English and Korean templates. */
export function levelOf(styleName: string): number {
  if (/^(?:title|제목)\s*$/i.test(styleName)) return 1;
  if (/^(?:subtitle|부제)/i.test(styleName)) return 2;
  const [, number] = /^(?:heading|머리말|머리글|제목)\s*(\d)?/i.exec(styleName) ?? [];
  if (!/^(?:heading|머리말|머리글|제목)/i.test(styleName)) return 0;
  return Math.min(6, Number(number ?? 1) + 1);
}

/** Removes control characters that mark breaks and anchors; a line break within a paragraph is kept. */
export function cleaned(text: string): string {
  return text.replaceAll('\u2028', '\n').replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffc\u2029]/g, '');
}
