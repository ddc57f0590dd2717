import { afterAll, describe, expect, it } from 'vitest';
import { hasProgram } from '../../../tests/native.ts';
import { check, edit, infoOf, removeFiles } from '../../../tests/pdf/judged-files.ts';
import { fileOf, madePages } from '../../../tests/pdf/made-documents.ts';

afterAll(removeFiles);

const HAS_JUDGES = hasProgram('pdfinfo') && hasProgram('qpdf');
const boxesOf = (file: string): readonly string[] =>
  [...infoOf(file, '-box', '-f', '1', '-l', '9').matchAll(/CropBox: +(.+)/g)].map(([, box = '']) =>
    box.trim().split(/ +/).map(Number).join(),
  );

describe.skipIf(!HAS_JUDGES)('drawn areas', () => {
  it('crop all pages, except those with areas of their own', async () => {
    const { file, warnings } = await edit([await fileOf(await madePages('one', 3))], {
      cropAreas: '10,20,100,50; 2:0,0,40.5,30',
    });
    expect(boxesOf(file)).toEqual(['10,30,110,80', '0,70,40.5,100', '10,30,110,80']);
    expect(warnings).toEqual([]);
    expect(check(file)).toContain('No syntax');
  });

  it('are measured on the page as displayed', async () => {
    const document = await madePages('one', 1, [300, 500]);
    document.getPage(0).setCropBox(50, 100, 200, 300);
    const { file } = await edit([await fileOf(document)], { pages: '1@90', cropAreas: '10,20,30,40' });
    // The left edge of the turned page is the lower edge of the page.
    expect(boxesOf(file)).toEqual(['70,110,110,140']);
  });

  it('are cut further by margins', async () => {
    const { file } = await edit([await fileOf(await madePages('one', 1))], { cropAreas: '0,0,100,100', cropLeft: 10 });
    expect(boxesOf(file)).toEqual(['28.35,0,100,100']);
  });

  it('outside a page leave it as it is, with a warning', async () => {
    const { file, warnings } = await edit([await fileOf(await madePages('one', 1))], { cropAreas: '900,900,10,10' });
    expect(boxesOf(file)).toEqual(['0,0,200,100']);
    expect(warnings).toEqual([{ code: 'pages-not-cropped' }]);
  });

  it('on missing pages are counted', async () => {
    const { warnings } = await edit([await fileOf(await madePages('one', 2))], { cropAreas: '3:0,0,9,9; 2:0,0,9,9; 7:0,0,9,9' });
    expect(warnings).toEqual([{ code: 'crop-areas-unused', params: { count: 2 } }]);
  });

  it.each(['1,2,3', '0:1,1,5,5', '1,1,0,5', 'x', '1,1,-5,5'])('spelled %j are refused', async (cropAreas) => {
    await expect(edit([await fileOf(await madePages('one', 1))], { cropAreas })).rejects.toMatchObject({
      code: 'invalid-options',
    });
  });
});
