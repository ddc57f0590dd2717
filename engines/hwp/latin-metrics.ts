import { writeHwpx } from '@bakkum/document-hwpx/write';
import type { DocumentModel, Paragraph } from '@bakkum/document-model/model';
import { type LatinFamily, latinFamily } from '@bakkum/document-typefaces/aliases';
import { HwpDocument } from '@rhwp/core';

/** Typefaces whose letter widths the program knows, with the same or the nearest widths. */
const KNOWN: Readonly<Record<LatinFamily, string>> = {
  Arimo: 'Arial',
  'Noto Sans': 'Segoe UI',
  'DejaVu Sans': 'Verdana',
  Tinos: 'Times New Roman',
  'DejaVu Serif': 'Georgia',
  Cousine: 'Courier New',
};
const KOREAN = /\p{Script=Hangul}/u;
const KOREAN_SERIF = /바탕|명조|궁서/;
const SERIF = /serif|roman|book|garamond|century|bodoni|caslon|palatino|didot|times|antiqua/i;
const SANS = /sans/i;
const MONO = /mono|code|courier|console|typewriter/i;

/** The name to use instead of a typeface's own, so that its letters get similar widths. */
function similarFace(name: string): string {
  const family = latinFamily(name);
  if (family) return KNOWN[family];
  if (KOREAN.test(name)) return KOREAN_SERIF.test(name) ? '나눔명조' : '나눔고딕';
  if (MONO.test(name)) return KNOWN.Cousine;
  return SERIF.test(name) && !SANS.test(name) ? KNOWN.Tinos : KNOWN.Arimo;
}

/** Whether the program knows the widths of a typeface, by its name. */
const asked = new Map<string, boolean>();

/** Names without control characters. */
const PLAIN = /^[\p{L}\p{N}\p{P}\p{S}\p{Zs}]+$/u;

/** More typefaces than a document has, longer names than typefaces have, and names of many documents together. */
const MAX_NAMES = 200;
const MAX_LETTERS = 100;
const MAX_REMEMBERED = 2000;

const isUsual = (name: string): boolean => name.length <= MAX_LETTERS && PLAIN.test(name);

/**
 * Other names for typefaces that the program does not know. It gives each of their letters half an em.
 * @throws the program's errors
 */
export async function similarFaces(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(names)].filter(isUsual).slice(0, MAX_NAMES);
  if (asked.size > MAX_REMEMBERED) asked.clear();
  const unasked = wanted.filter((name) => !asked.has(name));
  if (unasked.length > 0) await ask(unasked);
  return new Map(wanted.filter((name) => asked.get(name) === false).map((name) => [name, similarFace(name)]));
}

const LETTER = 'i';
const DRAWN_LETTER = new RegExp(`<text\\b([^>]*)>${LETTER}</text>`, 'g');

/** Draws a letter in each typeface; the program marks those whose widths it knows. */
async function ask(names: readonly string[]): Promise<void> {
  const document = new HwpDocument(new Uint8Array(await writeHwpx(sampleOf(names)).arrayBuffer()));
  try {
    document.setAnnotateMetricFont(true);
    const pages = Array.from({ length: document.pageCount() }, (_, index) => document.renderPageSvg(index));
    const letters = [...pages.join('').matchAll(DRAWN_LETTER)];
    if (letters.length !== names.length) return;
    for (const [index, name] of names.entries()) asked.set(name, letters[index]?.[1]?.includes('data-metric-font=') ?? true);
  } finally {
    document.free();
  }
}

const MARGINS = { top: 50, right: 50, bottom: 50, left: 50 };

function sampleOf(faces: readonly string[]): DocumentModel {
  const blocks = faces.map(
    (font): Paragraph => ({
      kind: 'paragraph',
      alignment: 'start',
      indentStart: 0,
      firstLine: 0,
      spaceBefore: 0,
      content: [{ kind: 'text', text: LETTER, style: { font, size: 10 } }],
    }),
  );
  const page = { width: 595, height: 842, margins: MARGINS };
  return {
    sections: [{ page, columns: { count: 1, gap: 0 }, starts: 'page', header: [], footer: [], blocks }],
    notes: [],
  };
}
