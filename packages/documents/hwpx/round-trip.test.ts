import { cellContent } from '@bakkum/document-model/cell-content';
import {
  type Block,
  type DocumentModel,
  type Float,
  type Inline,
  type ListMarker,
  type Paragraph,
  plainText,
  type Table,
  type TableCell,
  type TextStyle,
} from '@bakkum/document-model/model';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readHwpx } from './read.ts';
import { writeHwpx } from './write.ts';

const STYLE: TextStyle = { font: '함초롬바탕', kind: 'serif', size: 10 };

const paragraph = (content: string | readonly Inline[], more: Partial<Paragraph> = {}): Paragraph => ({
  kind: 'paragraph',
  alignment: 'justify',
  indentStart: 0,
  firstLine: 0,
  spaceBefore: 0,
  lineHeight: 16,
  content: typeof content === 'string' ? [{ kind: 'text', text: content, style: STYLE }] : content,
  ...more,
});

const PAGE = { width: 595.28, height: 841.88, margins: { top: 99.2, right: 85.04, bottom: 85.04, left: 85.04 } };

const model = (blocks: readonly Block[], more: Partial<DocumentModel> = {}): DocumentModel => ({
  language: 'ko-KR',
  sections: [{ page: PAGE, columns: { count: 1, gap: 0 }, starts: 'page', header: [], footer: [], blocks }],
  notes: [],
  ...more,
});

const bytesOf = async (document: DocumentModel): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await writeHwpx(document).arrayBuffer());

const again = async (document: DocumentModel): Promise<DocumentModel> => readHwpx(await bytesOf(document)).document;

const blocksAgain = async (blocks: readonly Block[]): Promise<readonly Block[]> =>
  (await again(model(blocks))).sections[0]?.blocks ?? [];

const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
);

describe('a document written as HWPX and read again', () => {
  it('draws shapes behind the text, from the edges of the paper', async () => {
    const place = { left: 10, top: 20, width: 100, height: 50 };
    const [start, corner, end] = [
      { x: 10, y: 20 },
      { x: 110, y: 20 },
      { x: 110, y: 70 },
    ];
    const shape = {
      ...place,
      outlines: [{ start, steps: [[corner], [end]], isClosed: true }],
      fill: { colour: '#ff0000', opacity: 1 },
    } as const;
    const file = await bytesOf(
      model([paragraph('글', { shading: '#eeeeee', behind: [{ kind: 'shapes', ...place, shapes: [shape] }] })]),
    );
    const files = unzipSync(file);
    const part = (name: string): string => strFromU8(files[name] ?? new Uint8Array());
    expect(part('Contents/section0.xml')).toMatch(
      /<hp:polygon [^>]*textWrap="BEHIND_TEXT".*<hc:pt x="0" y="0"\/><hc:pt x="10000" y="0"\/><hc:pt x="10000" y="5000"\/>.*vertOffset="2000" horzOffset="1000"/,
    );
    expect(part('Contents/header.xml')).toContain('faceColor="#EEEEEE"');
  });

  it('draws shapes of the header on each page below those of the page', async () => {
    const place = { left: 0, top: 0, width: 100, height: 50 };
    const colored = (colour: string) => {
      const corners = [[{ x: 100, y: 0 }], [{ x: 100, y: 50 }], [{ x: 0, y: 50 }]] as const;
      const outlines = [{ start: { x: 0, y: 0 }, steps: corners, isClosed: true }];
      return [{ kind: 'shapes', ...place, shapes: [{ ...place, outlines, fill: { colour, opacity: 1 } }] }] as const;
    };
    const [section] = model([
      paragraph('하나'),
      paragraph('둘', { breakBefore: 'page', behind: colored('#0000ff') }),
      paragraph('셋'),
    ]).sections;
    if (!section) throw new TypeError('no section');
    const header = [paragraph('', { behind: colored('#ff0000') })];
    const files = unzipSync(await bytesOf({ sections: [{ ...section, header }], notes: [] }));
    const xml = strFromU8(files['Contents/section0.xml'] ?? new Uint8Array());
    expect(xml.match(/faceColor="#[0-9A-F]+"|하나|둘|셋/g)).toEqual([
      'faceColor="#FF0000"',
      '하나',
      'faceColor="#FF0000"',
      'faceColor="#0000FF"',
      '둘',
      '셋',
    ]);
  });

  it('is a package whose type is detectable from its first bytes', async () => {
    const file = await bytesOf(model([paragraph('글')]));
    expect(strFromU8(file.subarray(30, 38))).toBe('mimetype');
    expect(strFromU8(file.subarray(38, 57))).toBe('application/hwp+zip');
    expect(Object.keys(unzipSync(file))).toContain('Contents/section0.xml');
  });

  it('keeps paragraphs: alignment, indents, spacing, breaks', async () => {
    const blocks = [
      paragraph('가운데', { alignment: 'center', spaceBefore: 12, lineHeight: 20 }),
      paragraph('들여쓰기', { alignment: 'start', indentStart: 30, firstLine: 10 }),
      paragraph('내어쓰기', { alignment: 'end', indentStart: 30, firstLine: -20, breakBefore: 'page' }),
    ];
    expect(await blocksAgain(blocks)).toEqual(blocks);
  });

  it('keeps text styles, tabs, breaks, links and characters that XML reserves', async () => {
    const look: TextStyle = { ...STYLE, size: 14.5, bold: true, italic: true, underline: true, strike: true, colour: '#c00000' };
    const content: readonly Inline[] = [
      { kind: 'text', text: ' <굵게> & "따옴" ', style: look },
      { kind: 'tab' },
      { kind: 'text', text: 'x', style: { ...STYLE, position: 'super' } },
      { kind: 'text', text: '2', style: { ...STYLE, position: 'sub', font: '맑은 고딕', kind: 'sans' } },
      { kind: 'line-break' },
      { kind: 'text', text: '여기', style: STYLE, link: 'https://example.org/a;b?c=1&d=2' },
      { kind: 'text', text: ' 끝', style: STYLE },
    ];
    expect(await blocksAgain([paragraph(content, { lineHeight: 23.2 })])).toEqual([paragraph(content, { lineHeight: 23.2 })]);
  });

  it('keeps headings without numbers', async () => {
    const blocks = [paragraph('제목', { headingLevel: 1 }), paragraph('작은 제목', { headingLevel: 3 })];
    expect(await blocksAgain(blocks)).toEqual(blocks);
  });

  it('keeps tables inside cells', async () => {
    const cellOf = (column: number, inside: readonly Block[]): TableCell => ({
      column,
      columnSpan: 1,
      rowSpan: 1,
      borders: {},
      ...cellContent(inside),
    });
    const tableOf = (width: number, inside: readonly Block[]): Table => ({
      kind: 'table',
      columnWidths: [width, 50],
      indentStart: 0,
      spaceBefore: 0,
      rows: [{ height: 20, cells: [cellOf(0, inside), cellOf(1, [])] }],
    });
    const inner = tableOf(100, [paragraph('안')]);
    const [outer] = await blocksAgain([tableOf(300, [paragraph('앞'), inner, paragraph('뒤')])]);
    const cell = outer?.kind === 'table' ? outer.rows[0]?.cells[0] : undefined;
    expect(cell?.blocks?.map(({ kind }) => kind)).toEqual(['paragraph', 'table', 'paragraph']);
    expect(cell?.paragraphs.map(({ content }) => plainText(content))).toEqual(['앞', '안', '', '뒤']);
  });

  it('keeps list numbers, nested and restarted', async () => {
    const item = (level: number, style: 'decimal' | 'hangul-syllable' | 'circled', text: string, value: number): Paragraph => {
      const marker: ListMarker = { kind: 'number', style, text, value };
      return paragraph(`${level} ${value}`, { list: { list: 0, level, marker } });
    };
    const blocks = [
      item(0, 'decimal', '%.', 1),
      item(1, 'hangul-syllable', '(%)', 1),
      item(1, 'hangul-syllable', '(%)', 2),
      item(0, 'decimal', '%.', 2),
      item(1, 'hangul-syllable', '(%)', 1),
      paragraph('사이'),
      item(0, 'decimal', '%.', 5),
      item(0, 'circled', '%', 1),
    ];
    const markers = (list: readonly Block[]) => list.map((block) => (block.kind === 'paragraph' ? block.list?.marker : block));
    expect(markers(await blocksAgain(blocks))).toEqual(markers(blocks));
  });

  it('keeps bullets', async () => {
    const item = paragraph('점', { list: { list: 0, level: 0, marker: { kind: 'bullet', text: '•' } } });
    expect(await blocksAgain([item, item])).toEqual([item, item]);
  });

  it('keeps tables: merged cells, borders, shading, widths, title rows', async () => {
    const line = { width: 0.34, colour: '#112233' };
    const cell = { columnSpan: 1, rowSpan: 1, borders: {}, verticalAlignment: 'center' } as const;
    const table: Table = {
      kind: 'table',
      columnWidths: [100, 50, 150],
      indentStart: 0,
      spaceBefore: 0,
      rows: [
        {
          height: 20,
          isHeader: true,
          cells: [
            { ...cell, column: 0, rowSpan: 2, shading: '#ffeecc', paragraphs: [paragraph('왼쪽')] },
            {
              ...cell,
              column: 1,
              columnSpan: 2,
              borders: { top: line, bottom: line },
              paragraphs: [paragraph('위'), paragraph('둘')],
            },
          ],
        },
        {
          height: 30,
          cells: [
            { ...cell, column: 1, verticalAlignment: 'top', paragraphs: [paragraph('a')] },
            { ...cell, column: 2, paragraphs: [paragraph('')] },
          ],
        },
      ],
    };
    const [read] = await blocksAgain([table]);
    const text = JSON.stringify(read, (_, value) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value));
    const empty = { ...paragraph(''), lineHeight: 16, content: [] };
    const wanted: Table = {
      ...table,
      rows: table.rows.map((row) => ({
        ...row,
        cells: row.cells.map((one) => ({
          ...one,
          paragraphs: one.paragraphs.map((p) => (p.content[0]?.kind === 'text' && p.content[0].text === '' ? empty : p)),
        })),
      })),
    };
    const rounded = JSON.stringify(wanted, (_, value) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value));
    expect(JSON.parse(text)).toEqual(JSON.parse(rounded));
  });

  it('previews its text, with cells in angle brackets', async () => {
    const cell = (column: number, text: string): TableCell => ({
      column,
      columnSpan: 1,
      rowSpan: 1,
      borders: {},
      ...cellContent([paragraph(text)]),
    });
    const rows = [{ cells: [cell(0, '가'), cell(1, '나')] }, { cells: [cell(0, '다'), cell(1, '')] }];
    const table: Table = { kind: 'table', columnWidths: [50, 50], indentStart: 0, spaceBefore: 0, rows };
    const file = unzipSync(await bytesOf(model([paragraph('앞'), table])));
    expect(strFromU8(file['Preview/PrvText.txt'] ?? new Uint8Array())).toBe('앞\r\n<가><나>\r\n<다><>');
  });

  it('keeps each image once, at its size', async () => {
    const picture = { bytes: PNG, mediaType: 'image/png', width: 100, height: 50, description: '점 하나' } as const;
    const file = await bytesOf(model([paragraph([{ kind: 'picture', picture }]), paragraph([{ kind: 'picture', picture }])]));
    expect(Object.keys(unzipSync(file)).filter((name) => name.startsWith('BinData/'))).toEqual(['BinData/image1.png']);
    const [first] = readHwpx(file).document.sections[0]?.blocks ?? [];
    expect(first?.kind === 'paragraph' && first.content).toEqual([{ kind: 'picture', picture }]);
  });

  it('keeps the place of floating images and tables, and the alignment of tables', async () => {
    const float: Float = {
      horizontal: { area: 'margin', alignment: 'end' },
      vertical: { area: 'page', offset: 30.5 },
      wrap: 'behind-text',
    };
    const picture = { bytes: PNG, mediaType: 'image/png', width: 100, height: 50, float } as const;
    const cell: TableCell = { column: 0, columnSpan: 1, rowSpan: 1, borders: {}, ...cellContent([paragraph('칸')]) };
    const table: Table = {
      kind: 'table',
      columnWidths: [90],
      indentStart: 0,
      spaceBefore: 0,
      rows: [{ height: 20, cells: [cell] }],
    };
    const blocks = await blocksAgain([
      paragraph([{ kind: 'picture', picture }]),
      { ...table, float },
      { ...table, alignment: 'center' },
      { ...table, indentStart: 12 },
    ]);
    const [image] = blocks.flatMap((block) => (block.kind === 'paragraph' ? block.content : []));
    expect(image).toEqual({ kind: 'picture', picture });
    expect(
      blocks.flatMap((block) => (block.kind === 'table' ? [[block.float, block.alignment, block.indentStart]] : [])),
    ).toEqual([
      [float, undefined, 0],
      [undefined, 'center', 0],
      [undefined, undefined, 12],
    ]);
  });

  it('anchors floating tables to the paragraph after them, on their page', async () => {
    const place = { area: 'page', offset: 10 } as const;
    const cell: TableCell = { column: 0, columnSpan: 1, rowSpan: 1, borders: {}, paragraphs: [paragraph('안')] };
    const table: Table = {
      kind: 'table',
      columnWidths: [100],
      indentStart: 0,
      spaceBefore: 0,
      breakBefore: 'page',
      float: { horizontal: place, vertical: place, wrap: 'in-front-of-text' },
      rows: [{ cells: [cell] }],
    };
    const { breakBefore: _, ...second } = table;
    const placesOf = async (...blocks: readonly Block[]) =>
      (await blocksAgain(blocks)).map(({ kind, breakBefore }) => [kind, breakBefore]);
    expect(await placesOf(paragraph('앞'), table, second, paragraph('뒤'))).toEqual([
      ['paragraph', undefined],
      ['table', 'page'],
      ['table', undefined],
      ['paragraph', undefined],
    ]);
    const picture = { bytes: PNG, mediaType: 'image/png', width: 100, height: 50 } as const;
    const image = { kind: 'picture', picture, alignment: 'start', indentStart: 0, spaceBefore: 0 } as const;
    expect(await placesOf(table, image, second)).toEqual([
      ['table', 'page'],
      ['paragraph', undefined],
      ['paragraph', undefined],
      ['table', undefined],
      ['paragraph', undefined],
    ]);
  });

  it('keeps the width of letters and the space between them', async () => {
    const style = { ...STYLE, size: 10, stretch: 0.9, spacing: -0.5 };
    const [block] = await blocksAgain([paragraph([{ kind: 'text', text: '좁게', style }])]);
    expect(block?.kind === 'paragraph' && block.content).toMatchObject([
      { text: '좁게', style: { stretch: 0.9, spacing: -0.5 } },
    ]);
  });

  it('keeps notes, header, footer, page and columns', async () => {
    const footer = paragraph([
      { kind: 'text', text: '- ', style: STYLE },
      { kind: 'page-number', style: STYLE },
      { kind: 'text', text: ' -', style: STYLE },
    ]);
    const page = { ...PAGE, width: 841.88, height: 595.28 };
    const document: DocumentModel = {
      title: '보고서 <1>',
      author: '글쓴이',
      language: 'ko-KR',
      sections: [
        {
          page,
          columns: { count: 2, gap: 20 },
          starts: 'page',
          header: [paragraph('머리말')],
          footer: [footer],
          blocks: [
            paragraph([
              { kind: 'text', text: '본문', style: STYLE },
              { kind: 'note', note: 0, style: STYLE },
            ]),
          ],
        },
        { page: PAGE, columns: { count: 1, gap: 0 }, starts: 'page', header: [], footer: [], blocks: [paragraph('둘째')] },
      ],
      notes: [[paragraph('각주'), paragraph('이어서')]],
    };
    const read = await again(document);
    expect(read.sections).toHaveLength(2);
    expect(read.sections[0]).toMatchObject({ columns: { count: 2, gap: 20 }, header: [paragraph('머리말')], footer: [footer] });
    expect(read.sections[0]?.page.width).toBeCloseTo(841.88);
    expect(read.sections[0]?.page.margins.top).toBeCloseTo(99.2);
    expect(read.sections[0]?.blocks).toEqual(document.sections[0]?.blocks);
    expect(
      read.notes[0]?.map(({ content }) => content.map((inline) => (inline.kind === 'text' ? inline.text : '')).join('')),
    ).toEqual([' 각주', '이어서']);
    expect([read.title, read.author]).toEqual(['보고서 <1>', '글쓴이']);
  });

  it('is refused when the file is not a package', () => {
    expect(() => readHwpx(new Uint8Array(100))).toThrow(expect.objectContaining({ code: 'corrupt' }));
  });
});
