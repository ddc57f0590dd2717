/** Generates text documents with running heads, broken into lines and pages, and known edits of their words. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createPagesPdf } from '@bakkum/document-pages/pages-pdf';
import { FACE_FILES, type FaceName, facesInOrder } from '@bakkum/document-typefaces/catalogue';
import { escapeXmlText } from '@bakkum/markup/escape';

const ROOT = path.resolve(import.meta.dirname, '../..');

export type Paragraphs = readonly (readonly string[])[];

export type Layout = {
  /** Characters per line; wide characters count twice. */
  readonly columns: number;
  readonly linesPerPage: number;
  /** Running head and foot; `{page}` is the number of the page. */
  readonly head?: string;
  readonly foot?: string;
  /** SVG elements on the first page. */
  readonly drawing?: string;
};

const PAGE = { width: 794, height: 1123 } as const;

/** Writes paragraphs as a PDF. */
export async function paragraphsPdf(
  paragraphs: Paragraphs,
  { columns, linesPerPage, head, foot, drawing }: Layout,
): Promise<Blob> {
  const lines = paragraphs.flatMap((words) => [...brokenInto(words, columns), '']);
  const faces = facesInOrder('sans', 'gothic', [...lines, head, foot].join(''));
  const pdf = createPagesPdf({ choose: () => faces.map((face) => ({ face, embolden: false })), load: readFace });
  for (let from = 0; from < lines.length; from += linesPerPage) {
    const page = String(from / linesPerPage + 1);
    const text = (line: string, y: number): string =>
      line === '' ? '' : `<text x="90" y="${y}" font-size="15">${escapeXmlText(line.replace('{page}', page))}</text>`;
    const body = lines.slice(from, from + linesPerPage).map((line, at) => text(line, 160 + at * 22));
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${PAGE.width}" height="${PAGE.height}">`;
    await pdf.addPage(
      `${svg}${text(head ?? '', 60)}${body.join('')}${from === 0 ? (drawing ?? '') : ''}${text(foot ?? '', 1080)}</svg>`,
    );
  }
  return pdf.finish('');
}

async function readFace(face: FaceName): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(path.join(ROOT, 'node_modules', FACE_FILES[face])));
}

function brokenInto(words: readonly string[], columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > columns) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line];
}

const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + (letter >= '\u1100' ? 2 : 1), 0);

/** Numbers from 0 to 1, always the same for a seed (a linear congruential generator). */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Paragraphs of words that repeat as in natural text: the first ones of the vocabulary are the most frequent. */
export function madeParagraphs(vocabulary: readonly string[], count: number, next: () => number): string[][] {
  return Array.from({ length: count }, () =>
    Array.from({ length: 40 + Math.floor(next() * 60) }, () => vocabulary[Math.floor(next() ** 2 * vocabulary.length)] ?? ''),
  );
}
