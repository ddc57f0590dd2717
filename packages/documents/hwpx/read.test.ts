import { plainText } from '@bakkum/document-model/model';
import { writeTextLines } from '@bakkum/document-model/text-lines';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { bitmapAsPng } from './bitmap.ts';
import { readHwpx } from './read.ts';

const HEAD = `<hh:head xmlns:hh="h"><hh:refList>
<hh:fontfaces><hh:fontface lang="HANGUL"><hh:font id="0" face="바탕"/></hh:fontface></hh:fontfaces>
<hh:borderFills><hh:borderFill id="1"><hh:topBorder type="SOLID" width="0.5 mm" color="#FF0000"/><hc:fillBrush><hc:winBrush faceColor="none"/></hc:fillBrush></hh:borderFill></hh:borderFills>
<hh:charProperties><hh:charPr id="0" height="1200" textColor="#000000"><hh:fontRef hangul="0"/></hh:charPr><hh:charPr id="1" height="900"/><hh:charPr id="2" height="2000"><hh:ratio hangul="95"/><hh:spacing hangul="-5"/></hh:charPr></hh:charProperties>
<hh:numberings><hh:numbering id="1"><hh:paraHead level="1" start="1" numFormat="DIGIT">^1.</hh:paraHead><hh:paraHead level="2" start="1" numFormat="LATIN_SMALL">^1.^2)</hh:paraHead></hh:numbering></hh:numberings>
<hh:bullets><hh:bullet id="1" char="&#xF06C;"/></hh:bullets>
<hh:paraProperties>
<hh:paraPr id="0"><hh:align horizontal="LEFT"/><hh:heading type="NONE"/><hh:margin><hc:intent value="-4000"/><hc:left value="2000"/></hh:margin><hh:lineSpacing type="FIXED" value="3600"/></hh:paraPr>
<hh:paraPr id="1"><hh:heading type="NUMBER" idRef="1" level="0"/></hh:paraPr><hh:paraPr id="2"><hh:heading type="NUMBER" idRef="1" level="1"/></hh:paraPr>
<hh:paraPr id="3"><hh:heading type="BULLET" idRef="1" level="0"/></hh:paraPr><hh:paraPr id="4"><hh:heading type="OUTLINE" idRef="0" level="1"/></hh:paraPr>
<hh:paraPr id="6"><hh:align horizontal="RIGHT"/></hh:paraPr>
</hh:paraProperties><hh:styles><hh:style id="5" name="개요 1" engName="Outline 1"/><hh:style id="6" name="쪽 번호" engName="Page Number" charPrIDRef="1"/></hh:styles></hh:refList></hh:head>`;

const p = (runs: string, attributes = 'paraPrIDRef="0"'): string => `<hp:p ${attributes}>${runs}</hp:p>`;
const run = (inside: string): string => `<hp:run charPrIDRef="0">${inside}</hp:run>`;
const t = (text: string): string => run(`<hp:t>${text}</hp:t>`);
const cell = (row: number, column: number, inside: string): string =>
  `<hp:tc borderFillIDRef="1"><hp:subList>${inside}</hp:subList><hp:cellAddr colAddr="${column}" rowAddr="${row}"/><hp:cellSpan colSpan="1" rowSpan="1"/><hp:cellSz width="5000" height="1000"/></hp:tc>`;

/** A package with one section of test content. */
function packed(body: string, files: Readonly<Record<string, Uint8Array>> = {}): Uint8Array<ArrayBuffer> {
  const contents = `<opf:package><opf:manifest><opf:item id="header" href="Contents/header.xml"/><opf:item id="section0" href="Contents/section0.xml"/></opf:manifest><opf:spine><opf:itemref idref="section0"/></opf:spine></opf:package>`;
  const section = `<hs:sec xmlns:hs="s">${body}</hs:sec>`;
  const parts = { 'Contents/content.hpf': contents, 'Contents/header.xml': HEAD, 'Contents/section0.xml': section };
  const texts = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]));
  return new Uint8Array(zipSync({ ...texts, ...files }));
}

const blocksOf = (body: string) => readHwpx(packed(body)).document.sections[0]?.blocks ?? [];
const linesOf = (body: string): Promise<string> => writeTextLines(readHwpx(packed(body)).document).text();

describe('the text of a Hangul package', () => {
  it('has lengths in whole units or, before 2016, doubled ones', () => {
    const [block] = blocksOf(p(t('글')));
    expect(block).toMatchObject({ alignment: 'start', indentStart: 30, firstLine: -20, lineHeight: 18 });
  });

  it('has page numbers in the look of their style', () => {
    const number = '<hp:ctrl><hp:pageNum pos="BOTTOM_CENTER" sideChar="-"/></hp:ctrl>';
    const [line] = readHwpx(packed(p(run(number)))).document.sections[0]?.footer ?? [];
    expect(line?.content).toMatchObject([{ text: '- ' }, { kind: 'page-number', style: { size: 9 } }, { text: ' -' }]);
  });

  it("counts numbers across levels and maps symbols of Hangul's own fonts", async () => {
    const numbered = (level: number): string => p(t('항'), `paraPrIDRef="${level}"`);
    expect(await linesOf(numbered(1) + numbered(2) + numbered(2) + numbered(1) + numbered(2) + numbered(3))).toBe(
      '1. 항\n  1.a) 항\n  1.b) 항\n2. 항\n  2.a) 항\n• 항\n',
    );
  });

  it('has headings where outline paragraphs are short', () => {
    const levels = blocksOf(
      p(t('제목'), 'paraPrIDRef="4"') + p(t('장'), 'paraPrIDRef="0" styleIDRef="5"') + p(t('가'.repeat(200)), 'paraPrIDRef="4"'),
    );
    expect(levels.map((block) => block.kind === 'paragraph' && block.headingLevel)).toEqual([2, 1, undefined]);
  });

  it('draws a box around framed text, and shapes without text at their place', () => {
    const line = '<hp:lineShape color="#0000FF" width="100" style="SOLID" tailStyle="ARROW"/>';
    const size = '<hp:sz width="20000" height="5000"/>';
    const ends = '<hc:startPt x="0" y="0"/><hc:endPt x="1000" y="0"/>';
    const turned =
      '<hp:renderingInfo><hc:transMatrix e1="1" e3="500" e5="1" e6="0"/><hc:scaMatrix e1="2" e3="0" e5="1" e6="0"/><hc:rotMatrix e1="0" e2="-1" e3="0" e4="1" e5="0" e6="0"/></hp:renderingInfo>';
    const place = '<hp:pos treatAsChar="0" horzRelTo="PAPER" horzOffset="3000" vertRelTo="PAPER" vertOffset="2000"/>';
    const text = `<hp:drawText><hp:subList>${p(t('글상자'))}</hp:subList></hp:drawText>`;
    const { document, lostPictures } = readHwpx(
      packed(p(run(`<hp:rect>${line}${text}${size}</hp:rect><hp:line>${turned}${line}${ends}${size}${place}</hp:line>`))),
    );
    const [box, paragraph] = document.sections[0]?.blocks ?? [];
    expect(box).toMatchObject({ kind: 'table', columnWidths: [200], rows: [{ height: 50 }] });
    const side = { width: 1, colour: '#0000ff' };
    expect(box?.kind === 'table' && box.rows[0]?.cells[0]?.borders).toEqual({ top: side, right: side, bottom: side, left: side });
    // Twice as long, then turned by 90 degrees, then moved by five points.
    const outlines = [{ start: { x: 5, y: 0 }, steps: [[{ x: 5, y: 20 }]], isClosed: false }];
    const shape = { left: 5, top: 0, width: 0, height: 20, outlines, line: { ...side, opacity: 1, arrows: { end: true } } };
    const float = { horizontal: { area: 'page', offset: 30 }, vertical: { area: 'page', offset: 20 }, wrap: 'around' };
    expect(paragraph?.kind === 'paragraph' && paragraph.content).toEqual([
      { kind: 'drawing', drawing: { shapes: [shape], width: 200, height: 50, float } },
    ]);
    expect(lostPictures).toBe(0);
  });

  it('reads polygons of any number of points', () => {
    const points = '<hc:pt x="0" y="0"/><hc:pt x="100" y="200"/>'.repeat(150_000);
    const polygon = `<hp:polygon><hp:lineShape color="#0000FF" width="100" style="SOLID"/>${points}<hp:sz width="100" height="200"/></hp:polygon>`;
    const [paragraph] = blocksOf(p(run(polygon)));
    expect(paragraph?.kind === 'paragraph' && paragraph.content).toMatchObject([
      { kind: 'drawing', drawing: { shapes: [{ left: 0, top: 0, width: 1, height: 2 }] } },
    ]);
  });

  it('places the text of a group in front of its shapes, and counts objects that cannot be read', () => {
    const fill = '<hc:fillBrush><hc:winBrush faceColor="#00FF00"/></hc:fillBrush>';
    const round = '<hc:center x="500" y="500"/><hc:ax1 x="1000" y="500"/><hc:ax2 x="500" y="1000"/>';
    const text = `<hp:drawText><hp:subList>${p(t('안'))}</hp:subList></hp:drawText>`;
    const inside = `<hp:ellipse>${fill}${round}</hp:ellipse><hp:rect><hp:offset x="1000" y="100"/>${text}<hp:sz width="2000" height="900"/></hp:rect>`;
    const group = `<hp:container textWrap="TOP_AND_BOTTOM">${inside}<hp:sz width="3000" height="1000"/><hp:pos treatAsChar="1"/></hp:container>`;
    const { document, lostPictures } = readHwpx(packed(p(run(group) + run('<hp:video/>'))));
    const [box, paragraph] = document.sections[0]?.blocks ?? [];
    const at = (x: number, y: number) => ({
      horizontal: { area: 'column', offset: x },
      vertical: { area: 'paragraph', offset: y },
    });
    expect(box).toMatchObject({ kind: 'table', columnWidths: [20], float: { ...at(10, 1), wrap: 'in-front-of-text' } });
    expect(paragraph?.kind === 'paragraph' && paragraph.content).toMatchObject([
      {
        drawing: {
          shapes: [{ left: 0, top: 0, width: 10, height: 10, fill: { colour: '#00ff00' } }],
          float: { ...at(0, 0), wrap: 'above-and-below' },
        },
      },
    ]);
    expect(lostPictures).toBe(1);
  });

  describe('with shapes and groups', () => {
    const visible = '<hp:lineShape color="#0000FF" width="100" style="SOLID"/>';
    const size = '<hp:sz width="2000" height="900"/>';
    const textBox = (inside: string): string =>
      `<hp:rect>${visible}<hp:drawText><hp:subList>${p(inside)}</hp:subList></hp:drawText>${size}</hp:rect>`;
    const groupOf = (inside: string): string =>
      p(run(`<hp:container textWrap="TOP_AND_BOTTOM">${inside}${size}<hp:pos treatAsChar="1"/></hp:container>`));
    const lostIn = (body: string): number => readHwpx(packed(body)).lostPictures;

    it('reserves room for a group of text boxes alone', () => {
      const blocks = blocksOf(groupOf(textBox(t('왼쪽')) + textBox(t('오른쪽'))));
      expect(blocks.map((block) => block.kind === 'table' && block.float?.wrap)).toEqual([
        'above-and-below',
        'above-and-below',
        false,
      ]);
    });

    it('places text boxes of a group in front of its images', () => {
      const image = '<hp:pic><hp:sz width="3000" height="2000"/><hc:img binaryItemIDRef="image1"/></hp:pic>';
      const file = packed(groupOf(image + textBox(t('글'))), { 'BinData/image1.bmp': bitmap() });
      expect(readHwpx(file).document.sections[0]?.blocks[0]).toMatchObject({ float: { wrap: 'in-front-of-text' } });
    });

    it('keeps text boxes without plain letters, and draws empty ones as shapes', () => {
      const kindsIn = (inside: string) =>
        blocksOf(p(run(textBox(inside)))).map((block) =>
          block.kind === 'table' ? block.rows[0]?.cells[0]?.paragraphs[0]?.content.map(({ kind }) => kind) : block.kind,
        );
      const number = run('<hp:ctrl><hp:autoNum num="1" numType="PAGE"/></hp:ctrl>');
      const line = `<hp:line>${visible}<hc:startPt x="0" y="0"/><hc:endPt x="100" y="0"/>${size}</hp:line>`;
      expect(kindsIn(number)).toEqual([['page-number']]);
      expect(kindsIn(run('<hp:textart text="글맵시"/>'))).toEqual([['text']]);
      expect(kindsIn(run('<hp:compose composeText="㉮"/>'))).toEqual([['text']]);
      expect(kindsIn(run(line))).toEqual([['drawing']]);
      expect(kindsIn(run('<hp:t> <hp:tab/></hp:t>') + '<hp:linesegarray><hp:lineseg/></hp:linesegarray>')).toEqual(['paragraph']);
      expect(lostIn(p(run(textBox(run('<hp:chart/>')))))).toBe(1);
    });

    it('counts objects that cannot be read beside visible shapes', () => {
      const rectangle = `<hp:rect>${visible}${size}</hp:rect>`;
      const part = `<hp:ellipse hasArcPr="1">${visible}</hp:ellipse>`;
      expect(lostIn(groupOf('<hp:ole/><hp:chart/>' + rectangle))).toBe(2);
      expect(lostIn(groupOf('<hp:textart text="글맵시"/>' + rectangle))).toBe(1);
      expect(lostIn(groupOf(part + rectangle))).toBe(1);
      expect(lostIn(groupOf(rectangle))).toBe(0);
      const chart = '<hp:switch><hp:case><hp:chart/></hp:case><hp:default><hp:ole/></hp:default></hp:switch>';
      expect(lostIn(p(run(chart)))).toBe(1);
      expect(lostIn(groupOf(chart + rectangle))).toBe(1);
    });

    it('draws shapes whose matrices leave out their scale', () => {
      const matrices = '<hp:renderingInfo><hc:transMatrix e3="500"/><hc:scaMatrix/><hc:rotMatrix/></hp:renderingInfo>';
      const line = `<hp:line>${matrices}${visible}<hc:startPt x="0" y="0"/><hc:endPt x="1000" y="0"/>${size}</hp:line>`;
      const [block] = blocksOf(p(run(line)));
      expect(block?.kind === 'paragraph' && block.content).toMatchObject([{ drawing: { shapes: [{ left: 5, width: 10 }] } }]);
    });

    it('ignores elements and values with names of object properties', async () => {
      expect(await linesOf(p(run('<hp:constructor/>') + t('가<hp:constructor/>나')))).toBe('가나\n');
      const group = groupOf(textBox(t('글')))
        .replace('TOP_AND_BOTTOM', 'constructor')
        .replace('treatAsChar="1"', 'treatAsChar="0"');
      expect(blocksOf(group)[0]).toMatchObject({ float: { wrap: 'around' } });
    });
  });

  it('has no line for spaces beside a table in the line', () => {
    const table = `<hp:tbl><hp:tr>${cell(0, 0, p(t('가')))}</hp:tr></hp:tbl>`;
    expect(blocksOf(p(run(table) + t(' '))).map(({ kind }) => kind)).toEqual(['table']);
    expect(blocksOf(p(run(table) + t(' 뒤'))).map(({ kind }) => kind)).toEqual(['table', 'paragraph']);
  });

  it('continues after tables, frames and drawings in a paragraph', async () => {
    const table = `<hp:tbl>${[0, 1].map((row) => `<hp:tr>${cell(row, 0, p(t(`${row}a`)))}${cell(row, 1, p(t(`${row}b`)))}</hp:tr>`).join('')}</hp:tbl>`;
    const frame = `<hp:rect><hp:drawText><hp:subList>${p(t('글상자'))}</hp:subList></hp:drawText></hp:rect>`;
    const body = p(t('앞') + run(table) + t('뒤')) + p(run(frame)) + p(run(`<hp:container>${frame}${frame}</hp:container>`));
    expect(await linesOf(body)).toBe('앞\n0a\t0b\n1a\t1b\n뒤\n글상자\n글상자\n글상자\n');
  });

  it('keeps the content of a one-cell box, and the text of tables inside cells', () => {
    const inner = `<hp:tbl><hp:tr>${cell(0, 0, p(t('안')))}${cell(0, 1, p(t('쪽')))}</hp:tr></hp:tbl>`;
    const framed = blocksOf(p(run(`<hp:tbl><hp:tr>${cell(0, 0, p(t('위') + run(inner)))}</hp:tr></hp:tbl>`)));
    expect(framed.map(({ kind }) => kind)).toEqual(['paragraph', 'table']);
    const [nested] = blocksOf(p(run(`<hp:tbl><hp:tr>${cell(0, 0, p(run(inner)))}${cell(0, 1, p(t('옆')))}</hp:tr></hp:tbl>`)));
    const words =
      nested?.kind === 'table'
        ? nested.rows[0]?.cells.map(({ paragraphs }) => paragraphs.map(({ content }) => plainText(content)))
        : [];
    expect(words).toEqual([['안', '쪽'], ['옆']]);
  });

  it('has borders in points and ignores transparent colours', () => {
    const [table] = blocksOf(p(run(`<hp:tbl><hp:tr>${cell(0, 0, p(t('x')))}</hp:tr></hp:tbl>`)));
    const only = table?.kind === 'table' ? table.rows[0]?.cells[0] : undefined;
    expect(only?.borders).toEqual({ top: { width: expect.closeTo(1.417, 2), colour: '#ff0000' } });
    expect(only?.shading).toBeUndefined();
  });

  it('spells out equations, ruby, overlapped letters and special spaces', async () => {
    const equation = '<hp:equation><hp:script>{a} over {b}</hp:script></hp:equation>';
    const ruby = '<hp:dutmal><hp:mainText>漢字</hp:mainText><hp:subText>한자</hp:subText></hp:dutmal>';
    const body = p(
      run(equation) +
        run(ruby) +
        run('<hp:compose composeText="㉮"/>') +
        t('가<hp:nbSpace/>나<hp:tab/>다<hp:lineBreak/>라\u{f080f}'),
    );
    expect(await linesOf(body)).toBe('{a} over {b}漢字(한자)㉮가\u00a0나\t다\n라━\n');
  });

  it('links only to the web', () => {
    const field = (command: string): string =>
      run(
        `<hp:ctrl><hp:fieldBegin type="HYPERLINK"><hp:parameters><hp:stringParam name="Command">${command}</hp:stringParam></hp:parameters></hp:fieldBegin></hp:ctrl>`,
      );
    const end = run('<hp:ctrl><hp:fieldEnd/></hp:ctrl>');
    const body = p(field('https\\://example.org/\\?a;1;0;0;') + t('하나') + end + field('javascript\\:x;1;0;0;') + t('둘') + end);
    const [block] = blocksOf(body);
    const links = block?.kind === 'paragraph' ? block.content.map((inline) => inline.kind === 'text' && inline.link) : [];
    expect(links).toEqual(['https://example.org/?a', undefined]);
  });

  it('places images and frames where they float', () => {
    const place = (attributes: string): string => `<hp:pos treatAsChar="0" ${attributes}/>`;
    const picture = `<hp:pic textWrap="SQUARE"><hp:sz width="3000" height="2000"/>${place('horzRelTo="PAPER" horzAlign="LEFT" horzOffset="5000" vertRelTo="PARA" vertAlign="TOP" vertOffset="4294967096"')}<hc:img binaryItemIDRef="image1"/></hp:pic>`;
    const text = `<hp:drawText><hp:subList>${p(t('글상자'))}</hp:subList></hp:drawText>`;
    const frame = `<hp:rect textWrap="BEHIND_TEXT"><hp:lineShape style="NONE"/>${text}<hp:sz width="20000" height="5000"/>${place('horzRelTo="PAGE" horzAlign="RIGHT" horzOffset="0" vertRelTo="PAPER" vertAlign="TOP" vertOffset="1000"')}</hp:rect>`;
    const file = packed(p(t('앞') + run(frame) + run(picture) + t('뒤')), { 'BinData/image1.bmp': bitmap() });
    const [box, line] = readHwpx(file).document.sections[0]?.blocks ?? [];
    expect(box).toMatchObject({
      kind: 'table',
      float: {
        horizontal: { area: 'margin', alignment: 'end' },
        vertical: { area: 'page', offset: 10 },
        wrap: 'behind-text',
      },
    });
    expect(line?.kind === 'paragraph' && line.content).toMatchObject([
      { text: '앞' },
      {
        picture: {
          float: { horizontal: { area: 'page', offset: 50 }, vertical: { area: 'paragraph', offset: -2 }, wrap: 'around' },
        },
      },
      { text: '뒤' },
    ]);
    expect(line).toHaveProperty('lineHeight');
  });

  it('places the images of a floating group', () => {
    const image = (x: number): string =>
      `<hp:pic><hp:offset x="${x}" y="100"/><hp:sz width="3000" height="2000"/><hc:img binaryItemIDRef="image1"/></hp:pic>`;
    const place = '<hp:pos treatAsChar="0" horzRelTo="PAPER" horzOffset="5000" vertRelTo="PAPER" vertOffset="2000"/>';
    const group = `<hp:container textWrap="IN_FRONT_OF_TEXT">${image(0)}<hp:container><hp:offset x="1000" y="0"/>${image(500)}</hp:container>${place}</hp:container>`;
    const file = packed(p(run(group)), { 'BinData/image1.bmp': bitmap() });
    const [line] = readHwpx(file).document.sections[0]?.blocks ?? [];
    const float = (x: number) => ({ horizontal: { area: 'page', offset: x }, vertical: { area: 'page', offset: 21 } });
    expect(line?.kind === 'paragraph' && line.content).toMatchObject([
      { picture: { float: float(50) } },
      { picture: { float: float(65) } },
    ]);
  });

  it('aligns floating tables by their place, and inline ones with their line', () => {
    const table = (place: string): string =>
      run(`<hp:tbl textWrap="TOP_AND_BOTTOM">${place}<hp:tr>${cell(0, 0, p(t('가')))}</hp:tr></hp:tbl>`);
    const block = (place: string): string => table(`<hp:pos treatAsChar="0" vertRelTo="PARA" horzRelTo="COLUMN" ${place}/>`);
    const placed = blocksOf(
      p(block('horzAlign="CENTER" horzOffset="0"')) +
        p(block('horzAlign="LEFT" horzOffset="1200"')) +
        p(table('<hp:pos treatAsChar="1"/>'), 'paraPrIDRef="6"'),
    );
    const places = placed.map((one) => one.kind === 'table' && [one.alignment, one.indentStart, one.float]);
    expect(places).toEqual([
      ['center', 0, undefined],
      [undefined, 12, undefined],
      ['end', 0, undefined],
    ]);
  });

  it('places tables measured from the page, with text above and below, by their indent', () => {
    const pageXml = run(
      '<hp:secPr><hp:pagePr width="60000" height="80000"><hp:margin left="8000" right="8000"/></hp:pagePr></hp:secPr>',
    );
    const table = (place: string): string =>
      p(
        run(
          `<hp:tbl textWrap="TOP_AND_BOTTOM"><hp:pos treatAsChar="0" vertRelTo="PARA" horzRelTo="PAPER" ${place}/><hp:tr>${cell(0, 0, p(t('가')))}</hp:tr></hp:tbl>`,
        ),
      );
    const placed = blocksOf(
      p(pageXml) +
        table('horzAlign="LEFT" horzOffset="5000"') +
        table('horzAlign="CENTER" horzOffset="0"') +
        table('horzAlign="RIGHT" horzOffset="3000"'),
    ).filter(({ kind }) => kind === 'table');
    // The page is 600 points wide, its margin 80 and the table 50.
    expect(placed).toMatchObject([{ indentStart: -30 }, { indentStart: 195 }, { indentStart: 440 }]);
    expect(placed.every((one) => !('float' in one))).toBe(true);
  });

  it('keeps floating tables around other tables as one', () => {
    const inner = `<hp:tbl><hp:tr>${cell(0, 0, p(t('안')))}</hp:tr></hp:tbl>`;
    const place = '<hp:pos treatAsChar="0" vertRelTo="PARA" horzRelTo="COLUMN" horzAlign="LEFT" horzOffset="0"/>';
    const [block] = blocksOf(
      p(run(`<hp:tbl textWrap="IN_FRONT_OF_TEXT">${place}<hp:tr>${cell(0, 0, p(run(inner)))}</hp:tr></hp:tbl>`)),
    );
    expect(block).toMatchObject({ kind: 'table', float: { wrap: 'in-front-of-text' } });
  });

  it('has the width of letters and the space between them', () => {
    const [block] = blocksOf(p('<hp:run charPrIDRef="2"><hp:t>글</hp:t></hp:run>'));
    expect(block?.kind === 'paragraph' && block.content).toMatchObject([{ style: { size: 20, stretch: 0.95, spacing: -1 } }]);
  });

  describe('in columns inside a cell', () => {
    const columns = run('<hp:ctrl><hp:colPr colCount="2" sameGap="200"/></hp:ctrl>');
    const line = (top: number): string => `<hp:linesegarray><hp:lineseg vertpos="${top}"/></hp:linesegarray>`;
    const rowOf = (inside: string): string =>
      p(run(`<hp:tbl><hp:tr>${cell(0, 0, p(t('위')) + inside)}${cell(0, 1, p(t('옆')))}</hp:tr></hp:tbl>`));
    const columnsOf = (inside: string): unknown => {
      const [table] = blocksOf(rowOf(inside));
      const blocks = table?.kind === 'table' ? (table.rows[0]?.cells[0]?.blocks ?? []) : [];
      return blocks.map((block) =>
        block.kind === 'table'
          ? block.rows[0]?.cells.map(({ paragraphs }) => paragraphs.map(({ content }) => plainText(content)).join(' '))
          : block.kind === 'paragraph' && plainText(block.content),
      );
    };

    it('is a table, with a column where lines start higher again', () => {
      const inside = p(columns + t('하나') + line(0)) + p(t('둘') + line(1600)) + p(t('셋') + line(3200)) + p(t('넷') + line(0));
      expect(columnsOf(inside)).toEqual(['위', ['하나 둘 셋', '넷']]);
    });

    it('is shared evenly if lines are not placed, until the columns end', () => {
      const end = run('<hp:ctrl><hp:colPr colCount="1"/></hp:ctrl>');
      const inside = p(columns + t('하나')) + p(t('둘')) + p(t('셋')) + p(end + t('끝'));
      expect(columnsOf(inside)).toEqual(['위', ['하나 둘', '셋'], '끝']);
    });

    it('has at most the columns that a text can have', () => {
      const [, row] = columnsOf(p(columns.replace('colCount="2"', 'colCount="5000000000"') + t('하나'))) as readonly string[][];
      expect(row).toHaveLength(255);
    });
  });

  it('has bitmaps as PNG and counts unsupported images', () => {
    const picture = (name: string): string =>
      p(run(`<hp:pic><hp:sz width="3000" height="2000"/><hc:img binaryItemIDRef="${name}"/></hp:pic>`));
    const file = packed(picture('image1') + picture('image2'), {
      'BinData/image1.bmp': bitmap(),
      'BinData/image2.wmf': strToU8('wmf'),
    });
    const { document, lostPictures } = readHwpx(file);
    expect(lostPictures).toBe(1);
    const [block] = document.sections[0]?.blocks ?? [];
    expect(block?.kind === 'paragraph' && block.content[0]).toMatchObject({
      picture: { mediaType: 'image/png', width: 30, height: 20 },
    });
  });
});

/** Two adjacent 24-bit pixels: red and blue. */
function bitmap(): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(54 + 8);
  const view = new DataView(file.buffer);
  file.set([0x42, 0x4d]);
  view.setUint32(10, 54, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, 2, true);
  view.setInt32(22, 1, true);
  view.setUint16(28, 24, true);
  file.set([0, 0, 255, 255, 0, 0], 54);
  return file;
}

describe('bitmaps', () => {
  it('become PNG; other data does not', () => {
    expect([...(bitmapAsPng(bitmap()) ?? []).slice(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    expect(bitmapAsPng(bitmap().slice(0, 56))).toBeUndefined();
    expect(bitmapAsPng(new Uint8Array(100))).toBeUndefined();
  });
});
