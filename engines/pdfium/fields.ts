import type { PlacedField } from '@bakkum/document-layout/page-content';
import type { PdfDocument } from '@bakkum/document-pdfium/document';
import { readFormFields } from '@bakkum/document-pdfium/form-fields';
import type { Matrix } from '@bakkum/document-pdfium/matrix';

/** Reads the form fields of a page with their values. The name is the label of a field if it has one. */
export function readFields(document: PdfDocument, page: number, toPage: Matrix): readonly PlacedField[] {
  return readFormFields(document, page, toPage).map(({ label, name, value, isReadOnly: _, ...field }) => {
    const isButton = field.kind === 'check' || field.kind === 'radio';
    return { ...field, name: label || name, value: isButton ? '' : value };
  });
}
