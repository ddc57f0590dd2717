import type { OptionValues } from '@bakkum/conversion/options';
import type { TextAddition } from '@bakkum/conversion/pages/page-additions';

/** An edit of a PDF, and what it must keep. */
export type PdfOperation = {
  readonly name: string;
  readonly options: OptionValues | ((given: Source) => OptionValues);
  /** Result format. Default `pdf`. */
  readonly to?: 'pdf' | 'zip';
  /** Number of copies of the file that are joined. Default 1. */
  readonly copies?: number;
  /** Password of the result. */
  readonly password?: string;
  /** Pages of all results together; `undefined` if the operation decides. */
  readonly pages?: (count: number) => number;
  /** The words stay the same, in the same order. */
  readonly keepsText?: true;
  /** Pages look the same. */
  readonly keepsLook?: true;
  /** Bookmarks, links, form fields and attachments stay, or a warning tells that they do not. */
  readonly keepsParts?: true;
  /** Number of files of the result. */
  readonly files?: (given: Source) => number;
  /** This word must be gone. */
  readonly removes?: (given: Source) => string | undefined;
};

export type Source = {
  readonly pages: number;
  readonly word: string | undefined;
  /** Pages where bookmarks of the first level lead, counted from one, each once. */
  readonly chapters: readonly number[];
};

const same = (count: number): number => count;

const ADDED_TEXT: TextAddition = {
  type: 'text',
  text: '확인 OK',
  pages: '1',
  x: 10,
  y: 10,
  size: 12,
  font: 'sans',
  bold: false,
  italic: false,
  colour: '#1144cc',
};

/** Every edit of the PDF tools that needs no drawing by hand, with its usual options. */
export const OPERATIONS: readonly PdfOperation[] = [
  { name: 'rewrite', options: {}, pages: same, keepsText: true, keepsLook: true, keepsParts: true },
  { name: 'reverse pages', options: ({ pages }) => ({ pages: `${pages}-1` }), pages: same, keepsParts: true },
  { name: 'rotate pages', options: { pages: '@90' }, pages: same, keepsParts: true },
  { name: 'first page', options: { pages: '1' }, pages: () => 1 },
  { name: 'repeat and insert', options: { pages: '1,1,blank' }, pages: () => 3 },
  { name: 'merge two', options: {}, copies: 2, pages: (count) => 2 * count },
  { name: 'split every page', options: { split: 'every' }, pages: same },
  { name: 'split by size', options: { split: 'size', splitSize: 100 }, pages: same },
  {
    name: 'split by bookmarks',
    options: { split: 'bookmarks' },
    pages: same,
    files: ({ chapters }) => chapters.length + (chapters.includes(1) ? 0 : 1),
  },
  { name: 'crop', options: { cropTop: 5, cropLeft: 5 }, pages: same, keepsText: true, keepsParts: true },
  { name: 'resize to A4', options: { paperSize: 'a4' }, pages: same, keepsParts: true },
  { name: 'two per sheet', options: { pagesPerSheet: '2' }, pages: (count) => Math.ceil(count / 2) },
  { name: 'booklet', options: { pagesPerSheet: 'booklet' }, pages: (count) => Math.ceil(count / 4) * 2 },
  {
    name: 'redact a word',
    options: ({ word }) => ({ redactText: word ?? 'nothing' }),
    pages: same,
    removes: ({ word }) => word,
  },
  { name: 'redact an area', options: { redactAreas: '1:0,0,100,100' }, pages: same },
  { name: 'flatten', options: { flatten: true }, pages: same, keepsLook: true },
  {
    name: 'add text',
    options: { additions: JSON.stringify([ADDED_TEXT]) },
    pages: same,
    keepsParts: true,
  },
  { name: 'watermark', options: { watermark: '대외비 DRAFT' }, pages: same, keepsParts: true },
  { name: 'page numbers', options: { numbering: 'bottom-center', header: '{page}/{pages}' }, pages: same, keepsParts: true },
  { name: 'grayscale', options: { grayscale: true }, pages: same, keepsText: true, keepsParts: true },
  { name: 'compress', options: { compress: 'balanced' }, pages: same, keepsText: true },
  { name: 'compress without loss', options: { compress: 'lossless' }, pages: same, keepsText: true, keepsLook: true },
  { name: 'PDF/A', options: { archive: true }, pages: same },
  { name: 'strip properties', options: { documentInfo: 'strip' }, pages: same, keepsText: true, keepsLook: true },
  {
    name: 'set a password',
    options: { newPassword: 'secret' },
    password: 'secret',
    pages: same,
    keepsText: true,
    keepsParts: true,
  },
  { name: 'extract', to: 'zip', options: { extract: 'all' } },
];
