import { execFileSync } from 'node:child_process';
import { afterAll, describe, expect, it } from 'vitest';
import { hasProgram } from '../../../tests/native.ts';
import { check, edit, infoOf, outlineOf, removeFiles, textIn } from '../../../tests/pdf/judged-files.ts';
import { fileOf, madeFile, madePages, madeRich } from '../../../tests/pdf/made-documents.ts';

afterAll(removeFiles);

const HAS_JUDGES = hasProgram('pdftotext') && hasProgram('qpdf');
const wordsOf = (page: string | undefined): readonly string[] => page?.match(/one \d/g) ?? [];
const sizesOf = (file: string): readonly string[] => infoOf(file, '-l', '9').match(/[\d.]+ x [\d.]+/g) ?? [];

describe.skipIf(!HAS_JUDGES)('sheets', () => {
  it('hold two pages beside each other, with bookmarks that lead to them', async () => {
    const { file } = await edit([await fileOf(await madeRich('one', 3))], { pagesPerSheet: '2', paperSize: 'a4' });
    expect(check(file)).toContain('No syntax');
    // The pages are wide, so the sheets are upright.
    expect(sizesOf(file)).toEqual(['595.28 x 841.89', '595.28 x 841.89']);
    expect(outlineOf(file)).toEqual(['one bookmark 1: 1', '  one nested: 2', 'one bookmark 2: 1', 'one bookmark 3: 2']);
    expect(textIn(file)[0]).toContain('one value 2');
  });

  it('form a booklet', async () => {
    const { file } = await edit([await fileOf(await madePages('one', 5, [300, 400]))], { pagesPerSheet: 'booklet' });
    expect(textIn(file).map(wordsOf)).toEqual([['one 1'], ['one 2'], ['one 3'], ['one 4', 'one 5']]);
    expect(sizesOf(file)).toEqual(Array.from({ length: 4 }, () => '400 x 300'));
  });

  it('refuse to be split by a list of pages', async () => {
    const options = { pagesPerSheet: '2', split: 'list', pages: '1-2,3' };
    await expect(edit([await madeFile('one', 3)], options)).rejects.toMatchObject({ code: 'invalid-options' });
  });
});

describe.skipIf(!HAS_JUDGES)('page sizes', () => {
  it('scale the content of rotated pages to the paper', async () => {
    const { file } = await edit([await fileOf(await madePages('one', 2, [200, 100]))], { pages: '1,2@90', paperSize: 'a4' });
    expect(sizesOf(file)).toEqual(['841.89 x 595.28', '841.89 x 595.28']);
    const boxes = execFileSync('pdftotext', ['-bbox', '-l', '1', file, '-'], { encoding: 'utf8' });
    // 20 of 200 points from the left, scaled by 841.89 / 200.
    expect(Number(/xMin="([\d.]+)"[^>]*>one/.exec(boxes)?.[1])).toBeCloseTo(84.2, 0);
    expect(check(file)).toContain('No syntax');
  });

  it('lose their margins', async () => {
    const { file, warnings } = await edit([await fileOf(await madePages('one', 1, [200, 100]))], { cropLeft: 10, cropTop: 5 });
    expect(infoOf(file, '-box')).toMatch(/CropBox: +28\.35 +0\.00 +200\.00 +85\.83/);
    expect(warnings).toEqual([]);
  });

  it('stay the same if the margins would leave nothing', async () => {
    const { warnings } = await edit([await madeFile('one', 1)], { cropLeft: 100 });
    expect(warnings).toEqual([{ code: 'pages-not-cropped' }]);
  });
});
