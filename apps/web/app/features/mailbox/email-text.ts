/** A part of a paragraph: text, or a link. */
export type TextPart = { readonly text: string; readonly href?: string };

/** A block of an email: a paragraph, the action that is its purpose, or the signature. */
export type EmailBlock =
  | { readonly kind: 'paragraph' | 'signature'; readonly parts: readonly TextPart[] }
  | { readonly kind: 'action'; readonly label: string; readonly href: string };

const ACTION = /^(.+):\n(https?:\/\/\S+)$/;
const SIGNATURE = /^-- \n/;

/**
 * Splits the plain text of an email into blocks. The text is shown instead of its HTML, so nothing in an email runs or loads.
 * Links to the site's own origin become relative: in demo mode it is reached under any host name, and the session belongs to the
 * current one.
 */
export function emailBlocks(text: string, origin: string): readonly EmailBlock[] {
  const blocks = text
    .split(/\n{2,}/)
    .map((block) => block.trimEnd())
    .filter((block) => block !== '');
  return blocks.map((block): EmailBlock => {
    const [, label, url] = ACTION.exec(block) ?? [];
    if (label !== undefined && url !== undefined && URL.canParse(url))
      return { kind: 'action', label, href: hrefOf(url, origin) };
    if (SIGNATURE.test(block)) return { kind: 'signature', parts: partsOf(block.replace(SIGNATURE, ''), origin) };
    return { kind: 'paragraph', parts: partsOf(block, origin) };
  });
}

function partsOf(text: string, origin: string): readonly TextPart[] {
  return text.split(/(https?:\/\/\S+)/).flatMap((piece, index): TextPart[] => {
    if (piece === '') return [];
    return index % 2 === 0 || !URL.canParse(piece) ? [{ text: piece }] : [{ text: piece, href: hrefOf(piece, origin) }];
  });
}

function hrefOf(address: string, origin: string): string {
  const url = new URL(address);
  return url.origin === origin ? url.pathname + url.search + url.hash : url.href;
}
