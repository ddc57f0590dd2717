import { readHwpx } from '@bakkum/document-hwpx/read';
import type { Block, DocumentModel, Paragraph } from '@bakkum/document-model/model';
import { writeTextLines } from '@bakkum/document-model/text-lines';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

async function converted(input: string | Blob, from: 'html' | 'txt' = 'html') {
  const result = await convertWith(
    { engine, manifest },
    { input: input instanceof Blob ? input : new Blob([input]), from, to: 'hwpx' },
  );
  const { content } = result.outputs[0];
  if (!(content instanceof Blob)) throw new TypeError('not a file');
  const { document } = readHwpx(new Uint8Array(await content.arrayBuffer()));
  return { document, warnings: result.warnings };
}

const lines = async (html: string): Promise<string> => writeTextLines((await converted(html)).document).text();
const blocksIn = ({ sections }: DocumentModel): readonly Block[] => sections[0]?.blocks ?? [];
const paragraphs = async (html: string): Promise<readonly Paragraph[]> =>
  blocksIn((await converted(html)).document).filter((block) => block.kind === 'paragraph');

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

describe('web pages to Hangul documents', () => {
  it('keeps headings, paragraphs and lists', async () => {
    const html = `<title>제목</title><h1>큰 <em>제목</em></h1><p>첫   문단은
      이어진다.<p>둘째<br>줄<ol><li>하나<ul><li>안쪽</ul><li><p>둘<p>더</ol><ol start=5 type=a><li>다섯</ol><blockquote>인용</blockquote>끝`;
    expect(await lines(html)).toBe('큰 제목\n첫 문단은 이어진다.\n둘째\n줄\n1. 하나\n  ◦ 안쪽\n2. 둘\n더\ne. 다섯\n인용\n끝\n');
    const { document } = await converted(html);
    expect(document.title).toBe('제목');
    expect(blocksIn(document)[0]).toMatchObject({ headingLevel: 1, alignment: 'start' });
  });

  it('keeps text styles', async () => {
    const [block] = await paragraphs(
      '<p style="text-align:center">a<b>b</b><span style="color:rgb(255,0,0);font-size:20pt;font-family:\'맑은 고딕\',sans-serif">c</span>' +
        '<a href="https://example.org/">d</a><sup>e</sup><u><s>f</s></u><a href="javascript:x">g</a>',
    );
    expect(block?.alignment).toBe('center');
    expect(
      block?.content.map((inline) => inline.kind === 'text' && { text: inline.text, ...inline.style, link: inline.link }),
    ).toMatchObject([
      { text: 'a', size: 10 },
      { text: 'b', bold: true },
      { text: 'c', colour: '#ff0000', size: 20, font: '맑은 고딕' },
      { text: 'd', link: 'https://example.org/' },
      { text: 'e', position: 'super' },
      { text: 'f', underline: true, strike: true },
      { text: 'g', link: undefined },
    ]);
  });

  it('keeps tables with merged cells, captions and relative widths', async () => {
    const html = `<table><caption>표</caption><colgroup><col style="width:25%"><col style="width:75%"></colgroup>
      <thead><tr><th colspan=2 bgcolor="#abc">머리<tbody><tr><td rowspan=3>옆<td style="text-align:right">1<tr><td>2<table><tr><td>안</table></table>`;
    const [caption, table] = blocksIn((await converted(html)).document);
    expect(caption).toMatchObject({ alignment: 'center' });
    expect(table?.kind === 'table' && table.columnWidths.map(Math.round)).toEqual([106, 319]);
    expect(
      table?.kind === 'table' &&
        table.rows.map(({ isHeader, cells }) => [
          isHeader ?? false,
          cells.map(({ column, columnSpan, rowSpan }) => [column, columnSpan, rowSpan]),
        ]),
    ).toEqual([
      [true, [[0, 2, 1]]],
      [
        false,
        [
          [0, 1, 2],
          [1, 1, 1],
        ],
      ],
      [false, [[1, 1, 1]]],
    ]);
    expect(await lines(html)).toBe('표\n머리\n옆\t1\n\t2 안\n');
  });

  it('keeps embedded images and warns about external ones', async () => {
    const { document, warnings } = await converted(
      `<p><img src="${PNG}" width=40 alt="점"><img src="https://example.org/a.png" alt="없음">`,
    );
    const [block] = blocksIn(document);
    expect(block?.kind === 'paragraph' && block.content).toMatchObject([
      { kind: 'picture', picture: { width: 30, height: 30, description: '점' } },
      { kind: 'text', text: '없음' },
    ]);
    expect(warnings).toEqual([{ code: 'pictures-dropped' }]);
  });

  it('places notes at their references', async () => {
    const html = `<p>본문<a href="#fn1" class="footnote-ref" role="doc-noteref"><sup>1</sup></a> 끝</p>
      <section role="doc-endnotes"><ol><li id="fn1"><p>각주<a href="#r" role="doc-backlink"></a></p></li></ol></section>`;
    expect(await lines(html)).toBe('본문[1] 끝\n\n[1] 각주\n');
  });

  it('keeps line breaks of listings, and the source of formulas', async () => {
    const html =
      '<pre><code>a {\n\tb\n}</code></pre><p>x <math><semantics><mi>E</mi><annotation encoding="application/x-tex">E=mc^2</annotation></semantics></math>';
    expect(await lines(html)).toBe('a {\n    b\n}\nx E=mc^2\n');
  });

  it('drops content that is not text, at any depth and in malformed pages', async () => {
    expect(await lines('<script>x</script><style>y</style><p>글<template><p>z</template><!-- c -->')).toBe('글\n');
    expect(await lines(`${'<div>'.repeat(5000)}깊이`)).toBeTypeOf('string');
    expect(await lines('\u0000\u0007글\ufffe')).toMatch(/글/);
  });

  it('keeps all words of the report fixture', async () => {
    const { document } = await converted(await fixture('documents/html.html'));
    const text = await writeTextLines(document).text();
    expect(text).toContain('보고서');
  });
});

describe('Word documents to Hangul documents', () => {
  const word = (input: Blob, options = {}) => convertWith({ engine, manifest }, { input, from: 'docx', to: 'hwpx', options });

  it('keeps the text, and opens protected files with a password', async () => {
    for (const [name, options] of [
      ['docx.docx', {}],
      ['encrypted.docx', { password: 'secret' }],
    ] as const) {
      const { content } = (await word(await fixture(`documents/${name}`), options)).outputs[0];
      const bytes = new Uint8Array(content instanceof Blob ? await content.arrayBuffer() : new ArrayBuffer(0));
      expect(await writeTextLines(readHwpx(bytes).document).text()).toContain('보고서');
    }
  });

  it('refuses damaged files', async () => {
    await expect(word(new Blob(['PK\u0003\u0004 and nothing else']))).rejects.toMatchObject({ code: 'corrupt' });
  });
});

describe('plain text to Hangul documents', () => {
  it('keeps paragraphs, tabs and page breaks', async () => {
    const { document } = await converted('\ufeff첫 줄\r\n\r\n\t둘째\f다음 쪽\n', 'txt');
    expect(await writeTextLines(document).text()).toBe('첫 줄\n\n\t둘째\n다음 쪽\n');
    expect(blocksIn(document)[3]).toMatchObject({ breakBefore: 'page' });
  });

  it('decodes any encoding', async () => {
    const { document } = await converted(new Blob([Uint8Array.of(0xc7, 0xd1, 0xb1, 0xdb)]), 'txt');
    expect(await writeTextLines(document).text()).toBe('한글\n');
  });

  it('refuses empty text', async () => {
    await expect(converted('', 'txt')).rejects.toMatchObject({ code: 'empty' });
  });
});
