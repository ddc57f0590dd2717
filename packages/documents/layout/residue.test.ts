import type { Graphic } from '@bakkum/document-model/graphics';
import { type Block, plainText } from '@bakkum/document-model/model';
import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.ts';
import type { PictureSource } from './drafts.ts';
import type { PageContent } from './page-content.ts';
import { slidesOf } from './slides.ts';
import { grid, line, lines, page, painted, widthOfText } from './test-page.ts';
import { shadeWords } from './text/shade-words.ts';

const picture = { bytes: new Uint8Array([1]), mediaType: 'image/png', width: 60, height: 40 } as const;
const PICTURES: PictureSource = { stored: async () => picture, drawn: async () => picture, painted: async () => picture };

async function* pagesOf(contents: readonly PageContent[]) {
  for (const content of contents) yield { content, pictures: PICTURES };
}

async function blocksOf(...contents: readonly PageContent[]): Promise<readonly Block[]> {
  const { model } = await analyse(pagesOf(contents));
  return model.sections.flatMap(({ blocks }) => blocks);
}

const behind = (blocks: readonly Block[]): readonly Graphic[] => blocks.flatMap((block) => block.behind ?? []);
const coloursOf = (graphics: readonly Graphic[]): readonly unknown[] =>
  graphics.flatMap((graphic) => (graphic.kind === 'shapes' ? graphic.shapes.map(({ fill }) => fill?.colour) : ['picture']));
const textsOf = (blocks: readonly Block[]): readonly string[] =>
  blocks.flatMap((block) => (block.kind === 'paragraph' ? [plainText(block.content)] : []));

const PANEL = { left: 60, top: 80, right: 400, bottom: 300 };
const FULL = 'words that fill one complete line of a column from its left edge to';

describe('paintings behind the text', () => {
  it('keep the panel of white text at its place', async () => {
    const content = page(line('White on blue', 80, 150, { colour: '#ffffff' }));
    const blocks = await blocksOf(painted(content, [{ ...PANEL, colour: '#123456' }]));
    expect(behind(blocks)).toMatchObject([
      { kind: 'shapes', left: 60, top: 80, width: 340, height: 220, shapes: [{ fill: { colour: '#123456', opacity: 1 } }] },
    ]);
  });

  it('keep overlapping circles around words as one group', async () => {
    const content = page([...line('Only A', 100, 150), ...line('Only B', 300, 150)]);
    const circles = [
      { left: 60, top: 80, right: 260, bottom: 280, colour: '#ff0000', kind: 'circle' },
      { left: 200, top: 80, right: 400, bottom: 280, colour: '#00ff00', kind: 'circle' },
    ] as const;
    const [group, ...more] = behind(await blocksOf(painted(content, circles)));
    expect(more).toEqual([]);
    expect(coloursOf(group ? [group] : [])).toEqual(['#ff0000', '#00ff00']);
  });

  it('become an image where only a rendering shows them', async () => {
    const blocks = await blocksOf(painted(page(line('On a gradient', 80, 150)), [{ ...PANEL, colour: '', kind: 'gradient' }]));
    expect(behind(blocks)).toMatchObject([{ kind: 'picture', left: 60, top: 80, width: 340, height: 220, picture }]);
  });

  it('leave out what tables, underlines and white paper contain', async () => {
    const glyphs = [...line('Head', 70, 110), ...line('Cell', 70, 130), ...line('under', 70, 200)];
    const content = page(glyphs, {
      rules: [
        ...grid([60, 160, 260], [95, 115, 135]),
        { left: 70, right: 70 + widthOfText('under'), top: 201, bottom: 201, thickness: 0.5, colour: '#000000' },
      ],
    });
    const blocks = await blocksOf(
      painted(content, [
        { left: 0, top: 0, right: 595, bottom: 842, colour: '#ffffff' },
        { left: 60, top: 95, right: 260, bottom: 115, colour: '#cccccc' },
      ]),
    );
    expect(behind(blocks)).toEqual([]);
    const table = blocks.find((block) => block.kind === 'table');
    expect(table?.rows[0]?.cells[0]?.shading).toBe('#cccccc');
  });

  it('keep white areas on other areas', async () => {
    const content = page(line('On a card', 120, 150));
    const areas = [
      { ...PANEL, colour: '#123456' },
      { left: 100, top: 100, right: 300, bottom: 200, colour: '#ffffff' },
    ];
    expect(coloursOf(behind(await blocksOf(painted(content, areas))))).toEqual(['#123456', '#ffffff']);
  });

  it('start a page of their own and do not join its text to the page before', async () => {
    const first = page(lines([FULL, FULL, `${FULL} the`], 72, 100));
    const second = painted(page(lines([FULL, 'end.'], 72, 100)), [{ ...PANEL, bottom: 400, colour: '#888888' }]);
    const blocks = await blocksOf(first, second);
    expect(blocks.map(({ breakBefore, behind: own }) => [breakBefore, own?.length])).toEqual([
      [undefined, undefined],
      ['page', 1],
    ]);
  });

  it('leave out what other areas hide', async () => {
    const areas = [
      { ...PANEL, colour: '#123456' },
      { left: 50, top: 70, right: 410, bottom: 310, colour: '#ffffff' },
    ];
    expect(behind(await blocksOf(painted(page(line('On paper', 80, 150)), areas)))).toEqual([]);
  });

  it('keep a page that consists of them', async () => {
    const pages = [
      page(line('First', 72, 100)),
      painted(page([]), [{ ...PANEL, colour: '#123456' }]),
      page(line('Third', 72, 100)),
    ];
    const blocks = await blocksOf(...pages);
    expect(textsOf(blocks)).toEqual(['First', '', 'Third']);
    expect(blocks.map(({ breakBefore }) => breakBefore)).toEqual([undefined, 'page', 'page']);
    expect(coloursOf(behind(blocks))).toEqual(['#123456']);
  });

  it('are in the header once if every page has them', async () => {
    const sheet = (text: string) =>
      painted(page(line(text, 72, 300)), [{ left: 0, top: 0, right: 595, bottom: 60, colour: '#123456' }]);
    const { model } = await analyse(pagesOf([sheet('One'), sheet('Two'), sheet('Three')]));
    const [section] = model.sections;
    expect(coloursOf(behind(section?.header ?? []))).toEqual(['#123456']);
    expect(behind(section?.blocks ?? [])).toEqual([]);
  });

  it('are shapes below the text of a slide', async () => {
    const content = painted(page(line('White', 80, 150, { colour: '#ffffff' })), [{ ...PANEL, colour: '#123456' }]);
    const { slides } = await slidesOf(pagesOf([content]), '');
    expect(slides[0]?.items.map(({ kind }) => kind)).toEqual(['shapes', 'text']);
  });
});

describe('slides', () => {
  it('have a text box for each part of a line', async () => {
    const glyphs = [...line('Step 1', 100, 150), ...line('Step 2', 300, 150)];
    const { slides } = await slidesOf(pagesOf([page(glyphs)]), '');
    const texts = slides[0]?.items.map(
      (item) => item.kind === 'text' && item.paragraphs.map(({ content }) => plainText(content)),
    );
    expect(texts).toEqual([['Step 1'], ['Step 2']]);
  });

  it('keep other images on an image that fills them', async () => {
    const sheet = { left: 0, top: 0, right: 595, bottom: 842 };
    const photo = { left: 100, top: 300, right: 300, bottom: 500 };
    const paintings = [sheet, photo].map((box, id) => ({
      ...box,
      object: id,
      first: -1,
      outlines: [],
      isRendered: true as const,
      picture: id,
    }));
    const pictures = [sheet, photo].map((box, id) => ({ ...box, id }));
    const { slides } = await slidesOf(pagesOf([page(line('Photo', 72, 100), { pictures, paintings })]), '');
    expect(slides[0]?.items.map(({ kind, left }) => [kind, left])).toEqual([
      ['picture', 0],
      ['picture', 100],
      ['text', 72],
    ]);
  });
});

describe('images of the file', () => {
  const image = { id: 0, left: 60, top: 80, right: 260, bottom: 280 };
  const withImage = (content: PageContent): PageContent => ({
    ...content,
    pictures: [image],
    paintings: [{ ...image, object: 0, first: -1, outlines: [], isRendered: true, picture: 0 }],
  });

  it('are in the flow of the text if they are beside it', async () => {
    const blocks = await blocksOf(withImage(page(line('Below it', 72, 300))));
    expect(blocks.map(({ kind, behind: own }) => [kind, own])).toEqual([
      ['picture', undefined],
      ['paragraph', undefined],
    ]);
  });

  it('stay behind the text that is on them', async () => {
    const blocks = await blocksOf(withImage(page(line('On the image', 100, 150))));
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph']);
    expect(behind(blocks)).toMatchObject([{ kind: 'picture', left: 60, top: 80, width: 200, height: 200 }]);
  });

  it('are in the header if each page has them at the same place', async () => {
    const sheet = (text: string) => withImage(page(line(text, 72, 400)));
    const { model } = await analyse(pagesOf([sheet('One'), sheet('Two'), sheet('Three')]));
    expect(behind(model.sections[0]?.header ?? [])).toMatchObject([{ kind: 'picture', left: 60, top: 80 }]);
    expect(model.sections[0]?.blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph', 'paragraph']);
  });

  it('stay at their place on slides', async () => {
    const slide = page(line('Beside the image', 300, 180, { size: 24 }), { width: 720, height: 540 });
    const blocks = await blocksOf(withImage(slide));
    expect(blocks.map(({ kind, behind: own }) => [kind, own?.length])).toEqual([['paragraph', 1]]);
  });
});

describe('the pages of a document', () => {
  it('include blank ones, but not those whose text belongs to the page before', async () => {
    const first = page(lines([FULL, FULL, `${FULL} the`], 72, 100));
    const second = page(lines([FULL, 'end.'], 72, 100));
    expect(textsOf(await blocksOf(first, second))).toHaveLength(1);
    expect(textsOf(await blocksOf(first, page([]), page(line('Third', 72, 100))))).toHaveLength(3);
  });

  it('start as far down as they did', async () => {
    const full = page(Array.from({ length: 50 }, (_, index) => line(`Line ${index}.`, 72, 80 + index * 14)).flat());
    const low = page(line('Far below the top.', 72, 500));
    const last = (await blocksOf(full, low)).at(-1);
    expect(last?.breakBefore).toBe('page');
    expect(last?.spaceBefore).toBeGreaterThan(400);
  });

  it('do not end with a number of the text as their page number', async () => {
    const numbers = page(Array.from({ length: 60 }, (_, index) => line(String(index * 7), 72, 80 + index * 12)).flat());
    const { model } = await analyse(pagesOf([numbers]));
    expect(model.sections[0]?.footer).toEqual([]);
  });

  it('have lines as close as they were without a paragraph of several lines', async () => {
    const short = Array.from({ length: 6 }, (_, index) => line(`Line ${index}.`, 72, 120 + index * 10.5));
    const blocks = await blocksOf(page([...line(`${FULL} one.`, 72, 80), ...short.flat()]));
    const heights = blocks.slice(1).map((block) => block.kind === 'paragraph' && block.lineHeight);
    expect(heights).toEqual(Array<number>(6).fill(10.5));
  });
});

describe('many backgrounds of one page', () => {
  const sheet = { left: 0, top: 0, right: 595, bottom: 842 };
  const graphicsOn = async (kind: 'gradient' | 'circle', count: number): Promise<readonly unknown[]> => {
    const backgrounds = Array.from({ length: count }, () => ({ ...sheet, colour: '#123456', kind }));
    return behind(await blocksOf(painted(page(lines([FULL, FULL, 'end.'], 72, 300)), backgrounds))).map(
      (graphic) => graphic.kind,
    );
  };

  it('are one image if each would be an image', async () => {
    expect(await graphicsOn('gradient', 6)).toEqual(Array(6).fill('picture'));
    expect(await graphicsOn('gradient', 200)).toEqual(['picture']);
  });

  it('are one image if they are more than the shapes of a drawing', async () => {
    expect(await graphicsOn('circle', 60)).toEqual(Array(60).fill('shapes'));
    expect(await graphicsOn('circle', 200)).toEqual(['picture']);
  });
});

describe('centred lines', () => {
  it('are centred though the widest of them is as wide as its column', async () => {
    const texts = ['The longest line of a title', 'and its end'];
    const glyphs = texts.flatMap((text, index) =>
      line(text, 300 - widthOfText(text, 20) / 2, 100 + index * 24, { size: 20, bold: true }),
    );
    const blocks = await blocksOf(page([...glyphs, ...lines([FULL, FULL, 'end.'], 72, 200)]));
    expect(blocks[0]?.kind === 'paragraph' && [plainText(blocks[0].content), blocks[0].alignment]).toEqual([
      texts.join(' '),
      'center',
    ]);
  });
});

describe('areas behind words', () => {
  it('may have more words on them than a function has arguments', async () => {
    const many = Array.from({ length: 200_000 }, () => line('x', 72, 100)).flat();
    const area = { left: 72, right: 72 + widthOfText('x'), top: 91, bottom: 104, colour: '#ffff00' };
    const { glyphs } = shadeWords(painted(page([]), [area]), many);
    expect(glyphs.every(({ shading }) => shading === '#ffff00')).toBe(true);
  });

  it('are the background of words that they end with', async () => {
    const left = 72 + widthOfText('some ');
    const area = { left, right: left + widthOfText('marked'), top: 91, bottom: 104, colour: '#ffff00' };
    const [paragraph] = await blocksOf(painted(page(line('some marked words', 72, 100)), [area]));
    expect(paragraph?.kind === 'paragraph' && paragraph.content).toMatchObject([
      { text: 'some ' },
      { text: 'marked', style: { shading: '#ffff00' } },
      { text: ' words' },
    ]);
    expect(paragraph?.behind).toBeUndefined();
  });

  it('are the background of a paragraph that fills them', async () => {
    const texts = [FULL, FULL, 'the end of it.'];
    const right = 72 + widthOfText(FULL);
    const area = { left: 72, right, top: 90, bottom: 127, colour: '#eeeeee' };
    const glyphs = [...lines(texts, 72, 100), ...line('Another paragraph.', 72, 160)];
    const blocks = await blocksOf(painted(page(glyphs), [area]));
    expect(blocks.map((block) => block.kind === 'paragraph' && block.shading)).toEqual(['#eeeeee', undefined]);
    expect(behind(blocks)).toEqual([]);
  });
});

describe('images in table cells', () => {
  it('stay in their cells, between the words', async () => {
    const glyphs = [...line('Above', 70, 110), ...line('Below', 70, 190), ...line('Beside', 210, 110)];
    const content = page(glyphs, {
      rules: grid([60, 200, 340], [95, 200, 220]),
      pictures: [{ id: 0, left: 70, top: 120, right: 130, bottom: 160 }],
    });
    const blocks = await blocksOf(content);
    expect(blocks.map(({ kind }) => kind)).toEqual(['table']);
    const [table] = blocks;
    const [cell] = (table?.kind === 'table' && table.rows[0]?.cells) || [];
    expect(
      cell?.paragraphs.map(({ content: inlines }) =>
        inlines.map((inline) => (inline.kind === 'text' ? inline.text : inline.kind)),
      ),
    ).toEqual([['Above'], ['picture'], ['Below']]);
  });
});
