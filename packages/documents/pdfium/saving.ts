import { ConversionError } from '@bakkum/conversion/errors';
import type { PdfDocument } from './document.ts';

/** Writes the document as a new file, without earlier revisions. Errors: `corrupt` if PDFium cannot write it. */
export function saveDocument({ pdfium, handle }: PdfDocument): Uint8Array<ArrayBuffer> {
  const { call } = pdfium;
  const writer = call.PDFiumExt_OpenFileWriter();
  try {
    if (call.PDFiumExt_SaveAsCopy(handle, writer) === 0) throw new ConversionError('corrupt', 'pdfium cannot write this file');
    const size = call.PDFiumExt_GetFileWriterSize(writer);
    const at = pdfium.allocate(size);
    try {
      call.PDFiumExt_GetFileWriterData(writer, at, size);
      return pdfium.bytes(at, size).slice();
    } finally {
      pdfium.free(at);
    }
  } finally {
    call.PDFiumExt_CloseFileWriter(writer);
  }
}
