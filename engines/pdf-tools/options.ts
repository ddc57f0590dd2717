import type { OptionsSchema } from '@bakkum/conversion/options';
import { LANGUAGE_OPTION } from '@bakkum/document-recognition/options';
import { TARGET_SIZE_OPTION } from '@bakkum/raster/target-size';

const NUMBERED = ['bottom-center', 'bottom-right', 'bottom-left', 'top-center', 'top-right', 'top-left'];

/**
 * Options of PDF to PDF. They are always applied in the same order: docs/decisions/064-order-of-pdf-edits.md.
 */
export const PDF_OPTIONS: OptionsSchema = folded({
  /**
   * `3,1-2,blank,5@90`; pages that are not listed are removed. Pages are numbered continuously across files. Semicolons separate
   * the files of `split: list`: `3,1;2`.
   */
  pages: { kind: 'text', maxLength: 100_000, default: '' },
  /** `list`: each part of `pages`, or each group between semicolons, becomes a file. */
  split: { kind: 'choice', values: ['none', 'every', 'bookmarks', 'size', 'list'], default: 'none', combined: 'never' },
  splitPages: { kind: 'number', min: 1, max: 10_000, step: 1, default: 1, when: { split: ['every'] }, combined: 'never' },
  splitSize: {
    kind: 'number',
    min: 10,
    max: 1_000_000,
    step: 1,
    unit: 'kB',
    default: 10_000,
    when: { split: ['size'] },
    combined: 'never',
  },
  /** `on` writes the text of scanned pages invisibly over their images. */
  recognize: { kind: 'choice', values: ['off', 'on'], default: 'off' },
  ...LANGUAGE_OPTION,
  /**
   * `x,y,width,height` of the part to keep, in points from the top left corner; `page:x,y,width,height` for one page. Separated by
   * semicolons.
   */
  cropAreas: { kind: 'text', maxLength: 20_000, default: '' },
  cropTop: { kind: 'number', min: 0, max: 1000, step: 1, unit: 'mm', default: 0 },
  cropRight: { kind: 'number', min: 0, max: 1000, step: 1, unit: 'mm', default: 0 },
  cropBottom: { kind: 'number', min: 0, max: 1000, step: 1, unit: 'mm', default: 0 },
  cropLeft: { kind: 'number', min: 0, max: 1000, step: 1, unit: 'mm', default: 0 },
  paperSize: { kind: 'choice', values: ['keep', 'a4', 'a3', 'a5', 'b5', 'letter', 'legal'], default: 'keep' },
  pagesPerSheet: { kind: 'choice', values: ['1', '2', '4', '6', '9', '16', 'booklet'], default: '1' },
  /** Texts separated by semicolons, removed wherever they occur. */
  redactText: { kind: 'text', maxLength: 5000, default: '' },
  /** `page:x,y,width,height` separated by semicolons, in points from the top left corner. */
  redactAreas: { kind: 'text', maxLength: 20_000, default: '' },
  /** Values of form fields as JSON: `{"name": "Kim", "agreed": true, "colors": ["red"]}`. */
  fields: { kind: 'text', maxLength: 200_000, default: '' },
  flatten: { kind: 'boolean', default: false },
  /** Text, images and drawings to place on the pages, as JSON: packages/core/conversion/pages/page-additions.ts. */
  additions: { kind: 'text', maxLength: 8_000_000, default: '' },
  watermark: { kind: 'text', maxLength: 200, default: '' },
  watermarkPosition: { kind: 'choice', values: ['diagonal', 'horizontal'], default: 'diagonal' },
  watermarkOpacity: { kind: 'number', min: 1, max: 100, step: 1, unit: 'percent', default: 20 },
  watermarkColour: { kind: 'colour', default: '#808080' },
  watermarkSize: { kind: 'number', min: 4, max: 400, step: 1, unit: 'pt', default: null },
  numbering: {
    kind: 'choice',
    values: ['none', 'bottom-center', 'bottom-right', 'bottom-left', 'top-center', 'top-right', 'top-left'],
    default: 'none',
  },
  numberStyle: { kind: 'choice', values: ['plain', 'total', 'dashes'], default: 'plain', when: { numbering: NUMBERED } },
  firstNumber: { kind: 'number', min: 0, max: 100_000, step: 1, default: 1, when: { numbering: NUMBERED } },
  /** `{page}` and `{pages}` are replaced. */
  header: { kind: 'text', maxLength: 300, default: '' },
  footer: { kind: 'text', maxLength: 300, default: '' },
  markSize: { kind: 'number', min: 4, max: 72, step: 1, unit: 'pt', default: 10 },
  /** Shows everything on the pages in shades of gray. */
  grayscale: { kind: 'boolean', default: false },
  /** Images have at most 300 (`print`), 150 (`balanced`) or 96 (`small`) pixels per inch. `lossless` keeps them as they are. */
  compress: { kind: 'choice', values: ['none', 'lossless', 'print', 'balanced', 'small'], default: 'none' },
  ...TARGET_SIZE_OPTION,
  /** PDF/A-2b: pages that break its rules become images. */
  archive: { kind: 'boolean', default: false },
  title: { kind: 'text', maxLength: 500, default: '' },
  author: { kind: 'text', maxLength: 500, default: '' },
  subject: { kind: 'text', maxLength: 500, default: '' },
  keywords: { kind: 'text', maxLength: 1000, default: '' },
  documentInfo: { kind: 'choice', values: ['keep', 'strip'], default: 'keep' },
  newPassword: { kind: 'text', maxLength: 127, default: '', secret: true },
  ownerPassword: { kind: 'text', maxLength: 127, default: '', secret: true },
  allowPrinting: { kind: 'boolean', default: true },
  allowCopying: { kind: 'boolean', default: true },
  allowEditing: { kind: 'boolean', default: true },
  allowForms: { kind: 'boolean', default: true },
  password: { kind: 'text', maxLength: 255, default: '', secret: true },
});

/** Folds all options, because each is rarely used, and marks them as essential: a result that ignores any of them would be wrong. */
function folded(schema: OptionsSchema): OptionsSchema {
  return Object.fromEntries(Object.entries(schema).map(([name, field]) => [name, { ...field, advanced: true, essential: true }]));
}
