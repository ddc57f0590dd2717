import { encodeBase64 } from '@bakkum/bytes/bytes';
import { escapeHtml } from '@bakkum/markup/escape';
import { htmlPage } from '@bakkum/markup/html-page';
import type { Block } from './page.ts';

/** Writes pages as one web page with embedded images. */
export function htmlOf(pages: readonly (readonly Block[])[]): string {
  const title = pages.flat().find((block) => block.kind === 'title');
  const body = pages.map((page) => `<section>\n${page.map(blockHtml).join('\n')}\n</section>`).join('\n');
  return htmlPage({ title: title?.kind === 'title' ? title.text : '', body });
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'title':
      return `<h1>${escapeHtml(block.text)}</h1>`;
    case 'text': {
      const indent = block.depth > 1 ? ` style="margin-left: ${Math.min(block.depth - 1, 12) * 2}em"` : '';
      return `<p${indent}>${escapeHtml(block.text).replaceAll(/\r\n|[\r\n]/g, '<br>')}</p>`;
    }
    case 'picture':
      return `<p><img src="data:${mediaTypeOf(block.bytes)};base64,${encodeBase64(block.bytes)}" alt="${escapeHtml(block.name)}"></p>`;
    case 'file':
      return `<p>${escapeHtml(block.name)}</p>`;
    case 'table': {
      const rows = block.rows.map((row) => `<tr>${row.map((cell) => `<td>${cell.map(blockHtml).join('')}</td>`).join('')}</tr>`);
      return `<table>${rows.join('\n')}</table>`;
    }
  }
}

/** Writes pages as text separated by a line. */
export const textOf = (pages: readonly (readonly Block[])[]): string =>
  `${pages.map((page) => page.flatMap(blockText).join('\n')).join('\n\n')}\n`;

function blockText(block: Block): readonly string[] {
  if (block.kind === 'picture') return [];
  if (block.kind === 'file') return [block.name];
  if (block.kind === 'table') return block.rows.map((row) => row.map((cell) => cell.flatMap(blockText).join(' ')).join('\t'));
  return [block.text.replaceAll(/\r\n?/g, '\n')];
}

function mediaTypeOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0x89 && second === 0x50) return 'image/png';
  if (first === 0x47 && second === 0x49) return 'image/gif';
  if (first === 0x42 && second === 0x4d) return 'image/bmp';
  return first === 0xff && second === 0xd8 ? 'image/jpeg' : 'application/octet-stream';
}
