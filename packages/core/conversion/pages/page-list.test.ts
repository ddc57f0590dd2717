import { describe, expect, it } from 'vitest';
import { parsePageList, writePageList } from './page-list.ts';

const written = (text: string, count: number): string =>
  parsePageList(text, count)
    .map((part) =>
      part.map(({ index, turn }) => `${index === undefined ? '_' : index + 1}${turn === 0 ? '' : `@${turn}`}`).join(' '),
    )
    .join(' | ');

describe('page lists', () => {
  it.each([
    ['', '1 2 3 4'],
    ['2', '2'],
    ['3-, 1', '3 4 | 1'],
    ['-2', '1 2'],
    ['2-9', '2 3 4'],
    ['4-2', '4 3 2'],
    ['1,1', '1 | 1'],
    ['2@90, 1-2@180', '2@90 | 1@180 2@180'],
    ['@270', '1@270 2@270 3@270 4@270'],
    ['9, 1', '1'],
    ['1, blank, Blank@90', '1 | _ | _@90'],
    ['3, 1; 2@90; blank, 4', '3 1 | 2@90 | _ 4'],
    ['1-2; 9', '1 2'],
  ])('%s', (text, pages) => expect(written(text, 4)).toBe(pages));

  it.each(['9', '9-', 'x', '1,,2', '-', '1@45', '0', 'blank', '1;', '; 1', '1,;2', 'blanks', '1-blank'])(
    '%s is refused',
    (text) => {
      expect(() => parsePageList(text, 4)).toThrow(expect.objectContaining({ code: 'invalid-options' }));
    },
  );

  it('limits the number of pages', () => {
    const text = Array.from({ length: 30 }, () => '1-1000').join();
    expect(() => parsePageList(text, 1000)).toThrow(expect.objectContaining({ code: 'too-large' }));
  });

  it('stops at the limit, however long the list is', () => {
    // Together 500 million pages.
    const text = Array.from({ length: 25_000 }, () => '1-').join();
    expect(() => parsePageList(text, 20_000)).toThrow(expect.objectContaining({ code: 'too-large' }));
  });

  it.each(['', '3-4,1', '1-2@90,1,1-4', '4,3,2,1', 'blank,1,blank@90,blank,2-3', '1-2;3-4', '2,1;blank;4'])(
    '%j is unchanged after parsing and formatting',
    (text) => {
      const files = parsePageList(text, 4);
      expect(writePageList(text.includes(';') ? files : [files.flat()], 4)).toBe(text);
    },
  );
});
