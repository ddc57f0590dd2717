import { decodeLatin1 } from '@bakkum/bytes/bytes';
import { type Encoding, encodingOf } from './encoding-label.ts';

/** The part of a file in which programs look for a declaration. */
const BEGINNING = 4096;
const COMMENTS = /<!--[\s\S]*?(?:-->|$)/g;

/** Declarations of XML, HTML, CSS, LaTeX, Texinfo, and of editors (Emacs, Vim) in a comment of the first lines. */
const DECLARATIONS: readonly RegExp[] = [
  /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']\s*([\w.:-]+)/i,
  /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w.:-]+)/i,
  /^@charset\s+"([\w.:-]+)"/i,
  /\\usepackage\s*\[([\w-]+)\]\s*\{inputenc\}/,
  /^@documentencoding\s+([\w-]+)/im,
  /^(?:.*\n)?.*-\*-.*\bcoding:\s*([\w.-]+).*-\*-/,
];

/** LaTeX names of encodings that differ from everybody's. */
const LATEX: Readonly<Record<string, string>> = { ansinew: 'windows-1252', applemac: 'macintosh' };

/** The encoding that a text file claims to have; declarations in HTML comments do not count. */
export function declaredEncoding(bytes: Uint8Array): Encoding | undefined {
  const beginning = decodeLatin1(bytes.subarray(0, BEGINNING)).replace(COMMENTS, '');
  const label = DECLARATIONS.map((declaration) => declaration.exec(beginning)?.[1]).find((found) => found !== undefined);
  if (label === undefined) return undefined;
  const encoding = encodingOf(LATEX[label] ?? label);
  // A declaration that can be read as bytes is not in UTF-16.
  return encoding?.startsWith('utf-16') ? 'utf-8' : encoding;
}

/** Replaces the declarations of XML and HTML, for text that is stored as UTF-8 from here on. */
export function declaredAsUtf8(markup: string): string {
  const head = markup.slice(0, BEGINNING);
  const declared = head
    .replace(/^(\s*<\?xml[^>]*?\sencoding\s*=\s*["'])[^"']*/i, '$1UTF-8')
    .replaceAll(/(<meta\b[^>]*?\bcharset\s*=\s*["']?\s*)[\w.:-]+/gi, '$1utf-8');
  return declared + markup.slice(BEGINNING);
}
