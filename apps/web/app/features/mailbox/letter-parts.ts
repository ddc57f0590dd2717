/** A piece of a mail: words, or an address one can follow. */
export type LetterPart = { readonly text: string; readonly href?: string };

/**
 * Splits the text of a mail at its links. Links to the site's own origin are made relative: in demo mode it is reached under
 * any name of the machine, and one stays where one is signed in.
 */
export function letterParts(text: string, origin: string): readonly LetterPart[] {
  return text.split(/(https?:\/\/\S+)/).flatMap((piece, index): LetterPart[] => {
    if (piece === '') return [];
    if (index % 2 === 0 || !URL.canParse(piece)) return [{ text: piece }];
    const url = new URL(piece);
    return [{ text: piece, href: url.origin === origin ? url.pathname + url.search + url.hash : url.href }];
  });
}
