/** Entry of the worker that keeps PDF files open and draws their pages on request. */
import type { EngineContext } from '@bakkum/conversion/engine';
import { openDocument, type PdfDocument, withPage } from '@bakkum/document-pdfium/document';
import { drawRegion } from '@bakkum/document-pdfium/drawing';
import { readFormFields } from '@bakkum/document-pdfium/form-fields';
import { pageMatrix } from '@bakkum/document-pdfium/geometry';
import { pdfiumOf } from '@bakkum/document-pdfium/program';
import { ASSET_PATHNAMES } from '../asset-pathnames.gen.ts';
import { keptAsset } from './kept-assets.browser.ts';
import type { PageSize, PagesRequest, PagesResponse } from './pdf-pages.browser.ts';

const context: EngineContext = {
  signal: new AbortController().signal,
  lanes: 1,
  onProgress: () => undefined,
  bytes: async (asset) => new Uint8Array(await (await assetOf(asset)).arrayBuffer()),
  wasm: (asset) => WebAssembly.compileStreaming(assetOf(asset)),
  url: urlOf,
  openOutput: () => Promise.reject(new Error('pages are drawn in memory')),
};

async function assetOf(asset: string): Promise<Response> {
  const url = urlOf(asset);
  const response = (await keptAsset(url)) ?? (await fetch(url));
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response;
}

function urlOf(asset: string): string {
  const path = ASSET_PATHNAMES[`pdfium/${asset}`];
  if (path === undefined) throw new RangeError(`pdfium declares no asset ${asset}`);
  return new URL(path, location.origin).href;
}

const POINTS_PER_INCH = 72;

/** Pages are numbered continuously across documents. */
const documents: PdfDocument[] = [];
/** PDFium handles one request at a time. */
let last: Promise<void> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<PagesRequest>) => {
  // A file or page that cannot be read has no image; the conversion reports what is wrong with it.
  last = last.then(() => respond(data)).catch(() => post({ id: data.id, type: 'failed' }));
});

async function respond(request: PagesRequest): Promise<void> {
  if (request.type === 'open') {
    for (const file of request.files) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      documents.push(openDocument(await pdfiumOf(context), bytes, request.password));
    }
    post({ id: request.id, type: 'opened', pageCount: documents.reduce((sum, { pageCount }) => sum + pageCount, 0) });
    return;
  }
  if (request.type === 'fields') {
    const { document, own } = placeOf(request.index);
    const fields = await withPage(document, own, (page) => readFormFields(document, page, pageMatrix(document.pdfium, page)));
    post({ id: request.id, type: 'fields', fields });
    return;
  }
  const { size, data, width, height } = await drawPage(request.index, request.size);
  const image = await createImageBitmap(new ImageData(data, width, height));
  post({ id: request.id, type: 'drawn', image, size }, [image]);
}

async function drawPage(index: number, size: number): Promise<Drawing> {
  const { document, at, own } = placeOf(index);
  const pixels = await drawn(document, own, size);
  if (!(await document.pdfium.substituteFonts.load(context))) return pixels;
  const reopened = document.reopen();
  documents[at] = reopened;
  return drawn(reopened, own, size);
}

/** The document of a page, its position, and the index of the page within it. */
function placeOf(index: number): { readonly document: PdfDocument; readonly at: number; readonly own: number } {
  let start = 0;
  for (const [at, document] of documents.entries()) {
    const own = index - start;
    if (own < document.pageCount) return { document, at, own };
    start += document.pageCount;
  }
  throw new RangeError(`no page ${index}`);
}

type Drawing = ReturnType<typeof drawRegion> & { readonly size: PageSize };

function drawn(document: PdfDocument, index: number, size: number): Promise<Drawing> {
  const { pdfium } = document;
  return withPage(document, index, (page) => {
    const [width, height] = [pdfium.call.FPDF_GetPageWidthF(page), pdfium.call.FPDF_GetPageHeightF(page)];
    const zoom = size / Math.max(width, height, 1);
    const drawing = drawRegion(pdfium, page, { left: 0, top: 0, width, height }, zoom * POINTS_PER_INCH);
    return { ...drawing, size: { width, height } };
  });
}

function post(response: PagesResponse, transfer: Transferable[] = []): void {
  postMessage(response, { transfer });
}
