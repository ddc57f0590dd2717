import { type Content, type EngineContext, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { MAX_PAGES } from '@bakkum/conversion/pages/page-list';
import { openDocument, type PdfDocument, withPage } from '@bakkum/document-pdfium/document';
import { drawRegion } from '@bakkum/document-pdfium/drawing';
import { pageMatrix } from '@bakkum/document-pdfium/geometry';
import { type Pdfium, pdfiumOf } from '@bakkum/document-pdfium/program';
import { saveDocument } from '@bakkum/document-pdfium/saving';
import type { Drawing } from './pixels/difference.ts';
import { readWords, type Word } from './text/words.ts';

type Size = { readonly width: number; readonly height: number };

/** Without annotations, FLAT_NORMALDISPLAY (fpdf_flatten.h): as on a screen. */
const AS_DISPLAYED = 0;
const POINTS_PER_INCH = 72;

/** A PDF that is being compared. */
export class OpenFile {
  #document: PdfDocument;
  readonly #context: EngineContext;
  readonly #sizes: Size[] = [];

  private constructor(document: PdfDocument, context: EngineContext) {
    this.#document = document;
    this.#context = context;
  }

  /** @throws ConversionError `empty`, `encrypted`, `wrong-password`, `unsupported-feature`, `corrupt`, `too-large` above 20,000 pages */
  static async open(input: Content, password: string, context: EngineContext): Promise<OpenFile> {
    const bytes = await readInput(input);
    const file = new OpenFile(openDocument(await pdfiumOf(context, 'pdfium'), bytes, password), context);
    if (file.pageCount <= MAX_PAGES) return file;
    file.close();
    throw new ConversionError('too-large', `${file.pageCount} pages`);
  }

  get pageCount(): number {
    return this.#document.pageCount;
  }

  get isRepaired(): boolean {
    return this.#document.isRepaired;
  }

  /** Size of a page that was read, as displayed, in points. */
  sizeOf(index: number): Size {
    return this.#sizes[index] ?? { width: 0, height: 0 };
  }

  /** Reads a page. `isBlank` if it has no content. */
  async read(index: number): Promise<{ readonly words: readonly Word[]; readonly isBlank: boolean }> {
    return this.#onPage(index, (pdfium, page) => {
      const { call } = pdfium;
      this.#sizes[index] = { width: call.FPDF_GetPageWidthF(page), height: call.FPDF_GetPageHeightF(page) };
      const isBlank = call.FPDFPage_CountObjects(page) === 0;
      return { words: readWords(pdfium, page, index, pageMatrix(pdfium, page)), isBlank };
    });
  }

  /** Draws a page on white. `zoom` is pixels per point. */
  async draw(index: number, zoom: number): Promise<Drawing> {
    const { width, height } = this.sizeOf(index);
    return this.#onPage(index, (pdfium, page) =>
      drawRegion(pdfium, page, { left: 0, top: 0, width, height }, zoom * POINTS_PER_INCH),
    );
  }

  /** Returns the file without encryption. Annotations of the listed pages become part of their content. */
  async flattened(indexes: readonly number[]): Promise<Uint8Array<ArrayBuffer>> {
    const { pdfium, handle } = this.#document;
    for (const index of indexes) {
      this.#context.signal.throwIfAborted();
      await withPage(this.#document, index, (page) => pdfium.call.FPDFPage_Flatten(page, AS_DISPLAYED));
    }
    pdfium.call.EPDF_RemoveEncryption(handle);
    return saveDocument(this.#document);
  }

  close(): void {
    this.#document.close();
  }

  /** Works on a page, and again if it needed a font that was not loaded. */
  async #onPage<Result>(index: number, work: (pdfium: Pdfium, page: number) => Result): Promise<Result> {
    const run = (): Promise<Result> => withPage(this.#document, index, (page) => work(this.#document.pdfium, page));
    const result = await run();
    if (!(await this.#document.pdfium.substituteFonts.load(this.#context))) return result;
    this.#document = this.#document.reopen();
    return run();
  }
}
