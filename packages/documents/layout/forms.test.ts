import { type Block, type DocumentModel, type Paragraph, plainText, type Table } from '@bakkum/document-model/model';
import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.ts';
import type { PageContent } from './page-content.ts';
import { grid, line, lines, page } from './test-page.ts';

async function* pagesOf(contents: readonly PageContent[]) {
  for (const content of contents) yield { content, pictures: { stored: async () => undefined, drawn: async () => undefined } };
}

const modelOf = async (...contents: readonly PageContent[]): Promise<DocumentModel> => (await analyse(pagesOf(contents))).model;
const blocksOf = ({ sections }: DocumentModel): readonly Block[] => sections.flatMap(({ blocks }) => blocks);
const paragraphsOf = (model: DocumentModel): readonly Paragraph[] =>
  blocksOf(model).filter((block): block is Paragraph => block.kind === 'paragraph');
const tablesOf = (model: DocumentModel): readonly Table[] =>
  blocksOf(model).filter((block): block is Table => block.kind === 'table');
const textIn = (cell: Table['rows'][number]['cells'][number] | undefined): readonly string[] =>
  cell?.paragraphs.map(({ content }) => plainText(content)) ?? [];

/** Letters moved apart, and as wide as a multiple of their font's. */
const set = (glyphs: ReturnType<typeof line>, gap: number, stretch = 1) =>
  glyphs.map((glyph, index) => ({
    ...glyph,
    left: glyph.left + gap * index,
    right: glyph.right + gap * index,
    ...(stretch === 1 ? {} : { stretch }),
  }));

const FULL = 'Enough words in one line to reach the right edge of the column of text on this page, and some more.';

describe('letters', () => {
  const styleOf = async (glyphs: ReturnType<typeof line>) => {
    const [first] = paragraphsOf(await modelOf(page(glyphs)))[0]?.content ?? [];
    return first?.kind === 'text' ? first.style : undefined;
  };

  it('keep the space between them and their width', async () => {
    expect(await styleOf(set(line('우리나라말이', 72, 100), -0.5, 0.95))).toMatchObject({ spacing: -0.5, stretch: 0.95 });
    expect(await styleOf(set(line('Letters', 72, 100), 1))).toMatchObject({ spacing: 1 });
  });

  it('have no spacing where it comes from rounding or kerning', async () => {
    expect(await styleOf(set(line('우리나라말이', 72, 100), 0.05))).not.toHaveProperty('spacing');
  });

  it('have the spacing of the closest line, as justified lines are set wider', async () => {
    const wide = set(line(`${'가나다 '.repeat(9)}가나다`, 72, 100), 1);
    const natural = set(line('라마바사', 72, 112), -0.5);
    expect(await styleOf([...wide, ...natural])).toMatchObject({ spacing: -0.5 });
  });

  it('are one run where a program stretched each of them differently', async () => {
    const glyphs = line('aabb', 72, 100).map((glyph, index) => ({ ...glyph, stretch: index < 2 ? 1.3 : 1.1 }));
    const content = paragraphsOf(await modelOf(page(glyphs)))[0]?.content ?? [];
    expect(content).toMatchObject([{ text: 'aabb', style: { stretch: 1.19 } }]);
  });

  it('are as wide as before where their size is rounded', async () => {
    expect(await styleOf(line('Letters', 72, 100, { size: 10.2 }))).toMatchObject({ size: 10, stretch: 1.02 });
  });
});

describe('forms', () => {
  it('have tables inside cells, whose text is not repeated', async () => {
    const outer = grid([72, 172, 472], [100, 200, 260]);
    const inner = grid([190, 300, 450], [120, 150, 180]);
    const inside = [...line('a', 200, 140), ...line('b', 310, 140), ...line('c', 200, 170), ...line('d', 310, 170)];
    const glyphs = [...line('Label', 80, 150), ...line('Above', 180, 113), ...inside, ...line('Below', 80, 230)];
    const [table, ...others] = tablesOf(await modelOf(page(glyphs, { rules: [...outer, ...inner] })));
    expect(others).toEqual([]);
    const cell = table?.rows[0]?.cells[1];
    expect(textIn(cell)).toEqual(['Above', 'a', 'b', 'c', 'd']);
    const nested = cell?.blocks?.[1];
    expect(nested?.kind === 'table' && nested.rows.map(({ cells }) => cells.map(textIn))).toEqual([
      [['a'], ['b']],
      [['c'], ['d']],
    ]);
  });

  it('keep a title beside the box of its number', async () => {
    const rules = grid([72, 112], [100, 125]);
    const model = await modelOf(
      page([...line('No 1', 80, 116), ...line('The title', 130, 116), ...line(FULL, 72, 160)], { rules }),
    );
    expect(tablesOf(model)[0]?.rows[0]?.cells.map(textIn)).toEqual([['No 1'], ['The title']]);
  });

  it('leave a column of text beside a table in its place', async () => {
    const rules = grid([72, 112], [100, 125]);
    const beside = lines(['one line', 'another line', 'and a third', 'then the last'], 330, 104, 12);
    const model = await modelOf(page([...line('No 1', 80, 116), ...beside, ...line('under the table', 72, 160)], { rules }));
    expect(tablesOf(model)[0]?.rows[0]?.cells.map(textIn)).toEqual([['No 1']]);
  });

  it('keep list markers at the edge of their cell', async () => {
    const rules = grid([72, 172, 272], [100, 120, 140]);
    const glyphs = [...line('□ One', 76, 114), ...line('b', 176, 114), ...line('c', 76, 134), ...line('d', 176, 134)];
    const [table] = tablesOf(await modelOf(page(glyphs, { rules })));
    const [item] = table?.rows[0]?.cells[0]?.paragraphs ?? [];
    expect((item?.indentStart ?? 0) + (item?.firstLine ?? 0)).toBeCloseTo(0);
  });

  it('start a page where the number of a form does, instead of repeating it as a header', async () => {
    const form = (number: number): PageContent =>
      page([...line(`[Appendix ${number}]`, 72, 60), ...lines([FULL, FULL, FULL], 72, 120), ...line('Sign here', 72, 740)]);
    const model = await modelOf(form(1), form(2), form(3));
    expect(model.sections[0]?.header).toEqual([]);
    const starts = paragraphsOf(model).filter(({ content }) => plainText(content).startsWith('[Appendix'));
    expect(starts.map(({ breakBefore }) => breakBefore)).toEqual([undefined, 'page', 'page']);
  });

  it('keep lines with tab stops at their place', async () => {
    const glyphs = [...line(FULL, 72, 80), ...line('Name', 340, 120), ...line('(signature)', 490, 120)];
    const signature = paragraphsOf(await modelOf(page(glyphs))).find(({ content }) => plainText(content).includes('Name'));
    expect(signature).toMatchObject({ alignment: 'start', indentStart: 340 - 72 });
  });

  it('keep drawn lines of overlapping signs on one line', async () => {
    const signs = line('━'.repeat(60), 72, 100).map((glyph, index) => ({
      ...glyph,
      left: 72 + index * 6,
      right: 82 + index * 6,
    }));
    const [drawn, text] = paragraphsOf(await modelOf(page([...signs, ...line('text below', 72, 114)])));
    expect(plainText(drawn?.content ?? [])).toBe('━'.repeat(36));
    expect(plainText(text?.content ?? [])).toBe('text below');
  });

  it('leave a page another line where each starts with a break', async () => {
    const form = (number: number, end: number): PageContent =>
      page([...line(`[Appendix ${number}]`, 72, 60), ...lines([FULL, FULL], 72, 120), ...line('Sign here', 72, end)]);
    const withBreaks = await modelOf(form(1, 700), form(2, 780));
    // 62 points below the baseline, of which 2.4 are the line, 3 for rounding and 12 another line.
    expect(withBreaks.sections[0]?.page.margins.bottom).toBeCloseTo(44.6);
  });

  it('have single lines no higher than the distance between them', async () => {
    const prose = lines([...Array<string>(7).fill(FULL), `${FULL.slice(0, 40)}.`], 72, 80, 18);
    const items = [1, 2, 3, 4].flatMap((number) => line(`${number}. item`, 90, 240 + number * 13));
    const found = paragraphsOf(await modelOf(page([...prose, ...items]))).filter(({ list }) => list);
    expect(found.map(({ lineHeight }) => Math.round(lineHeight ?? 0))).toEqual([13, 13, 13, 13]);
  });
});
