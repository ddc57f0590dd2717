import { execFileSync } from 'node:child_process';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { hasProgram } from '../../../tests/native.ts';
import { check, edit, fieldsOf, outlineOf, removeFiles, textIn } from '../../../tests/pdf/judged-files.ts';
import { fileOf, madeFile, madePages, madeRich } from '../../../tests/pdf/made-documents.ts';

afterAll(removeFiles);

const HAS_JUDGES = hasProgram('pdftotext') && hasProgram('qpdf');
const fontsOf = (file: string): string => execFileSync('pdffonts', [file], { encoding: 'utf8' });

/** Reads only upright letters on rotated pages. */
const linesOf = (file: string): readonly (readonly string[])[] =>
  textIn(file).map((page) =>
    page
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );

describe.skipIf(!HAS_JUDGES)('marks', () => {
  it('include a searchable Korean watermark with an embedded font subset', async () => {
    const { file } = await edit([await fileOf(await madePages('one', 3, [595, 842]))], {
      watermark: '대외비 & <draft>',
      watermarkPosition: 'horizontal',
    });
    expect(check(file)).toContain('No syntax');
    for (const page of textIn(file)) expect(page).toContain('대외비 & <draft>');
    expect(fontsOf(file)).toMatch(/[A-Z]{6}\+NanumGothic\S* +CID TrueType +Identity-H +yes yes yes/);
  });

  it('number pages with header and footer', async () => {
    const { file } = await edit([await fileOf(await madePages('one', 2, [400, 400]))], {
      numbering: 'bottom-right',
      numberStyle: 'total',
      firstNumber: 5,
      header: '보고서 {page}',
      footer: 'of {pages}',
    });
    expect(linesOf(file)).toEqual([
      ['보고서 5', 'one 1', expect.stringMatching(/^of 6 +5 ?\/ ?6$/)],
      ['보고서 6', 'one 2', expect.stringMatching(/^of 6 +6 ?\/ ?6$/)],
    ]);
    expect(check(file)).toContain('No syntax');
  });

  it('are upright on rotated pages with a shifted box', async () => {
    const document = await madePages('one', 1, [300, 500]);
    document.getPage(0).setCropBox(50, 100, 200, 300);
    const { file } = await edit([await fileOf(document)], { pages: '1@90', numbering: 'top-left', header: 'head' });
    const boxes = execFileSync('pdftotext', ['-bbox', '-cropbox', file, '-'], { encoding: 'utf8' });
    const [, x = '', y = ''] = /xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>1</.exec(boxes) ?? [];
    expect([Number(x) < 40, Number(y) < 40]).toEqual([true, true]);
  });

  it('flatten fields with their values and keep links', async () => {
    const { file, warnings } = await edit([await fileOf(await madeRich('one', 2))], { flatten: true });
    expect(fieldsOf(file)).toEqual([]);
    expect(textIn(file).map((page) => page.includes('one value'))).toEqual([true, true]);
    expect(outlineOf(file)).toHaveLength(3);
    expect(warnings).toEqual([]);
    expect(check(file)).toContain('No syntax');
    const reread = await PDFDocument.load(execFileSync('cat', [file]));
    expect(reread.getPage(0).node.Annots()?.size()).toBe(2);
  });

  it('are not drawn by default', async () => {
    const { file } = await edit([await madeFile('one', 1)]);
    expect(fontsOf(file)).not.toMatch(/Noto|Nanum/);
  });
});
