import { type Block, plainText } from '@bakkum/document-model/model';
import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.ts';
import type { PictureSource } from './drafts.ts';
import type { PageContent } from './page-content.ts';
import { line, lines, page } from './test-page.ts';

const SLIDE = { width: 720, height: 540 };
const LARGE = { size: 28 };

/** Images as large as their boxes. */
const PICTURES: PictureSource = {
  stored: async (_, { left, right, top, bottom }) => ({
    bytes: new Uint8Array([1]),
    mediaType: 'image/png',
    width: right - left,
    height: bottom - top,
  }),
  drawn: async () => undefined,
};

async function slides(...contents: readonly PageContent[]) {
  async function* pages() {
    for (const content of contents) yield { content, pictures: PICTURES };
  }
  const { sections } = (await analyse(pages())).model;
  return { sections, blocks: sections.flatMap(({ blocks }) => blocks) };
}

const words = (block: Block): string => (block.kind === 'paragraph' ? plainText(block.content) : block.kind);

describe('slides', () => {
  it('start a page each, though two would fit on one', async () => {
    const { blocks } = await slides(
      page(line('First slide', 60, 80, LARGE), SLIDE),
      page(line('Second slide', 60, 80, LARGE), SLIDE),
    );
    expect(blocks.map((block) => [words(block), block.breakBefore])).toEqual([
      ['First slide', undefined],
      ['Second slide', 'page'],
    ]);
  });

  it('keep adjacent content on one page by reducing space first, then images', async () => {
    const text = lines(['One point of it', 'and another one', 'and the very last'], 60, 300, 90, LARGE);
    const picture = { left: 420, top: 120, right: 680, bottom: 480, id: 0 };
    const { sections, blocks } = await slides(
      page([...line('A title', 60, 60, LARGE), ...text], { ...SLIDE, pictures: [picture] }),
      page(line('Another slide', 60, 500, LARGE), SLIDE),
    );
    const { height, margins } = sections[0]?.page ?? { height: 0, margins: { top: 0, bottom: 0 } };
    const own = blocks.slice(
      0,
      blocks.findIndex(({ breakBefore }) => breakBefore === 'page'),
    );
    const shown = own.find((block) => block.kind === 'picture');
    expect(shown?.picture.height).toBeLessThan(360);
    expect((shown?.picture.width ?? 0) / (shown?.picture.height ?? 1)).toBeCloseTo(260 / 360, 2);
    const needed = own.reduce(
      (sum, block) =>
        sum +
        block.spaceBefore +
        (block.kind === 'picture' ? block.picture.height : block.kind === 'paragraph' ? (block.lineHeight ?? 0) : 0),
      0,
    );
    expect(needed).toBeLessThanOrEqual(height - margins.top - margins.bottom);
  });
});

describe('a footer', () => {
  it('is recognised from one other page when its number matches the distance', async () => {
    const footer = (name: string, number: number) => line(`${name} ${number}`, 60, 520, { size: 9 });
    const body = (text: string) => lines([text, 'with another line below'], 60, 200, 34, LARGE);
    const names = ['© Alpha Press', '© Alpha Press', '© Beta Press', '© Gamma Press', '© Delta Press', '© Beta Press'];
    const { blocks } = await slides(
      ...names.map((name, index) =>
        page([...body(`Slide with ${'word '.repeat(index + 1)}`), ...footer(name, index + 1)], SLIDE),
      ),
    );
    expect(blocks.map(words).filter((text) => text.includes('Alpha'))).toEqual([]);
  });
});
