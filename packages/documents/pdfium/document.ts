import { ConversionError } from '@bakkum/conversion/errors';
import type { Pdfium } from './program.ts';
import { withTrailer } from './repair.ts';

/** An open file. Pages are loaded one at a time. */
export type PdfDocument = {
  readonly pdfium: Pdfium;
  /** FPDF_DOCUMENT. */
  readonly handle: number;
  readonly pageCount: number;
  /** The cross-reference table of the file was broken and had to be rebuilt. */
  readonly isRepaired: boolean;
  /** Opens the file again, so that text drawn without a font is drawn with the font loaded since. */
  reopen(): PdfDocument;
  close(): void;
};

/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY (fpdfview.h). */
const NEEDS_PASSWORD = 4;
const UNKNOWN_SECURITY = 5;

/**
 * Opens a PDF. PDFium rebuilds a broken or missing cross-reference table; a missing trailer is added.
 * @throws ConversionError `encrypted` when a password is required, `wrong-password`, `unsupported-feature` for certificate
 * protection, `corrupt`.
 */
export function openDocument(pdfium: Pdfium, bytes: Uint8Array, password: string): PdfDocument {
  const opened = open(pdfium, bytes, password);
  if (typeof opened !== 'number') return opened;
  if (opened === NEEDS_PASSWORD)
    throw new ConversionError(password === '' ? 'encrypted' : 'wrong-password', 'a password is needed');
  if (opened === UNKNOWN_SECURITY) throw new ConversionError('unsupported-feature', 'an unknown protection');
  const completed = withTrailer(bytes);
  const repaired = completed ? open(pdfium, completed, password) : opened;
  if (typeof repaired === 'number') throw new ConversionError('corrupt', `cannot be opened (${opened})`);
  return { ...repaired, isRepaired: true };
}

/** The document handle, or PDFium's error number. */
function open(pdfium: Pdfium, bytes: Uint8Array, password: string): PdfDocument | number {
  const { call } = pdfium;
  const file = pdfium.allocate(bytes.length);
  pdfium.bytes(file, bytes.length).set(bytes);
  const handle = loadWith(pdfium, file, bytes.length, password);
  const error = handle === 0 ? call.FPDF_GetLastError() : 0;
  const close = (): void => {
    if (handle !== 0) call.FPDF_CloseDocument(handle);
    pdfium.free(file);
  };
  const pageCount = handle === 0 ? 0 : call.FPDF_GetPageCount(handle);
  if (pageCount < 1) {
    close();
    return error;
  }
  const reopen = (): PdfDocument => {
    close();
    return openDocument(pdfium, bytes, password);
  };
  return { pdfium, handle, pageCount, reopen, isRepaired: call.FPDF_DocumentHasValidCrossReferenceTable(handle) === 0, close };
}

function loadWith(pdfium: Pdfium, file: number, length: number, password: string): number {
  const secret = new TextEncoder().encode(`${password}\0`);
  const at = pdfium.allocate(secret.length);
  pdfium.bytes(at, secret.length).set(secret);
  const handle = pdfium.call.FPDF_LoadMemDocument(file, length, at);
  pdfium.free(at);
  return handle;
}

/** Runs `work` on one page, which is closed afterwards. An unreadable page is passed as `undefined`. */
export async function withPage<Result>(
  { pdfium, handle }: PdfDocument,
  index: number,
  work: (page: number) => Result | Promise<Result>,
): Promise<Result> {
  const page = pdfium.call.FPDF_LoadPage(handle, index);
  if (page === 0) throw new ConversionError('corrupt', `page ${index + 1} cannot be read`);
  try {
    return await work(page);
  } finally {
    pdfium.call.FPDF_ClosePage(page);
  }
}
