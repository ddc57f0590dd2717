import { type ConvertRequest, type Engine, type EngineContext, readInput, type Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { type DrawnItem, IMAGE_NAME, type PageLayout } from '@bakkum/conversion/pages/page-layout';
import type { FaceSource } from '@bakkum/document-pages/faces';
import { createPagesPdf, type PagesPdf } from '@bakkum/document-pages/pages-pdf';
import { LAID_OUT_PAGES, laidOutPages, laidOutPagesOf } from '@bakkum/document-pdfium/laid-out-pages';
import { missingGlyphs } from '@bakkum/document-typefaces/missing-glyphs';
import { escapeXmlAttribute } from '@bakkum/markup/escape';
import { RASTER } from '@bakkum/raster/raster';
import { imagesOf } from './draw.ts';
import { type Paper, pageSvg } from './page-svg.ts';
import { navigationOf, type Placed } from './places.ts';
import { paperSheets, type Sheets, screenSheets } from './sheets.ts';
import { readSource } from './source.ts';
import type { WebDocument } from './web-document.ts';

/** Lays out web pages and books with the browser itself, and writes what it shows as PDF with real text, or as images. */
export const engine: Engine = {
  async convert(request, context) {
    if (request.from === LAID_OUT_PAGES) return { outputs: [{ content: laidOutPagesOf(request.inputs[0]).pdf }], warnings: [] };
    if (!context.openPageLayouts) throw new ConversionError('needs-capability', 'no browser to lay out pages');
    const source = readSource(await readInput(request.inputs[0]), request.from);
    const writing = startWriting(request, context);
    const layouts = context.openPageLayouts((face) => context.bytes(face));
    try {
      for (let index = 0; index < source.count; index += 1) {
        const document = source.document(index);
        const { medium, width, height } = writing.sheets;
        await addDocument(document, await layouts.layOut({ ...document, medium, width, height }), writing);
        context.signal.throwIfAborted();
        context.onProgress((index + 1) / source.count);
      }
    } finally {
      layouts.close();
    }
    const { pdf, placed } = writing;
    const pages = pdf.finish(source.title || (placed[0]?.layout.headings[0]?.text ?? ''), navigationOf(placed, source));
    const content = request.to === RASTER ? await imagesOf(pages, request.options, context) : laidOutPages(pages);
    return { outputs: [{ content }], warnings: warningsOf(writing) };
  },
};

type Writing = {
  readonly pdf: PagesPdf;
  readonly sheets: Sheets;
  readonly signal: AbortSignal;
  /** Images by the names that pages use. */
  readonly images: Map<string, Uint8Array>;
  readonly placed: Placed[];
  readonly missing: Set<string>;
  /** Typefaces of each font so far. */
  readonly faces: Map<string, readonly string[]>;
  pages: number;
  lostImages: number;
};

function startWriting({ from, to, options }: ConvertRequest, context: EngineContext): Writing {
  const images = new Map<string, Uint8Array>();
  const faces = new Map([[PAGE_NUMBER_FONT, ['arial']]]);
  const source: FaceSource = {
    choose: (font) => (faces.get(font) ?? []).map((face) => ({ face, embolden: false })),
    load: (face) => context.bytes(face),
  };
  return {
    pdf: createPagesPdf(source, images),
    sheets: to === RASTER && from !== 'epub' ? screenSheets(options) : paperSheets(options),
    signal: context.signal,
    images,
    placed: [],
    missing: new Set(),
    faces,
    pages: 0,
    lostImages: 0,
  };
}

/** Adds the pages of one document. Names of its images must not meet those of others. */
async function addDocument(document: WebDocument, layout: PageLayout, writing: Writing): Promise<void> {
  const { pdf, sheets, placed, missing, faces } = writing;
  for (const [name, blob] of Object.entries({ ...document.images, ...layout.images }))
    writing.images.set(imageName(document, name), new Uint8Array(await blob.arrayBuffer()));
  const named = { ...layout, items: layout.items.map((item) => withImageNames(item, document)) };
  const isEmpty = document.name !== '' && layout.items.every(({ kind }) => kind === 'open' || kind === 'close');
  // Books have empty pages between their parts.
  const { scale, pages } = isEmpty ? { scale: 1, pages: [] } : sheets.divide(layout);
  placed.push({
    name: document.name,
    layout: { links: layout.links, anchors: layout.anchors, headings: layout.headings },
    slices: pages.map(({ slice }) => slice),
    firstPage: writing.pages,
    scale,
    margin: sheets.margin,
  });
  for (const [font, list] of Object.entries(layout.faces)) faces.set(font, [...new Set([...(faces.get(font) ?? []), ...list])]);
  for (const { slice, paper } of pages) {
    writing.pages += 1;
    await pdf.addPage(pageSvg(named, slice, paper, scale, sheets.pageNumbers ? pageNumber(writing.pages, paper) : ''));
    writing.signal.throwIfAborted();
  }
  for (const character of layout.missing) missing.add(character);
  writing.lostImages += document.lostImages + layout.lostImages;
}

/** Names of images are unique within one document. */
function withImageNames(item: DrawnItem, document: WebDocument): DrawnItem {
  if (item.kind === 'image') return { ...item, image: imageName(document, item.image) };
  if (item.kind !== 'svg') return item;
  const name = escapeXmlAttribute(imageName(document, ''));
  return { ...item, markup: item.markup.replaceAll(`href="${IMAGE_NAME}`, `href="${name}`) };
}

const PAGE_NUMBER_FONT = 'page-number';
const imageName = ({ name }: WebDocument, image: string): string => `${name}|${image}`;

function pageNumber(page: number, { width, height, margin }: Paper): string {
  const y = height - Math.max(margin / 2, 12);
  return `<text x="${width / 2}" y="${y}" font-size="11" font-family="${PAGE_NUMBER_FONT}" text-anchor="middle" fill="#555555">${page}</text>`;
}

function warningsOf({ pdf, missing, lostImages }: Writing): readonly Warning[] {
  const isLost = lostImages > 0 || pdf.lostPictures() > 0;
  return [...missingGlyphs(missing), ...(isLost ? [{ code: 'pictures-dropped' } as const] : [])];
}
