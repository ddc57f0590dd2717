import type { DocumentModel, Inline, Paragraph } from '@bakkum/document-model/model';
import { BODY_STYLE, documentOf, PLAIN } from './page.ts';

/** Converts plain text to a document: one paragraph per line, with form feeds as page breaks. */
export function readText(text: string): DocumentModel {
  const pages = text
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\f');
  return documentOf(
    pages.flatMap((page, index) => page.split('\n').map((line, place) => paragraphOf(line, index > 0 && place === 0))),
  );
}

function paragraphOf(line: string, begins: boolean): Paragraph {
  const content = line
    .split('\t')
    .flatMap((part, index): readonly Inline[] => [
      ...(index > 0 ? [{ kind: 'tab' } as const] : []),
      ...(part === '' ? [] : [{ kind: 'text', text: printable(part), style: BODY_STYLE } as const]),
    ]);
  return { ...PLAIN, content, ...(begins && { breakBefore: 'page' }) };
}

/** Removes control characters, which XML does not allow. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\ufffe\uffff]/gu, '');
}
