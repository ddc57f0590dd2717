import type { PdfDocument } from './document.ts';
import { type Box, boxAround } from './geometry.ts';
import type { Matrix } from './matrix.ts';
import type { Pdfium } from './program.ts';

/** A form field at one of its places on a page. */
export type FormField = Box & {
  readonly kind: 'text' | 'choice' | 'check' | 'radio';
  /** Names of all levels, joined by dots. */
  readonly name: string;
  /** The name to show to users (`TU`), or empty. */
  readonly label: string;
  /** For a check box or radio button, its number within the field, such as `#1`. */
  readonly value: string;
  readonly checked: boolean;
  readonly options: readonly string[];
  /** Points; 0 if the reader chooses the size. */
  readonly size: number;
  readonly isMultiline: boolean;
  readonly isReadOnly: boolean;
};

/** FPDF_ANNOT_WIDGET (fpdf_annot.h), and FPDF_FORMFIELD_* (fpdf_formfill.h). */
const WIDGET = 20;
const CHECK_BOX = 2;
const RADIO_BUTTON = 3;
const TEXT_FIELD = 6;
/** Field flags (ISO 32000-1, tables 221 and 228). */
const READ_ONLY = 1;
const MULTILINE = 1 << 12;
const MAX_FIELDS = 2000;
const MAX_OPTIONS = 200;

/** Reads the form fields of a page with their values. */
export function readFormFields(document: PdfDocument, page: number, toPage: Matrix): readonly FormField[] {
  const { pdfium, handle } = document;
  const { call } = pdfium;
  if (call.FPDF_GetFormType(handle) === 0) return [];
  const count = Math.min(MAX_FIELDS, call.FPDFPage_GetAnnotCount(page));
  if (count < 1) return [];
  const information = call.PDFiumExt_OpenFormFillInfo();
  const form = information === 0 ? 0 : call.PDFiumExt_InitFormFillEnvironment(handle, information);
  const fields: FormField[] = [];
  for (let index = 0; form !== 0 && index < count; index++) {
    const annotation = call.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const field = call.FPDFAnnot_GetSubtype(annotation) === WIDGET ? readField(document, form, annotation, toPage) : undefined;
    if (field) fields.push(field);
    call.FPDFPage_CloseAnnot(annotation);
  }
  if (form !== 0) call.PDFiumExt_ExitFormFillEnvironment(form);
  if (information !== 0) call.PDFiumExt_CloseFormFillInfo(information);
  return fields;
}

function readField({ pdfium }: PdfDocument, form: number, annotation: number, toPage: Matrix): FormField | undefined {
  const { call, scratch } = pdfium;
  const type = call.FPDFAnnot_GetFormFieldType(form, annotation);
  if (type < CHECK_BOX || type > TEXT_FIELD || call.FPDFAnnot_GetRect(annotation, scratch) === 0) return undefined;
  const view = pdfium.view();
  const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((at) => view.getFloat32(scratch + at, true));
  const box = boxAround(toPage, left, bottom, right, top);
  const label = pdfium.wideText((at, bytes) => call.FPDFAnnot_GetFormFieldAlternateName(form, annotation, at, bytes));
  const name = pdfium.wideText((at, bytes) => call.FPDFAnnot_GetFormFieldName(form, annotation, at, bytes));
  const size = call.FPDFAnnot_GetFontSize(form, annotation, scratch) === 0 ? 0 : pdfium.view().getFloat32(scratch, true);
  const flags = call.FPDFAnnot_GetFormFieldFlags(form, annotation);
  const isReadOnly = (flags & READ_ONLY) !== 0;
  const common = { ...box, name, label, size, isReadOnly, checked: false, options: [], isMultiline: false };
  if (type === CHECK_BOX || type === RADIO_BUTTON) {
    const checked = call.FPDFAnnot_IsChecked(form, annotation) === 1;
    const number = call.FPDFAnnot_GetFormControlIndex(form, annotation) + 1;
    return { ...common, kind: type === CHECK_BOX ? 'check' : 'radio', value: `#${number}`, checked };
  }
  const value = pdfium.wideText((at, bytes) => call.FPDFAnnot_GetFormFieldValue(form, annotation, at, bytes));
  if (type === TEXT_FIELD) return { ...common, kind: 'text', value, isMultiline: (flags & MULTILINE) !== 0 };
  return { ...common, kind: 'choice', value, options: readOptions(pdfium, form, annotation) };
}

function readOptions(pdfium: Pdfium, form: number, annotation: number): readonly string[] {
  const { call } = pdfium;
  const count = Math.max(0, Math.min(MAX_OPTIONS, call.FPDFAnnot_GetOptionCount(form, annotation)));
  return Array.from({ length: count }, (_, index) =>
    pdfium.wideText((at, bytes) => call.FPDFAnnot_GetOptionLabel(form, annotation, index, at, bytes)),
  );
}
