import { createPdfFile, type PdfFile, real } from '@bakkum/document-pages/pdf-file';
import { codeOf, type UsedFont, writeFont } from '@bakkum/document-pages/pdf-font';
import type { PageRequest } from '@bakkum/document-typesetting/page-options';
import type { Row } from './rows.ts';

const POINTS_PER_MM = 72 / 25.4;
/**
 * Row height in font sizes: the height office programs use for monospaced Latin text, so that pages have as many lines as theirs.
 * East Asian characters fill their square, so their rows need extra space.
 */
const ROW_HEIGHT = 1.133;
const SQUARE_ROW_HEIGHT = 1.3;
const SQUARE = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u;
/** From the baseline to the top of the next row, in font sizes. */
const BELOW_BASELINE = 0.3;

export type Sheet = {
  /** Points. */
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  readonly fontSize: number;
  readonly rowHeight: number;
  readonly rowsPerPage: number;
};

export function sheetOf({ paper, isLandscape, margin, fontSize }: PageRequest, text: string): Sheet {
  const [width, height] = (isLandscape ? [paper.height, paper.width] : [paper.width, paper.height]).map(
    (mm) => mm * POINTS_PER_MM,
  ) as [number, number];
  const room = height - 2 * margin * POINTS_PER_MM;
  const rowHeight = fontSize * (SQUARE.test(text) ? SQUARE_ROW_HEIGHT : ROW_HEIGHT);
  return {
    width,
    height,
    margin: margin * POINTS_PER_MM,
    fontSize,
    rowHeight,
    rowsPerPage: Math.max(1, Math.floor(room / rowHeight)),
  };
}

export type PageWriter = { add(rows: readonly Row[], foot?: Row): void; finish(fonts: readonly UsedFont[]): Blob };

/** Writes each page as soon as it is full; fonts come last, once the required glyphs are known. */
export function createPages(sheet: Sheet): PageWriter {
  const pdf = createPdfFile();
  const tree = pdf.reserve();
  const resources = pdf.reserve();
  const pages: number[] = [];
  return {
    add(rows, foot) {
      const content = pdf.stream('', new TextEncoder().encode(contentOf(rows, foot, sheet)));
      const box = `[0 0 ${real(sheet.width)} ${real(sheet.height)}]`;
      pages.push(
        pdf.object(`<< /Type /Page /Parent ${tree} 0 R /MediaBox ${box} /Resources ${resources} 0 R /Contents ${content} 0 R >>`),
      );
    },
    finish(fonts) {
      writeFonts(pdf, fonts, resources);
      pdf.object(`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((page) => `${page} 0 R`).join(' ')}] >>`, tree);
      const info = pdf.object('<< /Producer (Bakkum) >>');
      return pdf.finish(pdf.object(`<< /Type /Catalog /Pages ${tree} 0 R >>`), info);
    },
  };
}

/** Writes the fonts in use; invisible characters need none. */
function writeFonts(pdf: PdfFile, fonts: readonly UsedFont[], resources: number): void {
  const entries = fonts.flatMap((used, index) =>
    used.characters.size === 0
      ? []
      : [`/F${index} ${writeFont(pdf, used, `TEXT${String.fromCharCode(0x41 + (index % 26))}A`)} 0 R`],
  );
  pdf.object(`<< /Font << ${entries.join(' ')} >> >>`, resources);
}

function contentOf(rows: readonly Row[], foot: Row | undefined, sheet: Sheet): string {
  const { height, margin, fontSize, rowHeight } = sheet;
  const parts = ['BT'];
  let state = '';
  const write = (row: Row, left: number, baseline: number) => {
    for (const { font, stretch, at, codes } of row) {
      const next = `/F${font} ${real(fontSize)} Tf ${stretch} Tz`;
      if (next !== state) parts.push(next);
      state = next;
      parts.push(`1 0 0 1 ${real(left + (at * fontSize) / 1000)} ${real(baseline)} Tm <${codes.map(codeOf).join('')}> Tj`);
    }
  };
  for (const [index, row] of rows.entries())
    write(row, margin, height - margin - (index + 1) * rowHeight + BELOW_BASELINE * fontSize);
  if (foot) write(foot, sheet.width / 2 - fontSize / 2, Math.max(fontSize, margin / 2));
  parts.push('ET');
  return parts.join('\n');
}
