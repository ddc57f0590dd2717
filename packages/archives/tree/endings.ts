/** First characters of content that is commonly signed. */
const BEGINNINGS: readonly (readonly [pattern: RegExp, ending: string])[] = [
  [/^%PDF-/, '.pdf'],
  [/^PK\x03\x04/, '.zip'],
  [/^\s*<\?xml/, '.xml'],
  [/^\s*<(?:!doctype )?html/i, '.html'],
  [/^(?:mime-version|content-[\w-]+|from|to|subject|date):/im, '.eml'],
  [/^\{\\rtf/, '.rtf'],
  [/^\x89PNG/, '.png'],
  [/^\xff\xd8\xff/, '.jpg'],
];

/** Picks a file extension for a nameless file by its first bytes: `.txt` for plain text, `.bin` otherwise. */
export function endingOf(bytes: Uint8Array): string {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  const known = BEGINNINGS.find(([pattern]) => pattern.test(beginning));
  if (known) return known[1];
  return /[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(beginning) ? '.bin' : '.txt';
}
