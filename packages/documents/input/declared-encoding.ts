import { decodeLatin1 } from '@bakkum/bytes/bytes';
import { type Encoding, encodingOf } from './encoding-label.ts';

/** The part of a file in which programs look for a declaration. */
const BEGINNING = 4096;
const COMMENTS = /<!--[\s\S]*?(?:-->|$)/g;

/** Declarations of XML, CSS, LaTeX and Texinfo. */
const DECLARATIONS: readonly RegExp[] = [
  /^\s*<\?xml[^<>]*?\sencoding\s*=[\s"']*([\w.:-]+)/i,
  /^@charset\s+"([\w.:-]+)"/i,
  /\\usepackage\s*\[([\w-]+)\]\s*\{inputenc\}/,
  /^@documentencoding\s+([\w-]+)/im,
];
const META = /<meta\s[^<>]*/gi;
const CHARSET = /\bcharset\s*=[\s"']*([\w.:-]+)/i;

/** LaTeX names of encodings that differ from the standard names. */
const LATEX: Readonly<Record<string, string>> = { ansinew: 'windows-1252', applemac: 'macintosh' };

/** The encoding that a text file claims to have; declarations in HTML comments do not count. */
export function declaredEncoding(bytes: Uint8Array): Encoding | undefined {
  const beginning = decodeLatin1(bytes.subarray(0, BEGINNING)).replace(COMMENTS, '');
  const label = labelIn(beginning);
  if (label === undefined) return undefined;
  const encoding = encodingOf(LATEX[label] ?? label);
  // A declaration that can be read as bytes is not in UTF-16.
  return encoding?.startsWith('utf-16') ? 'utf-8' : encoding;
}

function labelIn(beginning: string): string | undefined {
  for (const declaration of DECLARATIONS) {
    const label = declaration.exec(beginning)?.[1];
    if (label !== undefined) return label;
  }
  for (const [tag] of beginning.matchAll(META)) {
    const label = CHARSET.exec(tag)?.[1];
    if (label !== undefined) return label;
  }
  return editorLabel(beginning);
}

/** Emacs reads `-*- coding: latin-2 -*-` in one of the first two lines. */
function editorLabel(beginning: string): string | undefined {
  const lines = beginning.split('\n', 2).filter((line) => line.includes('-*-'));
  return lines.map((line) => /\bcoding:\s*([\w.-]+)/.exec(line)?.[1]).find((label) => label !== undefined);
}

/** Replaces the declarations of XML and HTML, for text that is stored as UTF-8 from here on. */
export function declaredAsUtf8(markup: string): string {
  const head = markup.slice(0, BEGINNING);
  const declared = head
    .replace(/^(\s*<\?xml[^<>]*?\sencoding\s*=\s*["'])[^"'<>]*/i, '$1UTF-8')
    .replaceAll(META, (tag) => tag.replace(/(\bcharset\s*=[\s"']*)[\w.:-]+/i, '$1utf-8'));
  return declared + markup.slice(BEGINNING);
}
