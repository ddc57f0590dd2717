import { hasProgram, workbench } from '@bakkum/tests/native';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { cellContent } from './cell-content.ts';
import { writeDocx } from './docx.ts';
import type { Graphic, Outline, Shape } from './graphics.ts';
import { writeHtml } from './html.ts';
import type { Block, Float, Paragraph, Picture, Table, TableCell } from './model.ts';
import { EVERYTHING, paragraph, run, section } from './test-document.ts';

const partsOf = async (model = EVERYTHING): Promise<(name: string) => string> => {
  const files = unzipSync(new Uint8Array(await writeDocx(model).arrayBuffer()));
  return (name) => strFromU8(files[name] ?? new Uint8Array());
};

describe('a Word document', () => {
  it('has headings, runs, links and notes', async () => {
    const part = await partsOf();
    const body = part('word/document.xml');
    expect(body).toContain('<w:pStyle w:val="Title"/>');
    expect(body).toContain('<w:pStyle w:val="Heading1"/>');
    expect(body).toContain('<w:b/><w:bCs/>');
    expect(body).toContain('&lt;link&gt;');
    expect(part('word/_rels/document.xml.rels')).toContain('Target="https://example.org/?a=1&amp;b=2" TargetMode="External"');
    expect(part('word/footnotes.xml')).toContain('The note.');
    expect(body).toContain('w:eastAsia="Test"');
  });

  it('numbers every list separately, from its own first number', async () => {
    const part = await partsOf();
    expect(
      [...part('word/document.xml').matchAll(/<w:ilvl w:val="(\d)"\/><w:numId w:val="(\d)"\/>/g)].map(([, level, id]) => [
        level,
        id,
      ]),
    ).toEqual([
      ['0', '1'],
      ['1', '2'],
      ['0', '1'],
      ['0', '3'],
    ]);
    expect(part('word/numbering.xml')).toContain('<w:start w:val="3"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/>');
  });

  it('nests tables in cells, each ending with a paragraph', async () => {
    const table = (blocks: readonly Block[]): Table => ({
      kind: 'table',
      columnWidths: [100],
      indentStart: 0,
      spaceBefore: 0,
      rows: [{ cells: [{ column: 0, columnSpan: 1, rowSpan: 1, borders: {}, ...cellContent(blocks) }] }],
    });
    const model = { notes: [], sections: [section({ blocks: [table([table([paragraph('inside')])])] })] };
    const body = (await partsOf(model))('word/document.xml');
    expect(body.match(/<w:tbl>/g)).toHaveLength(2);
    expect(body).toMatch(/<\/w:tbl><w:p>.{1,200}<\/w:p><\/w:tc>/);
    expect(await writeHtml(model).text()).toMatch(/<td><table>\s*<tr><td>inside<\/td><\/tr>\s*<\/table>\s*<\/td>/);
  });

  it('anchors floating images and tables at their place', async () => {
    const float: Float = {
      horizontal: { area: 'page', offset: 20 },
      vertical: { area: 'paragraph', alignment: 'end' },
      wrap: 'behind-text',
    };
    const picture: Picture = { bytes: Uint8Array.of(0x89, 0x50), mediaType: 'image/png', width: 10, height: 10, float };
    const cell = { column: 0, columnSpan: 1, rowSpan: 1, borders: {}, paragraphs: [paragraph('inside')] };
    const table: Table = { kind: 'table', columnWidths: [100], indentStart: 0, spaceBefore: 0, rows: [{ cells: [cell] }] };
    const line: Paragraph = { ...paragraph(''), content: [{ kind: 'picture', picture }] };
    const around = { ...float, wrap: 'around' } as const;
    const blocks = [{ ...table, float: around }, line, { ...table, alignment: 'end' } as const];
    const body = (await partsOf({ notes: [], sections: [section({ blocks })] }))('word/document.xml');
    expect(body).toContain('behindDoc="1"');
    expect(body).toContain('<wp:positionH relativeFrom="page"><wp:posOffset>254000</wp:posOffset></wp:positionH>');
    expect(body).toContain('<wp:positionV relativeFrom="paragraph"><wp:align>bottom</wp:align></wp:positionV>');
    expect(body).toContain('w:vertAnchor="text" w:horzAnchor="page" w:tblpX="400" w:tblpYSpec="bottom"');
    expect(body).toContain('<w:jc w:val="right"/><w:tblInd');
  });

  describe('with tables in front of or behind the text', () => {
    const float: Float = {
      horizontal: { area: 'column', offset: 20 },
      vertical: { area: 'paragraph', offset: 10 },
      wrap: 'in-front-of-text',
    };
    const cell = (column: number, blocks: readonly Block[]) => ({
      column,
      columnSpan: 1,
      rowSpan: 1,
      borders: {},
      ...cellContent(blocks),
    });
    const table = (...cells: readonly TableCell[]): Table => ({
      kind: 'table',
      columnWidths: cells.map(() => 100),
      indentStart: 0,
      float,
      spaceBefore: 0,
      rows: [{ height: 50, cells }],
    });
    const two = table(cell(0, [paragraph('left')]), cell(1, [paragraph('right')]));
    const bodyOf = async (blocks: readonly Block[], notes: readonly (readonly Paragraph[])[] = []): Promise<string> =>
      (await partsOf({ notes, sections: [section({ blocks })] }))('word/document.xml');

    it('anchors them as text boxes to the following paragraph', async () => {
      const body = await bodyOf([paragraph('before'), two, paragraph('after')]);
      expect(body).toMatch(
        /<wp:anchor .*behindDoc="0".*<wp:wrapNone\/>.*<w:txbxContent><w:tbl>.*left.*right.*<\/w:tbl><w:p>.*after/,
      );
      expect(body).toContain('<wp:extent cx="2540000" cy="635000"/>');
      expect(body).not.toContain('tblpPr');
      const behind = await bodyOf([{ ...two, float: { ...float, wrap: 'behind-text' } }]);
      expect(behind).toContain('behindDoc="1"');
    });

    it('draws them above the shapes of the same paragraph', async () => {
      const outlines: readonly Outline[] = [{ start: { x: 0, y: 0 }, steps: [[{ x: 9, y: 9 }]], isClosed: false }];
      const fill = { colour: '#00ff00', opacity: 1 };
      const shapes = [{ left: 0, top: 0, width: 9, height: 9, outlines, fill }];
      const drawing = { shapes, width: 9, height: 9, float: { ...float, wrap: 'above-and-below' } } as const;
      const body = await bodyOf([two, paragraph([{ kind: 'drawing', drawing }])]);
      const heights = [...body.matchAll(/relativeHeight="(\d+)"|name="(Text box|Drawing) \d/g)].map(
        ([, height, name]) => height ?? name,
      );
      expect(heights.filter((_, index) => index % 2 === 1)).toEqual(['Text box', 'Drawing']);
      expect(Number(heights[0])).toBeGreaterThan(Number(heights[2]));
    });

    it('starts a page with the following block where the table did', async () => {
      const body = await bodyOf([{ ...two, breakBefore: 'page' }, paragraph('after')]);
      expect(body).toMatch(/<w:body><w:p><w:pPr><w:pageBreakBefore\/>/);
    });

    it('gives a single cell the border, fill and alignment of its text box', async () => {
      const side = { width: 1, colour: '#0000ff' };
      const borders = { top: side, right: side, bottom: side, left: side };
      const framed = { ...cell(0, [paragraph('text')]), borders, shading: '#ffffff', verticalAlignment: 'center' } as const;
      const body = await bodyOf([table(framed)]);
      expect(body).toContain(
        '<a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill><a:ln w="12700"><a:solidFill><a:srgbClr val="0000FF"/>',
      );
      expect(body).toContain('anchor="ctr"');
      expect(body).not.toContain('<w:tbl>');
    });

    it('keeps their place inside cells, and has none inside one another', async () => {
      const outer = ({ float: _, ...rest }: Table): Table => rest;
      const nested = await bodyOf([outer(table(cell(0, [two, paragraph('in a cell')])))]);
      expect(nested).toMatch(/<w:tc>.*<wp:anchor .*in a cell.*<\/w:tc>/);
      const inBox = await bodyOf([table(cell(0, [two, paragraph('in a box')]), cell(1, []))]);
      expect(inBox.match(/<w:txbxContent>/g)).toHaveLength(1);
    });

    it('lets text flow around those with notes', async () => {
      const note = paragraph([{ kind: 'note', note: 0, style: { size: 10 } }]);
      const body = await bodyOf([table(cell(0, [note]))], [[paragraph('The note.')]]);
      expect(body).toContain('<w:tblpPr');
      expect(body).not.toContain('txbxContent');
    });
  });

  it('merges cells across and down', async () => {
    const body = (await partsOf())('word/document.xml');
    expect(body).toContain('<w:gridSpan w:val="2"/>');
    expect(body.match(/<w:vMerge w:val="(restart|continue)"\/>/g)).toEqual([
      '<w:vMerge w:val="restart"/>',
      '<w:vMerge w:val="continue"/>',
    ]);
    expect(body).toContain('<w:shd w:val="clear" w:color="auto" w:fill="d9e2f3"/>');
  });

  it('has different headers on even pages, and headers with the current heading', async () => {
    const style = { size: 9 };
    const header = [paragraph([{ kind: 'heading-text', level: 2, text: 'Harbours & rivers', style }])];
    const evenPages = { header: [paragraph('The book')], footer: [] };
    const part = await partsOf({ notes: [], evenPages, sections: [section({ header, blocks: [paragraph('text')] })] });
    expect(part('word/header1.xml')).toMatch(/w:instr=" STYLEREF 2 ".*Harbours &amp; rivers/);
    expect(part('word/header2.xml')).toContain('The book');
    expect(part('word/settings.xml')).toContain('<w:evenAndOddHeaders/>');
    expect(part('word/document.xml')).toContain('<w:headerReference w:type="even" r:id="evenHeader"/>');
    expect((await partsOf())('word/settings.xml')).not.toContain('evenAndOdd');
  });

  it('has sections, columns and fields', async () => {
    const part = await partsOf();
    expect(part('word/document.xml').match(/<w:cols w:num="\d"/g)).toEqual(['<w:cols w:num="1"', '<w:cols w:num="2"']);
    expect(part('word/footer1.xml')).toContain('w:instr=" PAGE "');
  });

  it('has shapes and images behind the text, measured from the page', async () => {
    const place = { left: 10, top: 20, width: 100, height: 50 };
    const shape = (steps: Outline['steps'], isClosed = true): Shape => ({
      ...place,
      outlines: [{ start: { x: 10, y: 20 }, steps, isClosed }],
      fill: { colour: '#ff0000', opacity: 0.5 },
    });
    const [right, corner, below] = [
      { x: 110, y: 20 },
      { x: 110, y: 70 },
      { x: 10, y: 70 },
    ];
    const group = [shape([[right], [corner], [below]]), shape([[right], [right, corner, below]])];
    const picture = { bytes: new Uint8Array([1]), mediaType: 'image/png', width: 100, height: 50 } as const;
    const behind: readonly Graphic[] = [
      { kind: 'shapes', ...place, shapes: group },
      { kind: 'picture', ...place, picture },
    ];
    const body = (
      await partsOf({ notes: [], sections: [section({ blocks: [paragraph('text', { behind, shading: '#eeeeee' })] })] })
    )('word/document.xml');
    expect(body.match(/behindDoc="1"/g)).toHaveLength(2);
    expect(body).toContain('<wp:positionV relativeFrom="page"><wp:posOffset>254000</wp:posOffset></wp:positionV>');
    expect(body).toContain('<a:prstGeom prst="rect">');
    expect(body).toContain(
      '<a:cubicBezTo><a:pt x="1270000" y="0"/><a:pt x="1270000" y="635000"/><a:pt x="0" y="635000"/></a:cubicBezTo>',
    );
    expect(body).toContain('<a:srgbClr val="FF0000"><a:alpha val="50000"/></a:srgbClr>');
    expect(body).toContain('<w:pPr><w:shd w:val="clear" w:color="auto" w:fill="eeeeee"/>');
  });

  it('draws shapes at their place, and lines with arrowheads in their direction', async () => {
    const line = { colour: '#000000', opacity: 1, width: 1, arrows: { end: true } } as const;
    const outlines: readonly Outline[] = [{ start: { x: 30, y: 5 }, steps: [[{ x: 10, y: 5 }]], isClosed: false }];
    const float: Float = {
      horizontal: { area: 'page', offset: 20 },
      vertical: { area: 'paragraph', offset: 10 },
      wrap: 'in-front-of-text',
    };
    const drawing = { shapes: [{ left: 10, top: 5, width: 20, height: 0, outlines, line }], width: 40, height: 25, float };
    const content = [run('text'), { kind: 'drawing', drawing }] as const;
    const body = (await partsOf({ notes: [], sections: [section({ blocks: [paragraph(content)] })] }))('word/document.xml');
    expect(body).toContain('<mc:Choice Requires="wpg"><w:drawing><wp:anchor');
    expect(body).toContain(
      '<a:xfrm flipH="1"><a:off x="127000" y="63500"/><a:ext cx="254000" cy="0"/></a:xfrm><a:prstGeom prst="line">',
    );
    expect(body).toContain('<a:tailEnd type="triangle"/></a:ln>');
  });

  it('has the width of letters and the space between them', async () => {
    const blocks = [paragraph([run('narrow', { stretch: 0.95, spacing: -0.5 })])];
    const body = (await partsOf({ notes: [], sections: [section({ blocks })] }))('word/document.xml');
    expect(body).toContain('<w:spacing w:val="-10"/><w:w w:val="95"/><w:sz');
  });

  it('drops the space above a table at the top of a page', async () => {
    const cell = { column: 0, columnSpan: 1, rowSpan: 1, borders: {}, paragraphs: [paragraph('cell')] };
    const table: Table = { kind: 'table', columnWidths: [100], indentStart: 0, spaceBefore: 60, rows: [{ cells: [cell] }] };
    const body = (await partsOf({ notes: [], sections: [section({ blocks: [table] })] }))('word/document.xml');
    expect(body).toContain('<w:keepNext/><w:spacing w:before="1180" w:after="0" w:line="20" w:lineRule="exact"/>');
  });

  it('lets a heading end a page only where it did', async () => {
    const blocks = [paragraph('last', { headingLevel: 1, mayEndPage: true }), paragraph('usual', { headingLevel: 1 })];
    const body = (await partsOf({ notes: [], sections: [section({ blocks })] }))('word/document.xml');
    expect(body.match(/<w:keepNext w:val="0"\/>/g)).toHaveLength(1);
  });

  it('drops characters that XML cannot hold', async () => {
    const body = (await partsOf({ sections: [section({ blocks: [paragraph('a\u0001\ufffeb')] })], notes: [] }))(
      'word/document.xml',
    );
    expect(body).toContain('>ab<');
  });

  it.skipIf(!hasProgram('soffice') || !hasProgram('pdftotext'))('opens in LibreOffice', async () => {
    const bench = workbench();
    try {
      bench.write('a.docx', new Uint8Array(await writeDocx(EVERYTHING).arrayBuffer()));
      bench.run(
        'soffice',
        `-env:UserInstallation=file://${bench.write('profile', '')}-office`,
        '--headless',
        '--convert-to',
        'pdf',
        'a.docx',
      );
      const text = bench.run('pdftotext', '-layout', 'a.pdf', '-').replace(/[ ]+/g, ' ');
      for (const words of ['The title', '3. third', 'tall', 'In columns', '한글 문단', 'Page 1', 'The note.'])
        expect(text).toContain(words);
    } finally {
      bench.dispose();
    }
  });
});
