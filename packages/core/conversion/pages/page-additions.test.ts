import { describe, expect, it } from 'vitest';
import { parseAdditions, writeAdditions } from './page-additions.ts';

describe('additions to pages', () => {
  it('get default values', () => {
    expect(parseAdditions('[{"type":"text","x":1,"y":2,"text":"a\\r\\nb\\u0000"}]')).toEqual([
      {
        type: 'text',
        pages: '',
        x: 1,
        y: 2,
        text: 'a\nb ',
        size: 12,
        font: 'sans',
        bold: false,
        italic: false,
        colour: '#000000',
      },
    ]);
    expect(parseAdditions('[{"type":"image","pages":3,"x":1,"y":2,"width":5,"image":"data:image/png;base64,AAAA"}]')).toEqual([
      { type: 'image', pages: '3', x: 1, y: 2, image: 'data:image/png;base64,AAAA', width: 5 },
    ]);
  });

  it('compose accents, and keep a limited number of combining marks, which would take quadratic time to sort', () => {
    const text = `e\u0301${'\u0300\u0316'.repeat(2000)}`;
    const [addition] = parseAdditions(JSON.stringify([{ type: 'text', x: 1, y: 2, text }]));
    expect(addition?.type === 'text' && [addition.text[0], addition.text.length < 40]).toEqual(['é', true]);
  });

  it('are the same after writing and parsing', () => {
    const additions = parseAdditions(
      '[{"type":"drawing","pages":"1-3,5","x":-1,"y":2.5,"path":"M0 0L5 5","box":[5,5],"stroke":1,"colour":"#00ff00","width":9}]',
    );
    expect(parseAdditions(writeAdditions(additions))).toEqual(additions);
    expect([parseAdditions(' '), writeAdditions([])]).toEqual([[], '']);
  });

  it.each([
    ['[{"type":"text","x":1,"y":2,"text":""}]', 'additions[0].text'],
    ['[{"type":"text","x":1,"text":"a"}]', 'additions[0].y'],
    ['[{"type":"constructor","x":1,"y":2}]', 'additions[0].type'],
    [JSON.stringify(Array.from({ length: 501 }, () => ({}))), 'more than 500'],
  ])('%s are refused', (text, message) => {
    expect(() => parseAdditions(text)).toThrow(message);
  });
});
