import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { init } from '@embedpdf/pdfium';
import { offerSubstituteFonts, type SubstituteFonts } from './substitute-fonts.ts';

/** Functions of PDFium's C interface that are used here (fpdfview.h and related headers); pointers and flags are numbers. */
const FUNCTIONS = [
  'FPDF_LoadMemDocument',
  'FPDF_GetLastError',
  'FPDF_CloseDocument',
  'FPDF_GetPageCount',
  'FPDF_DocumentHasValidCrossReferenceTable',
  'FPDF_LoadPage',
  'FPDF_ClosePage',
  'FPDF_GetPageWidthF',
  'FPDF_GetPageHeightF',
  'FPDF_GetPageBoundingBox',
  'FPDFPage_GetRotation',
  'FPDFPage_SetRotation',
  'FPDFBitmap_CreateEx',
  'FPDFBitmap_FillRect',
  'FPDFBitmap_GetBuffer',
  'FPDFBitmap_GetStride',
  'FPDFBitmap_GetWidth',
  'FPDFBitmap_GetHeight',
  'FPDFBitmap_GetFormat',
  'FPDFBitmap_Destroy',
  'FPDF_PageToDevice',
  'FPDF_RenderPageBitmap',
  'FPDF_RenderPageBitmapWithMatrix',
  'FPDFText_LoadPage',
  'FPDFText_ClosePage',
  'FPDFText_CountChars',
  'FPDFText_GetUnicode',
  'FPDFText_IsGenerated',
  'FPDFText_GetFontSize',
  'FPDFText_GetLooseCharBox',
  'FPDFText_GetCharBox',
  'FPDFText_GetCharOrigin',
  'FPDFText_GetCharAngle',
  'FPDFText_GetMatrix',
  'FPDFText_GetTextObject',
  'FPDFText_HasUnicodeMapError',
  'FPDFTextObj_GetFont',
  'FPDFTextObj_GetTextRenderMode',
  'FPDFFont_GetBaseFontName',
  'FPDFFont_GetFamilyName',
  'FPDFFont_GetFlags',
  'FPDFFont_GetWeight',
  'FPDFFont_GetItalicAngle',
  'FPDFFont_GetAscent',
  'FPDFFont_GetDescent',
  'FPDFPage_CountObjects',
  'FPDFPage_GetObject',
  'FPDFFormObj_CountObjects',
  'FPDFFormObj_GetObject',
  'FPDFPageObj_GetType',
  'FPDFPageObj_GetMatrix',
  'FPDFPageObj_GetBounds',
  'FPDFPageObj_GetFillColor',
  'FPDFPageObj_GetStrokeColor',
  'FPDFPageObj_GetStrokeWidth',
  'FPDFPageObj_GetDashCount',
  'FPDFPageObj_GetClipPath',
  'FPDFPageObj_GetMarkedContentID',
  'FPDFPageObj_SetIsActive',
  'FPDFPageObj_HasTransparency',
  'FPDFClipPath_CountPaths',
  'FPDFClipPath_CountPathSegments',
  'FPDFClipPath_GetPathSegment',
  'FPDFPath_CountSegments',
  'FPDFPath_GetPathSegment',
  'FPDFPath_GetDrawMode',
  'FPDFPathSegment_GetPoint',
  'FPDFPathSegment_GetType',
  'FPDFPathSegment_GetClose',
  'FPDFImageObj_GetImageFilterCount',
  'FPDFImageObj_GetImageFilter',
  'FPDFImageObj_GetImageDataRaw',
  'FPDFImageObj_GetImagePixelSize',
  'FPDFImageObj_GetImageMetadata',
  'FPDFImageObj_GetRenderedBitmap',
  'FPDFImageObj_GetBitmap',
  'FPDFImageObj_SetMatrix',
  'FPDFLink_Enumerate',
  'FPDFLink_GetAnnotRect',
  'FPDFLink_GetAction',
  'FPDFLink_GetDest',
  'FPDFAction_GetType',
  'FPDFAction_GetURIPath',
  'FPDF_GetMetaText',
  'FPDFCatalog_GetLanguage',
  'FPDF_StructTree_GetForPage',
  'FPDF_StructTree_Close',
  'FPDF_StructTree_CountChildren',
  'FPDF_StructTree_GetChildAtIndex',
  'FPDF_StructElement_GetType',
  'FPDF_StructElement_CountChildren',
  'FPDF_StructElement_GetChildAtIndex',
  'FPDF_StructElement_GetChildMarkedContentID',
  'FPDF_GetFormType',
  'FPDFPage_GetAnnotCount',
  'FPDFPage_GetAnnot',
  'FPDFPage_CloseAnnot',
  'FPDFAnnot_GetSubtype',
  'FPDFAnnot_GetFlags',
  'FPDFAnnot_GetRect',
  'FPDFAnnot_GetFormFieldType',
  'FPDFAnnot_GetFormFieldFlags',
  'FPDFAnnot_GetFormFieldName',
  'FPDFAnnot_GetFormFieldAlternateName',
  'FPDFAnnot_GetFormFieldValue',
  'FPDFAnnot_GetFormControlIndex',
  'FPDFAnnot_GetFontSize',
  'FPDFAnnot_IsChecked',
  'FPDFAnnot_GetOptionCount',
  'FPDFAnnot_GetOptionLabel',
  'PDFiumExt_OpenFormFillInfo',
  'PDFiumExt_CloseFormFillInfo',
  'PDFiumExt_InitFormFillEnvironment',
  'PDFiumExt_ExitFormFillEnvironment',
  'EPDF_RemoveEncryption',
  'EPDFText_RedactInQuads',
  'FPDFPage_GenerateContent',
  'FPDFPage_RemoveObject',
  'FPDFPage_Flatten',
  'EPDFAnnot_Flatten',
  'FPDFPageObj_Destroy',
  'PDFiumExt_OpenFileWriter',
  'PDFiumExt_GetFileWriterSize',
  'PDFiumExt_GetFileWriterData',
  'PDFiumExt_CloseFileWriter',
  'PDFiumExt_SaveAsCopy',
  'FPDF_SetSystemFontInfo',
  'PDFiumExt_Init',
] as const;

export type PdfiumFunctions = Readonly<Record<(typeof FUNCTIONS)[number], (...numbers: readonly number[]) => number>>;

/** Size of the buffer for values returned through pointers. */
const SCRATCH_BYTES = 4096;

/** PDFium running in a worker: its functions, its memory, and our substitute fonts. */
export type Pdfium = PdfiumCore & { readonly substituteFonts: SubstituteFonts };

type PdfiumCore = {
  readonly call: PdfiumFunctions;
  /** A buffer of `SCRATCH_BYTES` for short results; overwritten by the next call that uses it. */
  readonly scratch: number;
  view(): DataView;
  bytes(at: number, count: number): Uint8Array;
  allocate(count: number): number;
  free(at: number): void;
  /**
   * Reads a zero-terminated UTF-16 (little-endian) string: `read` receives a buffer and its size, and returns the size needed.
   */
  wideText(read: (at: number, bytes: number) => number): string;
  /** The same for UTF-8. */
  text(read: (at: number, bytes: number) => number): string;
};

let running: Promise<Pdfium> | undefined;

/**
 * Returns one instance for the worker's lifetime: it starts in milliseconds and keeps nothing between documents.
 * @param asset the manifest's name of `@embedpdf/pdfium/dist/pdfium.wasm`
 */
export function pdfiumOf(context: EngineContext, asset = 'program'): Promise<Pdfium> {
  running ??= start(context, asset).catch((failure: unknown) => {
    running = undefined;
    throw failure;
  });
  return running;
}

/**
 * A WebAssembly trap is caused by the file; the memory cannot be trusted afterwards, so the next document gets a fresh instance.
 */
export async function withoutTraps<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (failure) {
    if (!(failure instanceof WebAssembly.RuntimeError)) throw failure;
    running = undefined;
    throw new ConversionError('corrupt', failure.message, { cause: failure });
  }
}

async function start(context: EngineContext, asset: string): Promise<Pdfium> {
  const compiled = await context.wasm(asset);
  let exports: WebAssembly.Exports | undefined;
  const { pdfium: glue } = await init({
    instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
      const instance = new WebAssembly.Instance(compiled, imports);
      exports = instance.exports;
      done(instance);
      return instance.exports;
    },
    print: () => undefined,
    printErr: () => undefined,
  });
  if (!exports) throw new ConversionError('engine-unavailable', 'pdfium did not start');
  const pdfium = pdfiumFrom(exports);
  pdfium.call.PDFiumExt_Init();
  const substituteFonts = offerSubstituteFonts(pdfium, glue, (info) => void pdfium.call.FPDF_SetSystemFontInfo(info));
  return { ...pdfium, substituteFonts };
}

/**
 * Calls the WebAssembly exports directly: the package's wrappers check and convert every argument, which costs more than a
 * function called for each character of a page.
 */
function pdfiumFrom(exports: WebAssembly.Exports): PdfiumCore {
  const call = Object.fromEntries(FUNCTIONS.map((name) => [name, functionOf(exports, name)])) as PdfiumFunctions;
  const { memory } = exports;
  if (!(memory instanceof WebAssembly.Memory)) throw new ConversionError('engine-unavailable', 'pdfium has no memory');
  const malloc = functionOf(exports, 'malloc');
  const free = functionOf(exports, 'free');
  let view = new DataView(memory.buffer);
  const current = (): DataView => {
    if (view.buffer !== memory.buffer) view = new DataView(memory.buffer);
    return view;
  };
  const allocate = (count: number): number => {
    const at = malloc(count);
    if (at === 0) throw new ConversionError('out-of-memory', `pdfium could not get ${count} bytes`);
    return at >>> 0;
  };
  const scratch = allocate(SCRATCH_BYTES);
  const bytes = (at: number, count: number): Uint8Array => new Uint8Array(memory.buffer, at, count);
  const written = (read: (at: number, bytes: number) => number): Uint8Array => {
    const needed = read(scratch, SCRATCH_BYTES);
    if (needed <= SCRATCH_BYTES) return bytes(scratch, Math.max(0, needed));
    const at = allocate(needed);
    const copy = bytes(at, read(at, needed)).slice();
    free(at);
    return copy;
  };
  return {
    call,
    scratch,
    view: current,
    bytes,
    allocate,
    free: (at) => void free(at),
    wideText: (read) => withoutEnd(UTF16.decode(written(read))),
    text: (read) => withoutEnd(UTF8.decode(written(read))),
  };
}

const UTF16 = new TextDecoder('utf-16le');
const UTF8 = new TextDecoder();

function withoutEnd(text: string): string {
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}

function functionOf(exports: WebAssembly.Exports, name: string): (...numbers: readonly number[]) => number {
  const found = exports[name];
  if (typeof found !== 'function') throw new ConversionError('engine-unavailable', `pdfium has no ${name}`);
  return found as (...numbers: readonly number[]) => number;
}
