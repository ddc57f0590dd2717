import { plainText } from '@bakkum/document-model/model';
import type { SlideItem } from '@bakkum/document-model/slides';
import { describe, expect, it } from 'vitest';
import { unpackParts } from '../../packed-parts.ts';
import { readDeck } from './deck.ts';
import { DOT, testPresentation } from './test-presentation.ts';

const read = readDeck(unpackParts(testPresentation()));
const [first, second] = read.deck.slides;

const of = <Kind extends SlideItem['kind']>(items: readonly SlideItem[] = [], kind: Kind) =>
  items.filter((item): item is Extract<SlideItem, { readonly kind: Kind }> => item.kind === kind);
const wordsOf = (items: readonly SlideItem[] = []) =>
  of(items, 'text').map(({ paragraphs }) => paragraphs.map(({ content }) => plainText(content)));

describe('a presentation of Keynote', () => {
  it('has slides in their order, without skipped ones and the prompts of templates', () => {
    expect(read.deck.slides).toHaveLength(2);
    expect(read.deck).toMatchObject({ width: 1024, height: 768 });
    expect(wordsOf(first?.items)).toEqual([['제목'], ['one', 'two']]);
    expect(wordsOf(second?.items)).toEqual([['둘째 쪽']]);
  });

  it('has text with the styles it inherits', () => {
    const [title, list] = of(first?.items, 'text');
    const red = { size: 60, bold: true, font: 'Helvetica Neue', colour: '#ff0000' };
    expect(title).toMatchObject({ left: 100, top: 50, width: 800, height: 100, anchor: 'top' });
    expect(title?.paragraphs).toMatchObject([{ alignment: 'center', content: [{ text: '제목', style: red }] }]);
    const [one, two] = list?.paragraphs ?? [];
    const plain = { size: 24, font: 'Georgia', colour: '#ff0000' };
    expect(one).toMatchObject({ alignment: 'start', indentStart: 18, firstLine: -18, list: { level: 0, marker: { text: '•' } } });
    expect(one?.content).toEqual([{ kind: 'text', text: 'one', style: plain }]);
    expect(two).toMatchObject({ indentStart: 54, list: { level: 1, marker: { text: '–' } } });
    expect(two?.content).toEqual([
      { kind: 'text', text: 'tw', style: { ...plain, italic: true } },
      { kind: 'text', text: 'o', style: plain },
    ]);
  });

  it('has the background of the slide, then what its template draws, then its own', () => {
    const [background, bar, inGroup, ...others] = of(first?.items, 'shapes');
    expect(others).toEqual([]);
    expect(background?.shapes).toMatchObject([{ width: 1024, height: 768, fill: { colour: '#0000ff' } }]);
    expect(bar?.shapes).toMatchObject([{ top: 700, height: 68, fill: { colour: '#00ff00' } }]);
    expect(inGroup?.shapes).toMatchObject([{ left: 510, top: 510, width: 50 }]);
    expect(of(second?.items, 'shapes').map(({ shapes: [shape] }) => shape?.fill?.colour)).toEqual(['#ffffff', '#00ff00']);
    expect(of(second?.items, 'text')).toMatchObject([{ anchor: 'center' }]);
  });

  it('has images cropped to their masks', () => {
    const [picture] = of(first?.items, 'picture');
    expect(picture).toMatchObject({
      left: 650,
      top: 200,
      width: 100,
      height: 100,
      crop: { left: 0.25, right: 0.25, top: 0, bottom: 0 },
    });
    expect(picture?.picture.bytes).toEqual(DOT);
    expect(read).toMatchObject({ lacksPictures: false, lacksObjects: true });
  });
});
