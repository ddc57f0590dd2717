import type { PdfFile } from '@bakkum/document-pages/pdf-file';
import { type PDFContext, PDFObjectParser, PDFRef } from '@cantoo/pdf-lib';

/** Adds objects in PDF syntax to a document. */
export function writerOf(context: PDFContext): Pick<PdfFile, 'reserve' | 'object' | 'stream'> {
  const parsed = (text: string) => PDFObjectParser.forBytes(new TextEncoder().encode(text), context).parseObject();
  return {
    reserve: () => context.nextRef().objectNumber,
    object(body, number = context.nextRef().objectNumber) {
      context.assign(PDFRef.of(number), parsed(body));
      return number;
    },
    stream(entries, data) {
      if (entries !== '') throw new RangeError('streams with entries are not supported');
      return context.register(context.flateStream(data)).objectNumber;
    },
  };
}
