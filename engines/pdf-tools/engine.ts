import {
  type ConvertRequest,
  type ConvertResult,
  type Engine,
  type EngineContext,
  type EngineOutput,
  eachInput,
  inputCount,
  type Warning,
} from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import { parseAdditions } from '@bakkum/conversion/pages/page-additions';
import { type PageEntry, parsePageList } from '@bakkum/conversion/pages/page-list';
import type { PDFDocument } from '@cantoo/pdf-lib';
import { placeAdditions } from './additions/place.ts';
import { compress } from './compression/compress.ts';
import { compressionOf } from './compression/request.ts';
import { assemble, type Part, partOf } from './document/assemble.ts';
import { open } from './document/open.ts';
import { limitUnpacking, startUnpacking } from './document/unpacking.ts';
import { fieldValuesOf, fillForm } from './forms/fill.ts';
import { flatten } from './marks/flatten.ts';
import { drawMarks } from './marks/marks.ts';
import { PDF_OPTIONS } from './options.ts';
import { applyDocumentInfo } from './output/document-info.ts';
import { orderEntriesQuickly } from './output/ordered-entries.ts';
import { isProtected, protect } from './output/protect.ts';
import { type Piece, splitAtBookmarks, splitByList, splitBySize, splitEvery, splitModeOf } from './output/split.ts';
import { cropPages, croppingOf } from './pages/crop.ts';
import { layoutOf, paperOf, placeOnSheets, resizePages } from './pages/sheets.ts';
import { redact } from './redaction/redact.ts';
import { redactionOf } from './redaction/request.ts';

orderEntriesQuickly();
limitUnpacking();

/** Edits PDF files without rendering them, joins several, and extracts their images and attachments. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    startUnpacking();
    if (request.to === 'zip') return (await import('./extraction/extract.ts')).extract(request, context);
    return new Job(request, context).run();
  },
};

/** Progress after reading the inputs, after arranging the pages, and after editing them. */
type Milestones = { readonly read: number; readonly arranged: number; readonly edited: number };
const EDITING: Milestones = { read: 0.3, arranged: 0.4, edited: 0.7 };
/** Recognizing a page takes longer than everything else. */
const RECOGNIZING: Milestones = { read: 0.03, arranged: 0.05, edited: 0.95 };

/** One conversion. Edits are applied in the order of docs/decisions/064-order-of-pdf-edits.md. */
class Job {
  readonly #request: ConvertRequest;
  readonly #context: EngineContext;
  readonly #options: OptionValues;
  readonly #warnings: Warning[] = [];
  readonly #recognizes: boolean;
  readonly #milestones: Milestones;

  constructor(request: ConvertRequest, context: EngineContext) {
    this.#request = request;
    this.#context = context;
    this.#options = request.options;
    this.#recognizes = this.#options['recognize'] === 'on';
    this.#milestones = this.#recognizes ? RECOGNIZING : EDITING;
  }

  async run(): Promise<ConvertResult> {
    if (this.#isArchive && isProtected(this.#options)) throw new ConversionError('invalid-options', 'PDF/A with a password');
    const parts = await this.#read();
    const pageCount = parts.reduce((sum, { pages }) => sum + pages.length, 0);
    const { pages } = this.#options;
    const list = parsePageList(typeof pages === 'string' ? pages : '', pageCount);
    const edited = await this.#edited(await this.#assembled(parts, list.flat()));
    this.#reached(this.#milestones.edited);
    const pieces = await this.#split(edited, list);
    if (pieces) return this.#written(edited, pieces);
    return this.#result([{ content: await this.#smallest(await this.#finished(edited.document)) }]);
  }

  async #read(): Promise<readonly Part[]> {
    const parts: Part[] = [];
    const count = inputCount(this.#request);
    const { password } = this.#options;
    for await (const input of eachInput(this.#request)) {
      const { part, warnings } = await open(input, typeof password === 'string' ? password : '', this.#context);
      parts.push(part);
      this.#warnings.push(...warnings);
      this.#reached((this.#milestones.read * parts.length) / count);
    }
    return parts;
  }

  async #assembled(parts: readonly Part[], entries: readonly PageEntry[]): Promise<Part> {
    const { document, warnings } = await assemble(parts, entries);
    this.#warnings.push(...warnings);
    return partOf(document);
  }

  /** Applies all edits that change how pages look. */
  async #edited(part: Part): Promise<Part> {
    const { arranged, edited } = this.#milestones;
    this.#reached(arranged);
    if (this.#recognizes) {
      const onProgress = (fraction: number): void => this.#reached(arranged + (edited - arranged) * fraction);
      this.#warnings.push(...(await this.#recognize(part, onProgress)));
    }
    const values = fieldValuesOf(this.#options);
    const unfilled = values ? await fillForm(part, values, this.#context) : 0;
    if (unfilled > 0) this.#warnings.push({ code: 'fields-not-filled', params: { count: unfilled } });
    this.#crop(part);
    const paper = paperOf(this.#options);
    const layout = layoutOf(this.#options);
    if (paper !== undefined && !layout) resizePages(part, paper);
    const redacted = await this.#redacted(layout ? this.#onSheets(part, layout, paper) : part);
    if (this.#options['flatten'] === true) this.#told(flatten(redacted));
    await this.#place(redacted);
    await drawMarks(redacted, this.#options, this.#context);
    await this.#makeGray(redacted);
    await this.#compress(redacted);
    if (this.#isArchive) await this.#makeArchival(redacted);
    return redacted;
  }

  /** Adds the text of scans. Before all edits, so that it can also be redacted. */
  async #recognize(part: Part, onProgress: (fraction: number) => void = () => undefined): Promise<readonly Warning[]> {
    const { recognizeScans } = await import('./recognition/recognize.ts');
    return recognizeScans(part, this.#options, bytesOf, { ...this.#context, onProgress });
  }

  #onSheets(arranged: Part, layout: NonNullable<ReturnType<typeof layoutOf>>, paper: string | undefined): Part {
    this.#told(placeOnSheets(arranged, layout, paper));
    return partOf(arranged.document);
  }

  async #redacted(part: Part): Promise<Part> {
    const request = redactionOf(this.#options, part.pages.length);
    if (!request) return part;
    const redacted = await redact(part, request, bytesOf, this.#context);
    this.#warnings.push(...redacted.warnings);
    // Pages that became images lost the text that was recognized on them.
    if (this.#recognizes) await this.#recognize(redacted.part);
    return redacted.part;
  }

  #crop(part: Part): void {
    const cropping = croppingOf(this.#options);
    if (!cropping) return;
    const { isTooMuch, unused } = cropPages(part, cropping);
    if (isTooMuch) this.#warnings.push({ code: 'pages-not-cropped' });
    if (unused > 0) this.#warnings.push({ code: 'crop-areas-unused', params: { count: unused } });
  }

  /** Draws the text, images and drawings of `additions`. */
  async #place(part: Part): Promise<void> {
    const { additions } = this.#options;
    const placed = typeof additions === 'string' ? parseAdditions(additions) : [];
    const left = await placeAdditions(part, placed, this.#context);
    if (left > 0) this.#warnings.push({ code: 'additions-not-placed', params: { count: left } });
  }

  async #makeGray(part: Part): Promise<void> {
    if (this.#options['grayscale'] !== true) return;
    const { makeGray } = await import('./grayscale/grayscale.ts');
    const { arranged, edited } = this.#milestones;
    const start = this.#recognizes ? edited : arranged;
    const end = compressionOf(this.#options) ? start : edited;
    const left = await makeGray(part, this.#context, (fraction) => this.#reached(start + (end - start) * fraction));
    if (left > 0) this.#warnings.push({ code: 'colours-left', params: { count: left } });
  }

  async #compress(part: Part): Promise<void> {
    const request = compressionOf(this.#options);
    if (!request) return;
    const sizeOf = async ({ document }: Part): Promise<number> => (await bytesOf(document)).length;
    const { arranged, edited } = this.#milestones;
    const start = this.#recognizes ? edited : arranged;
    const report = (fraction: number): void => this.#reached(start + (edited - start) * fraction);
    const { images, converted, fits } = await compress(part, request, sizeOf, this.#context, report);
    if (images > 0) this.#warnings.push({ code: 'images-recompressed', params: { count: images } });
    if (converted > 0) this.#warnings.push({ code: 'profile-converted' });
    if (!fits) this.#warnings.push({ code: 'size-not-reached' });
  }

  get #isArchive(): boolean {
    return this.#options['archive'] === true;
  }

  async #makeArchival(part: Part): Promise<void> {
    const { makeArchival } = await import('./archive/archive.ts');
    this.#warnings.push(...(await makeArchival(part, bytesOf, this.#context)));
  }

  /** Returns the source instead of a result that was only compressed and is not smaller. */
  async #smallest(result: Blob): Promise<Blob> {
    const [source] = this.#request.inputs;
    const isOnlyCompressed = compressionOf(this.#options) && inputCount(this.#request) === 1 && !isEdited(this.#options);
    if (!isOnlyCompressed || !(source instanceof Blob) || result.size < source.size) return result;
    this.#warnings.splice(0, this.#warnings.length, { code: 'already-small' });
    return source;
  }

  /** @param left number of annotations without an appearance */
  #told(left: number): void {
    if (left > 0) this.#warnings.push({ code: 'fields-not-flattened' });
  }

  async #split(whole: Part, list: readonly (readonly PageEntry[])[]): Promise<readonly Piece[] | undefined> {
    const { splitPages, splitSize } = this.#options;
    switch (splitModeOf(this.#options)) {
      case 'every':
        return splitEvery(whole.pages.length, typeof splitPages === 'number' ? splitPages : 1);
      case 'bookmarks':
        return splitAtBookmarks(whole);
      case 'size': {
        const kilobytes = typeof splitSize === 'number' ? splitSize : 10_000;
        return splitBySize(whole.pages.length, kilobytes * 1000, async (entries) => {
          this.#context.signal.throwIfAborted();
          return (await bytesOf((await assemble([whole], entries)).document)).length;
        });
      }
      case 'list':
        return splitByList(list, whole.pages.length);
      case 'none':
        return undefined;
    }
  }

  async #written(whole: Part, pieces: readonly Piece[]): Promise<ConvertResult> {
    const { edited } = this.#milestones;
    const outputs: EngineOutput[] = [];
    for (const { entries, label } of pieces) {
      const { document } = await assemble([whole], entries);
      outputs.push({ content: await this.#finished(document), ...(pieces.length > 1 && { label }) });
      this.#reached(edited + ((1 - edited) * outputs.length) / (pieces.length + 1));
    }
    return this.#result(outputs);
  }

  async #finished(document: PDFDocument): Promise<Blob> {
    applyDocumentInfo(document, this.#options);
    if (isProtected(this.#options)) protect(document, this.#options);
    if (this.#isArchive) await (await import('./archive/archive.ts')).finishArchive(document);
    return new Blob([await bytesOf(document)], { type: 'application/pdf' });
  }

  #result(outputs: readonly EngineOutput[]): ConvertResult {
    const [first, ...rest] = outputs;
    if (!first) throw new ConversionError('invalid-options', 'no page');
    const codes = new Map(this.#warnings.map((warning) => [warning.code, warning]));
    return { outputs: [first, ...rest], warnings: [...codes.values()] };
  }

  #reached(fraction: number): void {
    this.#context.signal.throwIfAborted();
    this.#context.onProgress(fraction);
  }
}

const COMPRESSION: ReadonlySet<string> = new Set(['compress', 'targetSize']);

/** Whether an option other than those of compression changes the file. */
function isEdited(options: OptionValues): boolean {
  return Object.entries(PDF_OPTIONS).some(
    ([option, field]) => !COMPRESSION.has(option) && (options[option] ?? field.default) !== field.default,
  );
}

/** Objects written before the worker handles other work. */
const OBJECTS_PER_TURN = 10_000;

function bytesOf(document: PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  return document.save({ addDefaultPage: false, updateFieldAppearances: false, objectsPerTick: OBJECTS_PER_TURN });
}
