import { type Block, type DocumentModel, type Paragraph, plainText, type Table } from '@bakkum/document-model/model';
import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.ts';
import type { PictureSource } from './drafts.ts';
import type { PageContent } from './page-content.ts';
import { grid, line, lines, page, widthOfText } from './test-page.ts';

const picture = { bytes: new Uint8Array([1]), mediaType: 'image/png', width: 10, height: 10 } as const;
const PICTURES: PictureSource = { stored: async () => picture, drawn: async () => picture };

async function analysed(...contents: readonly PageContent[]) {
  async function* pages() {
    for (const content of contents) yield { content, pictures: PICTURES };
  }
  return analyse(pages());
}

const blocksOf = ({ sections }: DocumentModel): readonly Block[] => sections.flatMap(({ blocks }) => blocks);
const paragraphsOf = (model: DocumentModel): readonly Paragraph[] =>
  blocksOf(model).filter((block) => block.kind === 'paragraph');
const textsOf = (model: DocumentModel): readonly string[] => paragraphsOf(model).map(({ content }) => plainText(content));
const tableOf = (model: DocumentModel): Table | undefined => blocksOf(model).find((block) => block.kind === 'table');
const cellTexts = (table: Table | undefined): readonly (readonly string[])[] =>
  (table?.rows ?? []).map(({ cells }) =>
    cells.map(({ paragraphs }) => paragraphs.map(({ content }) => plainText(content)).join(' ')),
  );

const FULL = 'words that fill one complete line of a column from its left edge to';

describe('form fields', () => {
  it('follow their labels with their values, without the drawn frames', async () => {
    const box = { left: 130, top: 88, right: 300, bottom: 106 };
    const field = {
      ...box,
      kind: 'text',
      name: 'name',
      value: 'Mary',
      checked: false,
      options: [],
      size: 0,
      isMultiline: false,
    } as const;
    const empty = { ...field, top: 118, bottom: 136, name: 'street', value: '' };
    const glyphs = [...line('Name:', 72, 104), ...line('Street:', 72, 134)];
    const { model } = await analysed(page(glyphs, { fields: [field, empty], rules: grid([130, 300], [88, 106]) }));
    expect(textsOf(model).map((text) => text.trimEnd())).toEqual(['Name:\tMary', 'Street:']);
    expect(paragraphsOf(model).map(({ content }) => content.some((one) => one.kind === 'text' && one.control))).toEqual([
      true,
      true,
    ]);
    expect(tableOf(model)).toBeUndefined();
  });
});

describe('a table of contents', () => {
  // Sorting that many marks takes minutes.
  it('takes linear time for titles with any number of combining marks', async () => {
    const marks = '\u0315\u0316'.repeat(150_000);
    const entry = (number: string, y: number) => [
      ...line('Title', 72, y).map((glyph, index) => (index === 4 ? { ...glyph, text: glyph.text + marks } : glyph)),
      ...line('.'.repeat(40), 200, y),
      ...line(number, 495, y),
    ];
    const { model } = await analysed(page([...entry('1', 100), ...entry('2', 114), ...entry('3', 128)]));
    expect(textsOf(model).join('')).toContain(marks);
  });

  it('links to the headings it names', async () => {
    const entry = (title: string, number: string, y: number) => [
      ...line(title, 72, y),
      ...line('.'.repeat(40), 200, y),
      ...line(number, 495, y),
    ];
    const heading = (text: string, y: number) => line(text, 72, y, { size: 16, bold: true });
    const glyphs = [
      ...entry('First part', '1', 100),
      ...entry('Second part', '1', 114),
      ...entry('Third part', '1', 128),
      ...['First part', 'Second part', 'Third part'].flatMap((title, index) => [
        ...heading(title, 200 + index * 100),
        ...lines([FULL, FULL, 'end.'], 72, 230 + index * 100),
      ]),
    ];
    const { model } = await analysed(page(glyphs));
    const paragraphs = paragraphsOf(model);
    expect(paragraphs.slice(0, 3).map(({ contents }) => contents)).toEqual([1, 2, 3].map((anchor) => ({ level: 1, anchor })));
    expect(paragraphs[0]?.tabStops).toMatchObject([{ alignment: 'end', leader: 'dots' }]);
    expect(paragraphs.filter(({ headingLevel }) => headingLevel).map(({ anchor }) => anchor)).toEqual([1, 2, 3]);
  });
});

describe('columns separated by a space', () => {
  it('are not read across when their lines start at the same positions', async () => {
    const left = Array.from({ length: 8 }, (_, index) =>
      line('words in the column on the left side here', 72, 100 + index * 12, { bare: true }),
    );
    const right = Array.from({ length: 8 }, (_, index) =>
      line('words of the other column at its right', 287, 100 + index * 12, { bare: true }),
    );
    const glyphs = left.flatMap((one, index) => [...one, ...(right[index] ?? [])]);
    const { model } = await analysed(page(glyphs));
    expect(model.sections[0]?.columns.count).toBe(2);
    // Once, where the first column continues in the second.
    expect(
      textsOf(model)
        .join(' ')
        .match(/here words of/g),
    ).toHaveLength(1);
  });
});

describe('paragraphs', () => {
  it('that continue in the next column show how far down text may go', async () => {
    const column = (x: number, first: number, count: number, end: string) =>
      lines([...Array.from({ length: count }, () => 'a line of the text that is in columns'), end], x, first);
    const sheet = (word: string) =>
      page([...column(60, 80, 56, `and in the middle of the ${word} that`), ...column(310, 80, 20, 'ends.')]);
    const { model } = await analysed(sheet('sentence'), sheet('argument'));
    const [section] = model.sections;
    expect(section?.columns.count).toBe(2);
    // The last line of the left column is at 80 + 56 × 12.
    expect(section?.page.margins.bottom).toBeLessThan(842 - 752);
  });

  it('are joined lines, with hyphens removed and words separated', async () => {
    const text = [`${FULL} the com-`, `mittee and ${FULL} well`, 'at the end.'];
    const { model } = await analysed(page(lines(text, 72, 100)));
    expect(textsOf(model)).toEqual([`${FULL} the committee and ${FULL} well at the end.`]);
  });

  it('start at a wider gap, at an indent, and after a line that ends early', async () => {
    const glyphs = [
      ...lines([`${FULL} one`, `${FULL} two`, 'short.'], 72, 100),
      ...lines([`${FULL} four`, 'Five.'], 72, 136),
      ...lines([`${FULL} six`, 'Seven.'], 72, 190),
    ];
    const { model } = await analysed(page(glyphs));
    expect(textsOf(model).map((text) => text.slice(-8))).toEqual(['o short.', 'ur Five.', ' Seven.'.padStart(8, 'x')]);
    expect(paragraphsOf(model)[2]?.spaceBefore).toBeGreaterThan(20);
  });

  it('have an alignment', async () => {
    const middle = 72 + widthOfText(FULL) / 2;
    const centred = (text: string, y: number) => line(text, middle - widthOfText(text) / 2, y);
    const right = (text: string, y: number) => line(text, 72 + widthOfText(FULL) - widthOfText(text), y);
    const glyphs = [
      ...lines([FULL, FULL, FULL, 'end.'], 72, 100),
      ...centred('In the middle', 180),
      ...right('At the right', 220),
    ];
    const { model } = await analysed(page(glyphs));
    expect(paragraphsOf(model).map(({ alignment }) => alignment)).toEqual(['justify', 'center', 'end']);
  });

  it('keep fonts, weight, colour, underlines and links of their words', async () => {
    const glyphs = [
      ...line('plain ', 72, 100),
      ...line('bold ', 97.5, 100, { bold: true }),
      ...line('red', 120, 100, { colour: '#c00000' }),
    ];
    const rules = [{ left: 97.5, right: 117.5, top: 101.5, bottom: 101.5, thickness: 0.6, colour: '#000000' }];
    const links = [{ left: 119, right: 136, top: 88, bottom: 104, target: 'https://example.org' }];
    const [paragraph] = paragraphsOf((await analysed(page(glyphs, { rules, links }))).model);
    expect(paragraph?.content).toMatchObject([
      { text: 'plain ' },
      { text: 'bold ', style: { bold: true, underline: true } },
      { text: 'red', style: { colour: '#c00000' }, link: 'https://example.org' },
    ]);
  });
});

describe('spaces', () => {
  it('narrower than usual are found when the letters of words touch', async () => {
    const word = (text: string, x: number) => line(text, x, 100);
    const glyphs = [...word('narrow', 72), ...word('spaces', 72 + widthOfText('narrow') + 1.4), ...word('here', 140)];
    const { model } = await analysed(page(glyphs));
    expect(textsOf(model)[0]).toMatch(/^narrow spaces/);
  });

  it('are found where a file leaves gaps', async () => {
    const { model } = await analysed(page(line('no spaces are written here', 72, 100, { bare: true })));
    expect(textsOf(model)).toEqual(['no spaces are written here']);
  });

  it('in Hangul come from the file and are not added when a line breaks inside a word', async () => {
    const first = '이번 분기에는 새로 문을 연 공장 두 곳이 모두 예정대로 돌아';
    const glyphs = [
      ...line(first, 72, 100),
      ...line('가기 시작했고 그 덕분에 생산량이 크게 늘었으며 모두 기뻐 ', 72, 115),
      ...line('했다.', 72, 130),
    ];
    const { model } = await analysed(page(glyphs));
    expect(textsOf(model)).toEqual([`${first}가기 시작했고 그 덕분에 생산량이 크게 늘었으며 모두 기뻐 했다.`]);
  });

  it('are few in lines justified so far that every word is isolated', async () => {
    const words = ['The', 'committee', 'asked', 'for', 'a', 'plan'];
    let left = 72;
    const stretched = words.flatMap((word) => {
      const glyphs = line(word, left, 112);
      left += widthOfText(word) + 24;
      return glyphs;
    });
    const { model } = await analysed(page([...lines([FULL, ''], 72, 100), ...stretched, ...line('of work.', 72, 124)]));
    expect(textsOf(model).join(' ')).toContain('The committee asked for a plan of work.');
  });
});

describe('glyphs', () => {
  it('drawn twice for bold count once, and ligatures keep all their letters', async () => {
    const [f] = line('f', 77, 100);
    const ligature = f ? [f, f, { ...f, text: 'i' }] : [];
    const glyphs = [...line('o', 72, 100), ...ligature, ...line('ce', 82, 100)];
    const shadow = glyphs.map((glyph) => ({ ...glyph, left: glyph.left + 0.3, right: glyph.right + 0.3 }));
    const { model } = await analysed(page([...glyphs, ...shadow]));
    expect(textsOf(model)).toEqual(['office']);
  });
});

describe('columns', () => {
  it('keep room for indented text, though all of them have equal width in a file', async () => {
    const column = (x: number, words: string, count: number) =>
      lines(
        Array.from({ length: count }, (_, index) => `${words} ${'abcdefgh'[index] ?? ''}`),
        x,
        100,
      );
    const left = column(60, 'words in the column at the left', 8);
    const right = [
      ...column(240, 'the wide column of the page that has most of its text', 8),
      ...line('far to the right', 405, 220),
    ];
    const { model } = await analysed(page([...left, ...right]));
    const [section] = model.sections;
    if (!section) throw new TypeError('no section');
    const { page: sheet, columns } = section;
    const width = (sheet.width - sheet.margins.left - sheet.margins.right) / columns.count;
    expect(columns.count).toBe(2);
    const last = paragraphsOf(model).find(({ content }) => plainText(content) === 'far to the right');
    expect(last?.indentStart).toBeGreaterThan(0);
    expect((last?.indentStart ?? 0) + widthOfText('far to the right')).toBeLessThan(width);
  });

  const column = (name: string, x: number) =>
    lines(
      Array.from({ length: 8 }, (_, index) => `${name}${index} fills its column to the edge`),
      x,
      160,
    );

  it('are read one after the other below a heading across both', async () => {
    const glyphs = [
      ...line('A heading that runs across both columns of text', 72, 100, { size: 18, bold: true }),
      ...column('left', 72),
      ...column('right', 320),
    ];
    const { model } = await analysed(page(glyphs));
    const text = textsOf(model).join(' ');
    expect(text.indexOf('left7')).toBeLessThan(text.indexOf('right0'));
    expect(model.sections.map(({ columns }) => columns.count)).toEqual([1, 2]);
  });

  it('can be three', async () => {
    const narrow = (name: string, x: number) =>
      lines(
        Array.from({ length: 8 }, (_, index) => `${name}${index} fills its column`),
        x,
        160,
      );
    const { model } = await analysed(page([...narrow('a', 72), ...narrow('b', 220), ...narrow('c', 370)]));
    expect(model.sections[0]?.columns.count).toBe(3);
  });
});

describe('tables', () => {
  const cells = (rows: readonly (readonly string[])[], xs: readonly number[], y: number, pitch = 20) =>
    rows.flatMap((row, index) => row.flatMap((text, place) => line(text, (xs[place] ?? 0) + 4, y + index * pitch)));

  it('with ruling lines keep merged cells, shading and borders', async () => {
    const xs = [72, 172, 272, 372];
    const rules = grid(xs, [100, 120, 140, 160]).map((rule) =>
      rule.left === 172 && rule.right === 172 ? { ...rule, bottom: 140 } : rule,
    );
    const fills = [{ left: 72, right: 372, top: 100, bottom: 120, colour: '#d9e2f3' }];
    const glyphs = [
      ...cells(
        [
          ['Month', 'Sales', 'Cost'],
          ['January', '10', '20'],
        ],
        xs,
        114,
      ),
      ...line('Sum', 76, 154),
      ...line('30', 276, 154),
    ];
    const table = tableOf((await analysed(page(glyphs, { rules, fills }))).model);
    expect(cellTexts(table)).toEqual([
      ['Month', 'Sales', 'Cost'],
      ['January', '10', '20'],
      ['Sum', '30'],
    ]);
    expect(table?.rows[2]?.cells[0]).toMatchObject({ columnSpan: 2, borders: { left: { colour: '#444444' } } });
    expect(table?.rows[0]?.cells.map(({ shading }) => shading)).toEqual(['#d9e2f3', '#d9e2f3', '#d9e2f3']);
  });

  it('without ruling lines are found by alignment', async () => {
    const rows = [
      ['Month', 'Sales', 'Cost'],
      ['January', '1,250', '900'],
      ['February', '1,310', '1,020'],
      ['March', '1,100', '870'],
    ];
    const { model } = await analysed(page([...lines([FULL, 'before.'], 72, 80), ...cells(rows, [72, 200, 330], 140)]));
    expect(cellTexts(tableOf(model))).toEqual(rows);
  });

  it('continue on the next page', async () => {
    const xs = [72, 172, 272];
    const first = page(
      cells(
        [
          ['A', 'B'],
          ['1', '2'],
        ],
        xs,
        774,
      ),
      { rules: grid(xs, [760, 780, 800]) },
    );
    const second = page(cells([['3', '4']], xs, 74), { rules: grid(xs, [60, 80]) });
    expect(cellTexts(tableOf((await analysed(first, second)).model))).toEqual([
      ['A', 'B'],
      ['1', '2'],
      ['3', '4'],
    ]);
  });
});

describe('roles', () => {
  it('of headings follow size and weight', async () => {
    const glyphs = [
      ...line('The title of it all', 200, 80, { size: 22, bold: true }),
      ...line('1. First chapter', 72, 130, { size: 16, bold: true }),
      ...lines([FULL, `${FULL} a`, 'end.'], 72, 160),
      ...line('A section', 72, 220, { size: 12, bold: true }),
      ...lines([FULL, `${FULL} b`, 'end.'], 72, 240),
      ...line('2. Second chapter', 72, 310, { size: 16, bold: true }),
      ...lines([FULL, 'end.'], 72, 340),
    ];
    const found = paragraphsOf((await analysed(page(glyphs))).model).filter(
      ({ headingLevel, isTitle }) => headingLevel ?? isTitle,
    );
    expect(found.map(({ content, headingLevel, isTitle }) => [plainText(content), headingLevel ?? (isTitle && 'title')])).toEqual(
      [
        ['The title of it all', 'title'],
        ['1. First chapter', 1],
        ['A section', 2],
        ['2. Second chapter', 1],
      ],
    );
  });

  it('of headings follow tags if there are any, with a title above them', async () => {
    const tagged = (text: string, y: number, mark: number, size = 10) =>
      line(text, 72, y, { size }).map((glyph) => ({ ...glyph, mark }));
    const glyphs = [
      ...tagged('The title', 80, 0, 22),
      ...tagged('A small heading', 110, 1),
      ...lines([FULL, 'end.'], 72, 130),
      ...tagged('Deeper', 160, 2),
      ...lines([FULL, 'end.'], 72, 180),
    ];
    const roles = new Map([
      [0, 'P'],
      [1, 'H1'],
      [2, 'H3'],
    ]);
    const found = paragraphsOf((await analysed(page(glyphs, { roles }))).model).filter(
      ({ headingLevel, isTitle }) => headingLevel ?? isTitle,
    );
    expect(found.map(({ content, headingLevel, isTitle }) => [plainText(content), headingLevel ?? isTitle])).toEqual([
      ['The title', true],
      ['A small heading', 1],
      ['Deeper', 3],
    ]);
  });

  it('of lists follow markers and their indentation', async () => {
    const item = (marker: string, text: string, x: number, y: number) => [...line(marker, x, y), ...line(text, x + 24, y)];
    const glyphs = [
      ...lines([FULL, 'before.'], 72, 80),
      ...item('•', 'first', 90, 110),
      ...item('–', 'inside', 110, 124),
      ...item('•', 'second', 90, 138),
      ...item('1.', 'one', 90, 160),
      ...item('2.', 'two', 90, 174),
      ...item('가.', '한글', 90, 196),
      ...item('나.', '둘째', 90, 210),
    ];
    const { model } = await analysed(page(glyphs));
    const items = paragraphsOf(model).filter(({ list }) => list);
    expect(items.map(({ content, list }) => [plainText(content), list?.list, list?.level])).toEqual([
      ['first', 0, 0],
      ['inside', 1, 1],
      ['second', 0, 0],
      ['one', 2, 0],
      ['two', 2, 0],
      ['한글', 3, 0],
      ['둘째', 3, 0],
    ]);
    expect(items[3]?.list?.marker).toEqual({ kind: 'number', style: 'decimal', text: '%.', value: 1 });
  });

  it('of headers, footers and page numbers follow from repetition on every page', async () => {
    const sheet = (number: number) =>
      page([
        ...line('Internal paper', 72, 40),
        ...lines([`${FULL} ${number}`, 'end.'], 72, 120),
        ...line(`Page ${number}`, 280, 810),
      ]);
    const { model } = await analysed(sheet(1), sheet(2), sheet(3));
    expect(textsOf(model)).toHaveLength(3);
    const [section] = model.sections;
    expect(section?.header.map(({ content }) => plainText(content))).toEqual(['Internal paper']);
    expect(section?.footer[0]?.content.map(({ kind }) => kind)).toEqual(['text', 'page-number']);
  });

  it('of running heads that change with chapters show the current heading, separately for left and right pages', async () => {
    const chapters = ['Harbours', 'Harbours', 'Rivers', 'Rivers', 'Lakes', 'Lakes'];
    const sheet = (chapter: string, index: number) => {
      const isLeft = index % 2 === 1;
      const number = String(index + 41);
      const head = isLeft
        ? [...line(number, 72, 50, { italic: true }), ...line('The book', 400, 50, { italic: true })]
        : [...line(chapter, 72, 50, { italic: true }), ...line(number, 500, 50, { italic: true })];
      const heading = index % 2 === 0 ? line(chapter, 72, 90, { size: 16, bold: true }) : [];
      return page([...head, ...heading, ...lines([FULL, FULL, 'end.'], 72, 120)]);
    };
    const { model } = await analysed(...chapters.map(sheet));
    const [section] = model.sections;
    const kinds = section?.header[0]?.content.map((inline) => (inline.kind === 'text' ? inline.text : inline.kind));
    expect(kinds).toEqual(['heading-text', 'tab', 'page-number']);
    expect(model.evenPages?.header.map(({ content }) => content.map(({ kind }) => kind))).toEqual([
      ['page-number', 'tab', 'text'],
    ]);
    expect(textsOf(model).filter((text) => /\d|The book/.test(text))).toEqual([]);
    expect(textsOf(model).filter((text) => text === 'Rivers')).toHaveLength(1);
  });

  it('of titles larger than the text are not running heads, even if they differ only in their number', async () => {
    const sheet = (number: number) =>
      page([...line(`Common cases (${number})`, 200, 60, { size: 20 }), ...lines([FULL, 'end.'], 72, 140)]);
    const { model } = await analysed(sheet(1), sheet(2), sheet(3));
    expect(textsOf(model).filter((text) => text.startsWith('Common cases'))).toHaveLength(3);
    expect(model.sections[0]?.header).toEqual([]);
  });

  it('of pages that start with numbered headings are not running heads', async () => {
    const sheet = (number: number) =>
      page([
        ...line(`${number} Chapter of ${['a', 'b', 'c'].at(number) ?? ''}`, 72, 80, { size: 16, bold: true }),
        ...lines([FULL, FULL, 'end.'], 72, 120),
      ]);
    const { model } = await analysed(sheet(0), sheet(1), sheet(2));
    expect(textsOf(model).filter((text) => text.includes('Chapter of'))).toHaveLength(3);
    expect(model.sections[0]?.header).toEqual([]);
  });

  it('of notes follow from a short rule and a raised mark', async () => {
    const raised = line('1', 72 + widthOfText(FULL), 96, { size: 6 });
    const rules = [{ left: 72, right: 180, top: 760, bottom: 760, thickness: 0.5, colour: '#000000' }];
    const glyphs = [...line(FULL, 72, 100), ...raised, ...line('1 The note.', 72, 775, { size: 8 })];
    const { model } = await analysed(page(glyphs, { rules }));
    expect(model.notes.map((note) => note.map(({ content }) => plainText(content)))).toEqual([['The note.']]);
    expect(paragraphsOf(model)[0]?.content.at(-1)).toMatchObject({ kind: 'note', note: 0 });
  });
});

describe('other content', () => {
  it('treats a page that is one image as a scan', async () => {
    const scan = page([], { pictures: [{ left: 0, right: 595, top: 0, bottom: 842, id: 0 }] });
    const { model, scannedPages } = await analysed(scan);
    expect(scannedPages).toBe(1);
    expect(blocksOf(model).map(({ kind }) => kind)).toEqual(['picture']);
  });

  it('keeps the image of a page smaller than icons elsewhere, with room for it', async () => {
    const { model } = await analysed(
      page([], { width: 6, height: 4, pictures: [{ left: 0, right: 6, top: 0, bottom: 4, id: 0 }] }),
    );
    expect(blocksOf(model).map(({ kind }) => kind)).toEqual(['picture']);
    const { left = 0, right = 0 } = model.sections[0]?.page.margins ?? {};
    expect(left + right).toBeLessThan(6);
  });

  it('keeps adjacent images in one line and stacked ones separate', async () => {
    const at = (left: number, top: number, id: number) => ({ left, right: left + 60, top, bottom: top + 60, id });
    const pictures = [at(72, 130, 0), at(150, 136, 1), at(72, 220, 2)];
    const { model } = await analysed(
      page([...lines([FULL, 'above.'], 72, 100), ...lines([FULL, 'below.'], 72, 310)], { pictures }),
    );
    expect(blocksOf(model).map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph', 'picture', 'paragraph']);
    const row = paragraphsOf(model)[1];
    expect(row?.content.map(({ kind }) => kind)).toEqual(['picture', 'tab', 'picture']);
    expect(row?.tabStops).toEqual([{ at: 78, alignment: 'start' }]);
  });

  it('keeps an image between the paragraphs around it', async () => {
    const pictures = [{ left: 72, right: 200, top: 130, bottom: 200, id: 0 }];
    const { model } = await analysed(
      page([...lines([FULL, 'above.'], 72, 100), ...lines([FULL, 'below.'], 72, 220)], { pictures }),
    );
    expect(blocksOf(model).map(({ kind }) => kind)).toEqual(['paragraph', 'picture', 'paragraph']);
  });

  it('reads rotated lines completely', async () => {
    const turned = line('along the side', 0, 560, { angle: 90 }).map((glyph, index) => ({
      ...glyph,
      left: 555,
      right: 565,
      top: 300 + index * 5,
      bottom: 305 + index * 5,
      baseline: 305 + index * 5,
    }));
    const { model } = await analysed(page([...lines([FULL, 'end.'], 72, 100), ...turned]));
    expect(textsOf(model).at(-1)).toBe('along the side');
  });

  it('reads right-to-left lines in their direction', async () => {
    const visual = [...'שלום עולם'].toReversed().join('');
    const { model } = await analysed(page(line(visual, 300, 100)));
    expect(textsOf(model)).toEqual(['שלום עולם']);
    expect(paragraphsOf(model)[0]?.isRightToLeft).toBe(true);
  });

  it('reads vertical text in columns from the right', async () => {
    const column = (text: string, x: number) => [...text].flatMap((one, index) => line(one, x, 100 + index * 12));
    const { model } = await analysed(page([...column('日本語の文章は縦に', 400), ...column('書くことができる。', 380)]));
    expect(textsOf(model).join('')).toBe('日本語の文章は縦に書くことができる。');
  });

  it('returns nothing for an empty page', async () => {
    const { model, pageCount } = await analysed(page([]));
    expect(pageCount).toBe(1);
    expect(blocksOf(model)).toEqual([]);
  });
});
