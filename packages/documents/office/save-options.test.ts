import { defaultsOf } from '@bakkum/conversion/options';
import { describe, expect, it } from 'vitest';
import { CSV_OPTIONS, PDF_OPTIONS, SHEET_PDF_OPTIONS } from './options.ts';
import { AS_SHOWN, csvTokens, pdfOptions, writerOf } from './save-options.ts';

const pdf = (given: Readonly<Record<string, string | boolean>>) =>
  JSON.parse(pdfOptions({ ...defaultsOf(PDF_OPTIONS), ...given }));

describe('options of the PDF export', () => {
  it('default to tagged PDF 1.7 with all pages and high-quality JPEG of at most 300 dpi', () => {
    expect(pdf({})).toMatchObject({
      SelectPdfVersion: { type: 'long', value: 0 },
      UseTaggedPDF: { type: 'boolean', value: true },
      Quality: { type: 'long', value: 90 },
      MaxImageResolution: { type: 'long', value: 300 },
      SinglePageSheets: { value: false },
    });
    expect(pdf({})).not.toHaveProperty('PageRange');
  });

  it('follow the request', () => {
    expect(pdf({ pdfStandard: 'pdfa-2b', pages: ' 1 - 3, 5', tagged: false })).toMatchObject({
      SelectPdfVersion: { value: 2 },
      PageRange: { type: 'string', value: '1-3,5' },
      UseTaggedPDF: { value: false },
    });
    const untouched = pdf({ imageQuality: 'original' });
    expect(untouched).toMatchObject({ UseLosslessCompression: { value: true }, ReduceImageResolution: { value: false } });
    expect(untouched).not.toHaveProperty('Quality');
    expect(JSON.parse(pdfOptions({ ...defaultsOf(SHEET_PDF_OPTIONS), onePageSheets: true })).SinglePageSheets.value).toBe(true);
  });

  it.each(['all', '1-', '1;2', '-3', '1,,2'])('refuses the pages %j', (pages) => {
    expect(() => pdf({ pages })).toThrow(expect.objectContaining({ code: 'invalid-options' }));
  });
});

describe('tokens of the CSV filter', () => {
  it('separator, delimiter, UTF-8, first line', () => {
    expect(csvTokens(',')).toBe('44,34,76,1');
    expect(writerOf('csv', { ...defaultsOf(CSV_OPTIONS), separator: 'semicolon' })).toEqual({
      extension: 'csv',
      options: `59,34,76,1${AS_SHOWN}`,
    });
    expect(writerOf('tsv', {}).options).toBe(`9,34,76,1${AS_SHOWN}`);
  });
});
