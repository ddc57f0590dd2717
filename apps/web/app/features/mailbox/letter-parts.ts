/** A part of an email: text, or a link. */
export type LetterPart = { readonly text: string; readonly href?: string };

/**
 * Splits the text of an email at its links. Links to the site's own origin become relative: in demo mode it is reached under any
 * host name, and the session belongs to the current one.
 */
export function letterParts(text: string, origin: string): readonly LetterPart[] {
  return text.split(/(https?:\/\/\S+)/).flatMap((piece, index): LetterPart[] => {
    if (piece === '') return [];
    if (index % 2 === 0 || !URL.canParse(piece)) return [{ text: piece }];
    const url = new URL(piece);
    return [{ text: piece, href: url.origin === origin ? url.pathname + url.search + url.hash : url.href }];
  });
}
