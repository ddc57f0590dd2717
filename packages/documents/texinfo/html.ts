import { escapeHtml } from '@bakkum/markup/escape';
import { Blocks } from './blocks.ts';
import { inlineHtml, type Setting } from './inline.ts';
import { resolveSource } from './source.ts';

/** Whether a document includes other files, whose names appear in their place. */
export const includesFiles = (text: string): boolean => /^[ \t]*@(?:verbatim)?include\s/m.test(text);

/**
 * Converts a Texinfo document (language version 7) to a web page with its notes at the end. Menus, indices and printer-only parts
 * are left out. Errors: `too-large` for endless macros.
 */
export function texinfoToHtml(text: string): string {
  const { text: markup, verbatim } = resolveSource(text);
  const notes: string[] = [];
  const setting: Setting = {
    notes,
    blocks: (inner) => new Blocks(inner, { setting, verbatim, depth: 1 }).page(),
  };
  const title = lineOf(markup, 'title') ?? lineOf(markup, 'settitle');
  const authors = [...markup.matchAll(/^@author[ \t]+(\S.*)$/gm)].map(([, author = '']) => author);
  const body = new Blocks(withCopying(markup), { setting, verbatim }).page();
  const list = notes.map((note, index) => `<li id="footnote-${index + 1}">${note}</li>`);
  const plain = (words: string): string => escapeHtml(inlineHtml(words, setting).replaceAll(/<[^<>]*>/g, ''));
  return [
    '<!DOCTYPE html><html><head><meta charset="utf-8">',
    title === undefined ? '' : `<title>${plain(title)}</title>`,
    ...authors.map((author) => `<meta name="author" content="${plain(author)}">`),
    `</head><body>${body}`,
    list.length === 0 ? '' : `<hr><ol>${list.join('')}</ol>`,
    '</body></html>',
  ].join('\n');
}

function lineOf(markup: string, command: string): string | undefined {
  return new RegExp(`^[ \\t]*@${command}[ \\t]+(.+)$`, 'm').exec(markup)?.[1]?.trim();
}

/** The copying notice is defined once and inserted where requested. */
function withCopying(markup: string): string {
  const copying = /^@copying\b.*\n([\s\S]*?)^@end copying/m.exec(markup)?.[1] ?? '';
  return markup.replaceAll(/^@insertcopying\b.*$/gm, () => copying);
}
