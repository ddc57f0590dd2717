import { unpackParts } from '@bakkum/document-input/packed-parts';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { gzipSync, strToU8, zipSync } from 'fflate';
import { describe, expect, it, test } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const iwork = { engine, manifest };

async function converted(name: string, from: string, to: string): Promise<Blob> {
  const { outputs } = await convertWith(iwork, { input: await fixture(`documents/${name}`), from, to });
  const { content } = outputs[0];
  if (!(content instanceof Blob)) throw new TypeError('a file was expected');
  return content;
}

const bodyOf = async (page: Blob): Promise<string> => /<body>\n([\s\S]*)\n<\/body>/.exec(await page.text())?.[1] ?? '';

test('reads the body of a current document by its styles, then its text boxes, without headers and footers', async () => {
  expect(await bodyOf(await converted('pages.pages', 'pages', 'html'))).toBe(
    [
      '<h1>바꿈 보고서</h1>',
      '<h3>Heading of it</h3>',
      '<p>First paragraph with “quotes” &amp; &lt;signs&gt;.</p>',
      '<p>Second line<br>after a break</p>',
      '<p>In a text box</p>',
    ].join('\n'),
  );
});

test('reads the same from the single XML file of a 2009 document, which also contains a PDF preview', async () => {
  expect(await bodyOf(await converted('pages-2009.pages', 'pages-2009', 'html'))).toBe(
    '<h1>바꿈 보고서</h1>\n<p>First\twords of it</p>',
  );
  expect(await (await converted('pages-2009.pages', 'pages-2009', 'txt')).text()).toBe('바꿈 보고서\n\nFirst\twords of it\n');
  const pdf = new Uint8Array(await (await converted('key.key', 'key-2009', 'pdf')).arrayBuffer());
  expect(pdf).toEqual(new Uint8Array(await (await fixture('documents/pdf.pdf')).arrayBuffer()));
});

describe('a presentation of 2009 without a PDF', () => {
  const storage = (words: string, kind: string) =>
    `<sf:text-storage sf:kind="${kind}"><sf:text-body><sf:p>${words}<sf:br/></sf:p></sf:text-body></sf:text-storage>`;
  const index = `<key:presentation xmlns:key="k" xmlns:sf="s"><key:theme-list><key:master-slide>${storage('Title Text', 'textbox')}</key:master-slide></key:theme-list><key:slide-list><key:slide>${storage('첫 쪽', 'textbox')}<key:notes>${storage('say hello', 'note')}</key:notes></key:slide><key:slide>${storage('End', 'textbox')}</key:slide></key:slide-list></key:presentation>`;
  const file = () => new Blob([new Uint8Array(zipSync({ 'index.apxl.gz': gzipSync(strToU8(index)) }))]);

  it('is left to other routes', async () => {
    await expect(convertWith(iwork, { input: file(), from: 'key-2009', to: 'pdf' })).rejects.toMatchObject({
      code: 'unsupported-feature',
    });
  });

  it('has the text of its slides, without templates and notes', async () => {
    const { outputs } = await convertWith(iwork, { input: file(), from: 'key-2009', to: 'txt' });
    const { content } = outputs[0];
    expect(content instanceof Blob && (await content.text())).toBe('첫 쪽\n\nEnd\n');
  });
});

test('reads the slides of a presentation without a PDF, and says that charts are missing', async () => {
  const { outputs, warnings } = await convertWith(iwork, {
    input: await fixture('documents/key-6.key'),
    from: 'key',
    to: 'pptx',
  });
  const { content } = outputs[0];
  if (!(content instanceof Blob)) throw new TypeError('a file was expected');
  const slide = unpackParts(new Uint8Array(await content.arrayBuffer())).get('ppt/slides/slide1.xml');
  expect(new TextDecoder().decode(slide)).toMatch(
    /제목[\s\S]*<a:buChar char="–"\/>[\s\S]*<a:srcRect l="25000" t="0" r="25000" b="0"\/>/,
  );
  expect(warnings).toEqual([{ code: 'objects-dropped' }]);
});

test('says that tables are missing from the text of a document', async () => {
  const { outputs, warnings } = await convertWith(iwork, {
    input: await fixture('documents/key-6.key'),
    from: 'pages',
    to: 'txt',
  });
  const { content } = outputs[0];
  expect(content instanceof Blob && (await content.text())).toContain('둘째 쪽');
  expect(warnings).toContainEqual({ code: 'objects-dropped' });
});

test('an older presentation does not become slides', async () => {
  await expect(converted('key.key', 'key', 'pptx')).rejects.toMatchObject({ code: 'unsupported-feature' });
});

test.each([
  ['key', 'pptx'],
  ['pages', 'txt'],
  ['pages-2009', 'pdf'],
])('refuses %s with a password', async (from, to) => {
  const input = new Blob([new Uint8Array(zipSync({ '.iwpv2': new Uint8Array(4) }))]);
  await expect(convertWith(iwork, { input, from, to })).rejects.toMatchObject({ code: 'encrypted' });
});

test.each([
  ['nothing', new Uint8Array(0), 'empty'],
  ['no zip', new TextEncoder().encode('PK but no zip'), 'corrupt'],
])('%s is refused', async (_, bytes, code) => {
  await expect(convertWith(iwork, { input: new Blob([bytes]), from: 'pages', to: 'txt' })).rejects.toMatchObject({ code });
});
