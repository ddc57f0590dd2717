import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeDocx } from '@bakkum/document-model/docx';
import { type Block, type DocumentModel, type Inline, type Paragraph, plainText } from '@bakkum/document-model/model';
import { writeTextLines } from '@bakkum/document-model/text-lines';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readDocx } from './read.ts';

const FIXTURE = path.resolve(import.meta.dirname, '../../../tests/fixtures/documents/docx.docx');

/** A package with the given body. */
function packed(body: string, parts: Readonly<Record<string, string>> = {}): Uint8Array<ArrayBuffer> {
  const files = { 'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>`, ...parts };
  return new Uint8Array(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))));
}

const rels = (...targets: readonly string[]): string =>
  `<Relationships>${targets.map((target, index) => `<Relationship Id="r${index}" Type="x/${target.replace('.xml', '')}" Target="${target}"/>`).join('')}</Relationships>`;

const blocksOf = (body: string, parts: Readonly<Record<string, string>> = {}): readonly Block[] =>
  readDocx(packed(body, parts)).document.sections[0]?.blocks ?? [];
const textOf = async (body: string, parts: Readonly<Record<string, string>> = {}): Promise<string> =>
  writeTextLines(readDocx(packed(body, parts)).document).text();
const p = (inside: string, properties = ''): string => `<w:p><w:pPr>${properties}</w:pPr>${inside}</w:p>`;
const t = (text: string, properties = ''): string => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;

const STYLES = `<w:styles><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/><w:rFonts w:eastAsia="바탕"/></w:rPr></w:rPrDefault></w:docDefaults>
<w:style w:type="paragraph" w:styleId="a" w:default="1"><w:pPr><w:spacing w:after="160"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="h"><w:name w:val="heading 2"/><w:basedOn w:val="a"/><w:rPr><w:b/><w:sz w:val="30"/></w:rPr></w:style>
<w:style w:type="character" w:styleId="c"><w:rPr><w:i/><w:color w:val="FF0000"/></w:rPr></w:style></w:styles>`;
const NUMBERING = `<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/><w:pPr><w:ind w:left="800" w:hanging="400"/></w:pPr></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="ganada"/><w:lvlText w:val="%1-%2)"/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="&#xF0B7;"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>`;
const STYLED = {
  'word/_rels/document.xml.rels': rels('styles.xml', 'numbering.xml'),
  'word/styles.xml': STYLES,
  'word/numbering.xml': NUMBERING,
};

describe('a Word document', () => {
  it('keeps the text written by another program', async () => {
    const { document } = readDocx(new Uint8Array(await readFile(FIXTURE)));
    const text = await writeTextLines(document).text();
    expect(text).toMatch(/보고서/);
    expect(document.sections[0]?.blocks.map(({ kind }) => kind)).toContain('table');
  });

  it('applies styles and direct formatting over them', () => {
    const [heading, body] = blocksOf(
      p(t('제목'), '<w:pStyle w:val="h"/>') + p(t('글', '<w:rStyle w:val="c"/><w:b w:val="0"/><w:u w:val="single"/>')),
      STYLED,
    );
    expect(heading).toMatchObject({
      headingLevel: 2,
      content: [{ text: '제목', style: { size: 15, bold: true, font: '바탕' } }],
    });
    expect(body).toMatchObject({
      spaceBefore: 8,
      content: [{ style: { size: 11, italic: true, bold: false, underline: true, colour: '#ff0000' } }],
    });
  });

  it('has the width of letters and the space between them', () => {
    const [body] = blocksOf(p(t('글', '<w:spacing w:val="-10"/><w:w w:val="90"/>')), STYLED);
    expect(body).toMatchObject({ content: [{ style: { stretch: 0.9, spacing: -0.5 } }] });
  });

  it('counts list numbers', async () => {
    const item = (list: number, level: number): string =>
      p(t('항'), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);
    expect(await textOf(item(1, 0) + item(1, 1) + item(1, 1) + item(1, 0) + item(1, 1) + item(2, 0), STYLED)).toBe(
      '1. 항\n  1-가) 항\n  1-나) 항\n2. 항\n  2-가) 항\n• 항\n',
    );
    expect(blocksOf(item(1, 0), STYLED)[0]).toMatchObject({ indentStart: 40, firstLine: -20 });
  });

  it('shows field results without instructions, and link targets', async () => {
    const mark = (kind: string): string => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`;
    const field = (told: string, shown: string): string =>
      `${mark('begin')}<w:r><w:instrText>${told}</w:instrText></w:r>${mark('separate')}${t(shown)}${mark('end')}`;
    const [block] = blocksOf(p(field('HYPERLINK "https://example.org/"', '하나') + field('PAGE', '7') + field('DATE', '오늘')));
    expect(block?.kind === 'paragraph' && block.content).toMatchObject([
      { text: '하나', link: 'https://example.org/' },
      { kind: 'page-number' },
      { text: '오늘' },
    ]);
  });

  it('contains text boxes once, tracked changes as accepted, emoji and breaks', async () => {
    const box = `<w:txbxContent>${p(t('글상자'))}</w:txbxContent>`;
    const drawing = `<mc:AlternateContent><mc:Choice><w:drawing>${box}</w:drawing></mc:Choice><mc:Fallback><w:pict>${box}</w:pict></mc:Fallback></mc:AlternateContent>`;
    const body = `${p(`<w:r>${drawing}</w:r><w:ins>${t('넣음')}</w:ins><w:del><w:r><w:delText>지움</w:delText></w:r></w:del><w:r><mc:AlternateContent><mc:Choice><w16se:symEx w16se:char="1F600"/></mc:Choice></mc:AlternateContent><w:tab/><w:br/></w:r>`)}<w:sdt><w:sdtContent>${p(`${t('앞')}<w:r><w:br w:type="page"/></w:r>${t('뒤')}`)}</w:sdtContent></w:sdt>`;
    expect(await textOf(body)).toBe('넣음😀\t\n\n글상자\n앞\n뒤\n');
    expect(blocksOf(body).at(-1)).toMatchObject({ breakBefore: 'page' });
  });

  it('has text boxes at their place, with border and fill, before the paragraph that holds them', () => {
    const properties =
      '<wps:spPr><a:solidFill><a:schemeClr val="bg1"/></a:solidFill><a:ln w="25400"><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill></a:ln></wps:spPr>';
    const shape = `<wps:wsp>${properties}<wps:txbx><w:txbxContent>${p(t('글상자'))}</w:txbxContent></wps:txbx></wps:wsp>`;
    const place =
      '<wp:positionH relativeFrom="page"><wp:posOffset>127000</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:align>bottom</wp:align></wp:positionV>';
    const drawing = `<w:drawing><wp:anchor behindDoc="0">${place}<wp:extent cx="1270000" cy="254000"/><wp:wrapNone/>${shape}</wp:anchor></w:drawing>`;
    const [box, paragraph] = blocksOf(p(`${t('글')}<w:r>${drawing}</w:r>`));
    const side = { width: 2, colour: '#ff0000' };
    expect(box).toMatchObject({
      kind: 'table',
      columnWidths: [100],
      float: {
        horizontal: { area: 'page', offset: 10 },
        vertical: { area: 'paragraph', alignment: 'end' },
        wrap: 'in-front-of-text',
      },
      rows: [{ height: 20, cells: [{ borders: { top: side, left: side } }] }],
    });
    expect(paragraph).toMatchObject({ kind: 'paragraph', content: [{ text: '글' }] });
  });

  describe('with a text box', () => {
    const solid = (colour: string): string => `<a:solidFill>${colour}</a:solidFill>`;
    const white = (inside = ''): string => solid(`<a:srgbClr val="FFFFFF">${inside}</a:srgbClr>`);
    const shapeOf = (properties: string): string =>
      `<wps:wsp><wps:spPr>${properties}</wps:spPr><wps:txbx><w:txbxContent>${p(t('글상자'))}</w:txbxContent></wps:txbx></wps:wsp>`;
    const firstOf = (content: string, extent = '<wp:extent cx="1270000" cy="254000"/>') => {
      const theme = '<a:theme><a:dk1><a:sysClr val="windowText" lastClr="0A0B0C"/></a:dk1></a:theme>';
      const parts = { 'word/_rels/document.xml.rels': rels('theme.xml'), 'word/theme.xml': theme };
      const drawing = `<w:drawing><wp:anchor>${extent}<wp:wrapNone/>${content}</wp:anchor></w:drawing>`;
      return blocksOf(p(`<w:r>${drawing}</w:r>`), parts)[0];
    };
    const fillOf = (properties: string): string | undefined => {
      const box = firstOf(shapeOf(properties));
      return box?.kind === 'table' ? box.rows[0]?.cells[0]?.shading : 'no box';
    };

    it('has its fill unless that is transparent', () => {
      expect(fillOf(white())).toBe('#ffffff');
      expect(fillOf(white('<a:alpha val="50000"/>'))).toBe('#ffffff');
      expect(fillOf(white('<a:alpha val="0"/>'))).toBeUndefined();
      expect(fillOf(solid('<a:schemeClr val="tx1"/>'))).toBe('#0a0b0c');
      expect(fillOf(solid('<a:schemeClr val="tx1"><a:alpha val="0"/></a:schemeClr>'))).toBeUndefined();
      expect(fillOf(solid('<a:prstClr val="white"/>'))).toBe('#ffffff');
    });

    it('has no border if that is transparent', () => {
      const box = firstOf(shapeOf(`<a:ln>${white('<a:alpha val="0"/>')}</a:ln>`));
      expect(box).toMatchObject({ rows: [{ cells: [{ borders: {} }] }] });
      expect(box?.kind === 'table' && box.rows[0]?.cells[0]?.borders).toEqual({});
    });

    it('has only its text inside a canvas or without a size', () => {
      expect(firstOf(`<wpc:wpc>${shapeOf(white())}</wpc:wpc>`)?.kind).toBe('paragraph');
      expect(firstOf(shapeOf(white()), '')?.kind).toBe('paragraph');
      expect(firstOf(shapeOf(white()), '<wp:extent cx="x" cy="1"/>')?.kind).toBe('paragraph');
    });
  });

  it('has the text of tables in headers', () => {
    const header = `<w:hdr><w:tbl><w:tr><w:tc>${p(t('머리'))}</w:tc></w:tr></w:tbl></w:hdr>`;
    const body = `${p(t('글'))}<w:sectPr><w:headerReference w:type="default" r:id="r0"/></w:sectPr>`;
    const parts = { 'word/_rels/document.xml.rels': rels('header1.xml'), 'word/header1.xml': header };
    const [section] = readDocx(packed(body, parts)).document.sections;
    expect(section?.header.map(({ content }) => plainText(content))).toEqual(['머리']);
  });

  it('merges table cells in both directions', () => {
    const cell = (text: string, properties = ''): string => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(t(text))}</w:tc>`;
    const [table] =
      blocksOf(`<w:tbl><w:tblPr><w:tblBorders><w:top w:val="single" w:sz="8" w:color="00FF00"/></w:tblBorders></w:tblPr><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="1000"/></w:tblGrid>
      <w:tr><w:trPr><w:tblHeader/></w:trPr>${cell('a', '<w:gridSpan w:val="2"/><w:shd w:fill="CCCCCC"/>')}</w:tr><w:tr>${cell('b', '<w:vMerge w:val="restart"/>')}${cell('c')}</w:tr><w:tr>${cell('', '<w:vMerge/>')}${cell('d')}</w:tr></w:tbl>`);
    expect(
      table?.kind === 'table' && table.rows.map(({ cells }) => cells.map((one) => [one.column, one.columnSpan, one.rowSpan])),
    ).toEqual([
      [[0, 2, 1]],
      [
        [0, 1, 2],
        [1, 1, 1],
      ],
      [[1, 1, 1]],
    ]);
    expect(table).toMatchObject({
      columnWidths: [100, 50],
      rows: [{ isHeader: true, cells: [{ shading: '#cccccc', borders: { top: { width: 1, colour: '#00ff00' } } }] }, {}, {}],
    });
  });

  it('keeps sections, headers and notes from our own writer', () => {
    const line = (content: string | readonly Inline[]): Paragraph => ({
      kind: 'paragraph',
      alignment: 'start',
      indentStart: 0,
      firstLine: 0,
      spaceBefore: 0,
      content: typeof content === 'string' ? [{ kind: 'text', text: content, style: { size: 10 } }] : content,
    });
    const page = { width: 600, height: 800, margins: { top: 72, right: 60, bottom: 50, left: 40 } };
    const model: DocumentModel = {
      title: '제목',
      sections: [
        {
          page,
          columns: { count: 2, gap: 20 },
          starts: 'page',
          header: [line('머리')],
          footer: [],
          blocks: [
            line([
              { kind: 'text', text: '본문', style: { size: 10 } },
              { kind: 'note', note: 0, style: { size: 10 } },
            ]),
          ],
        },
        {
          page: { ...page, width: 800, height: 600 },
          columns: { count: 1, gap: 0 },
          starts: 'page',
          header: [],
          footer: [],
          blocks: [line('둘째')],
        },
      ],
      notes: [[line('각주')]],
    };
    return writeDocx(model)
      .arrayBuffer()
      .then((buffer) => {
        const { document } = readDocx(new Uint8Array(buffer));
        expect(document.title).toBe('제목');
        expect(document.sections.map((section) => [section.page.width, section.columns.count])).toEqual([
          [600, 2],
          [800, 1],
        ]);
        expect(document.sections[0]?.header.map(({ content }) => plainText(content))).toEqual(['머리']);
        expect(document.notes.map((note) => note.map(({ content }) => plainText(content).trim()).join(''))).toEqual(['각주']);
      });
  });

  it('keeps what our own writer draws behind the text', async () => {
    const place = { left: 10, top: 20, width: 100, height: 50 };
    const [start, corner, end] = [
      { x: 10, y: 20 },
      { x: 110, y: 20 },
      { x: 110, y: 70 },
    ];
    const triangle = { start, steps: [[corner], [end]], isClosed: true } as const;
    const fill = { colour: '#ff0000', opacity: 0.5 };
    const behind = [{ kind: 'shapes', ...place, shapes: [{ ...place, outlines: [triangle], fill }] }] as const;
    const block: Paragraph = {
      kind: 'paragraph',
      alignment: 'start',
      indentStart: 0,
      firstLine: 0,
      spaceBefore: 0,
      shading: '#eeeeee',
      behind,
      content: [{ kind: 'text', text: '글', style: { size: 10, shading: '#ffff00' } }],
    };
    const page = { width: 600, height: 800, margins: { top: 72, right: 60, bottom: 50, left: 40 } };
    const section = { page, columns: { count: 1, gap: 0 }, starts: 'page', header: [], footer: [], blocks: [block] } as const;
    const file = await writeDocx({ sections: [section], notes: [] }).arrayBuffer();
    const [read] = readDocx(new Uint8Array(file)).document.sections[0]?.blocks ?? [];
    expect(read).toMatchObject({ shading: '#eeeeee', behind, content: [{ text: '글', style: { shading: '#ffff00' } }] });
  });

  it('is refused when the file is not a Word document', () => {
    expect(() => readDocx(new Uint8Array(50))).toThrow(expect.objectContaining({ code: 'corrupt' }));
    expect(() => readDocx(new Uint8Array(zipSync({ 'a.txt': strToU8('a') })))).toThrow(
      expect.objectContaining({ code: 'corrupt' }),
    );
  });
});
