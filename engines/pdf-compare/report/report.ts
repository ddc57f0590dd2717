/** A PDF that lists the changes and shows both documents side by side with marks. */
import {
  type ComparedArea,
  type DocumentComparison,
  type PagePair,
  SIDES,
  type Side,
} from '@bakkum/conversion/document-comparison';
import type { EngineContext } from '@bakkum/conversion/engine';
import { BlendMode, PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib';
import type { OpenFile } from '../open-file.ts';
import { drawChangeList } from './change-list.ts';
import { LOOKS, type Look, partsOf } from './look.ts';
import { contentMatrix, displayedBox } from './page-view.ts';

type Files = Readonly<Record<Side, OpenFile>>;
type Mark = { readonly number: number; readonly look: Look; readonly area: ComparedArea; readonly isFirst: boolean };

/** Points around and between the pages, and above them for their numbers. */
const GAP = 18;
const HEAD = 24;
const OPACITY = 0.28;
const LABEL_SIZE = 8;

/** Draws the list, then every two pages with a change on them. */
export async function drawReport(files: Files, comparison: DocumentComparison, context: EngineContext): Promise<Blob> {
  const report = await PDFDocument.create();
  const list = await PDFDocument.load(await (await drawChangeList(comparison, context)).arrayBuffer());
  for (const page of await report.copyPages(list, list.getPageIndices())) report.addPage(page);
  const marks = marksIn(comparison);
  const shown = comparison.pairs.filter((pair) => SIDES.some((side) => marks[side].has(pair[side] ?? 0)));
  const font = await report.embedFont(StandardFonts.Helvetica);
  const sources = { before: await sourceOf(files.before, shown, 'before'), after: await sourceOf(files.after, shown, 'after') };
  for (const pair of shown) {
    context.signal.throwIfAborted();
    await drawSheet(report, pair, { files, sources, marks, font });
  }
  return new Blob([await report.save({ addDefaultPage: false })], { type: 'application/pdf' });
}

async function sourceOf(file: OpenFile, pairs: readonly PagePair[], side: Side): Promise<PDFDocument> {
  const indexes = pairs.flatMap((pair) => (pair[side] === undefined ? [] : [pair[side] - 1]));
  return PDFDocument.load(await file.flattened(indexes), { updateMetadata: false, throwOnInvalidObject: false });
}

type Marks = Readonly<Record<Side, ReadonlyMap<number, readonly Mark[]>>>;

/** The marks on each page of both documents. */
function marksIn({ changes }: DocumentComparison): Marks {
  const all = { before: new Map<number, Mark[]>(), after: new Map<number, Mark[]>() };
  for (const [at, change] of changes.entries())
    for (const { side, part } of partsOf(change))
      for (const [index, area] of part.areas.entries()) {
        const known = all[side].get(area.page) ?? [];
        const kind = change.kind === 'changed' ? (side === 'before' ? 'removed' : 'added') : change.kind;
        known.push({ number: at + 1, look: LOOKS[kind], area, isFirst: index === 0 });
        all[side].set(area.page, known);
      }
  return all;
}

type Drawn = {
  readonly files: Files;
  readonly sources: Readonly<Record<Side, PDFDocument>>;
  readonly marks: Marks;
  readonly font: PDFFont;
};

async function drawSheet(report: PDFDocument, pair: PagePair, { files, sources, marks, font }: Drawn): Promise<void> {
  const sizes = SIDES.map((side) => (pair[side] === undefined ? undefined : files[side].sizeOf(pair[side] - 1)));
  const own = sizes.find((size) => size !== undefined) ?? { width: 0, height: 0 };
  const [left = own, right = own] = sizes;
  const height = Math.max(left.height, right.height);
  const sheet = report.addPage([left.width + right.width + 3 * GAP, height + GAP + HEAD]);
  for (const [at, side] of SIDES.entries()) {
    const number = pair[side];
    const size = sizes[at];
    if (number === undefined || !size) continue;
    const x = at === 0 ? GAP : 2 * GAP + left.width;
    const y = sheet.getHeight() - HEAD - size.height;
    await drawSource(report, sheet, sources[side].getPage(number - 1), { x, y, ...size });
    sheet.drawRectangle({ x, y, ...size, borderColor: rgb(0.6, 0.6, 0.6), borderWidth: 0.5 });
    sheet.drawText(String(number), { x, y: y + size.height + 8, size: 10, font });
    for (const mark of marks[side].get(number) ?? []) drawMark(sheet, mark, { x, top: y + size.height }, font);
  }
}

type Place = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Draws a page as it is displayed. Pages without content have nothing to draw. */
async function drawSource(report: PDFDocument, sheet: PDFPage, page: PDFPage, { x, y, width }: Place): Promise<void> {
  if (!page.node.Contents()) return;
  const view = displayedBox(page);
  const { box } = view;
  const bounds = { left: box.x, bottom: box.y, right: box.x + box.width, top: box.y + box.height };
  const embedded = await report.embedPage(page, bounds, [...contentMatrix(view)]);
  const scale = view.width > 0 ? width / view.width : 1;
  sheet.drawPage(embedded, { x, y, xScale: scale, yScale: scale });
}

function drawMark(
  sheet: PDFPage,
  { number, look, area, isFirst }: Mark,
  { x, top }: { readonly x: number; readonly top: number },
  font: PDFFont,
): void {
  const color = rgb(...look.color);
  const place = { x: x + area.x, y: top - area.y - area.height, width: area.width, height: area.height };
  sheet.drawRectangle({ ...place, color, opacity: OPACITY, blendMode: BlendMode.Multiply, borderColor: color, borderWidth: 0.6 });
  if (!isFirst) return;
  const text = String(number);
  const width = font.widthOfTextAtSize(text, LABEL_SIZE) + 3;
  const label = { x: place.x, y: place.y + place.height };
  sheet.drawRectangle({ ...label, width, height: LABEL_SIZE + 1, color });
  sheet.drawText(text, { x: label.x + 1.5, y: label.y + 2, size: LABEL_SIZE - 1, font, color: rgb(1, 1, 1) });
}
