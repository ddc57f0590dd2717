import { describe, expect, it } from 'vitest';
import {
  type Arrangement,
  arrangementOf,
  duplicated,
  moved,
  onlyKept,
  optionsOf,
  redone,
  removed,
  retyped,
  reversed,
  rotated,
  shifted,
  splitAt,
  undone,
  withBlank,
} from './arranged-pages.ts';

const start = arrangementOf({ pages: '' }, 5);
const list = (state: Arrangement): string => optionsOf(state, {}, 5).pages;
const ids = (...numbers: readonly number[]): ReadonlySet<number> => new Set(numbers.map((number) => number - 1));

describe('arranged pages', () => {
  it('have an empty list while they match the file', () => expect(list(start)).toBe(''));

  it.each<readonly [change: string, state: Arrangement, written: string]>([
    ['moved to the start', moved(start, ids(3, 5), 0), '3,5,1-2,4'],
    ['moved to the end', moved(start, ids(1), 5), '2-5,1'],
    ['moved onto themselves', moved(start, ids(2, 3), 2), ''],
    ['shifted back', shifted(start, ids(3), -1), '1,3,2,4-5'],
    ['shifted on', shifted(start, ids(1, 2), 1), '3,1-2,4-5'],
    ['shifted beyond the start', shifted(start, ids(1), -1), ''],
    ['shifted beyond the end', shifted(start, ids(5), 1), ''],
    ['gathered while shifted', shifted(start, ids(2, 4), -1), '2,4,1,3,5'],
    ['rotated', rotated(rotated(start, ids(2, 3), 90), ids(3), 270), '1,2@90,3-5'],
    ['all rotated', rotated(start, ids(1, 2, 3, 4, 5), 270), '1-5@270'],
    ['removed', removed(start, ids(2, 3)), '1,4-5'],
    ['all removed', removed(start, ids(1, 2, 3, 4, 5)), ''],
    ['kept alone', onlyKept(start, ids(2, 4)), '2,4'],
    ['duplicated', duplicated(start, ids(1, 3)).state, '1-3,1,3-5'],
    ['followed by a blank page', withBlank(start, ids(2)).state, '1-2,blank,3-5'],
    ['ended by a blank page', withBlank(start, ids()).state, '1-5,blank'],
    ['reversed', reversed(start), '5,4,3,2,1'],
    ['split', splitAt(start, ids(3, 5)), '1-2;3-4;5'],
    ['split at the first page', splitAt(start, ids(1)), ''],
    ['split and joined', splitAt(splitAt(start, ids(3)), ids(3)), ''],
    ['split and moved into another file', moved(splitAt(start, ids(4)), ids(5), 0), '5,1-3;4'],
    ['split and moved from the start of a file', moved(splitAt(start, ids(3)), ids(3), 0), '3,1-2;4-5'],
    ['split and all of a file moved', moved(splitAt(start, ids(4)), ids(4, 5), 0), '4-5,1-3'],
    ['split and reversed', reversed(splitAt(start, ids(2, 4))), '5,4;3,2;1'],
    ['split and removed from the start of a file', removed(splitAt(start, ids(3)), ids(3)), '1-2;4-5'],
    ['split, then removed', removed(splitAt(start, ids(2)), ids(1)), '2-5'],
    ['undone', undone(removed(start, ids(2))), ''],
    ['undone and redone', redone(undone(removed(start, ids(2)))), '1,3-5'],
  ])('%s', (_, state, written) => expect(list(state)).toBe(written));

  it('always keep one page of the document, not counting blank ones', () => {
    const { state, made } = withBlank(onlyKept(start, ids(2)), ids());
    expect(list(removed(state, ids(2)))).toBe('2,blank');
    expect(list(removed(state, new Set(made)))).toBe('2');
  });

  it('cannot be redone after another change', () => {
    const state = rotated(undone(removed(start, ids(2))), ids(1), 90);
    expect(redone(state)).toBe(state);
  });

  it('keep ids that differ after any change', () => {
    const first = duplicated(start, ids(1, 2));
    const { state } = withBlank(undone(duplicated(first.state, new Set(first.made)).state), ids(1));
    expect(new Set(state.pages.map(({ id }) => id)).size).toBe(state.pages.length);
  });
});

describe('the options of arranged pages', () => {
  it('are read, or all pages are shown for anything else', () => {
    expect(list(arrangementOf({ pages: '5,blank,1@90' }, 5))).toBe('5,blank,1@90');
    expect(list(arrangementOf({ pages: 'nonsense' }, 5))).toBe('');
    expect(list(arrangementOf({ pages: '1-2,4', split: 'list' }, 5))).toBe('1-2;4');
    expect(list(arrangementOf({ pages: '1-2,4', split: 'every' }, 5))).toBe('1-2,4');
  });

  it('split the file only while the pages do', () => {
    const split = splitAt(start, ids(2));
    expect(optionsOf(split, { split: 'every' }, 5)).toEqual({ pages: '1;2-5', split: 'list' });
    expect(optionsOf(start, { split: 'list' }, 5)).toEqual({ pages: '', split: 'none' });
    expect(optionsOf(start, { split: 'every' }, 5)).toEqual({ pages: '' });
  });

  it('change the pages when they are typed, and can be undone', () => {
    const typed = retyped(start, { pages: '3,1' }, 5);
    expect(list(typed)).toBe('3,1');
    expect(list(undone(typed))).toBe('');
    expect(retyped(typed, { pages: '3,' }, 5)).toBe(typed);
  });
});
