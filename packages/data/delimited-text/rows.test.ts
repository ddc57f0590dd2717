import { describe, expect, it } from 'vitest';
import { readRows, writeRows } from './rows.ts';

describe('rows of delimited text', () => {
  it('survive a round trip', () => {
    const rows = [
      ['name', 'note'],
      ['a "b", c', 'one\r\ntwo'],
      ['', ' spaces '],
      ['끝', ''],
    ];
    expect(readRows(writeRows(rows))).toEqual(rows);
  });

  it('are split by the most frequent separator of the first line', () => {
    expect(readRows('\ufeffa;b;c,d\n1;"2;3";4\n\n')).toEqual([
      ['a', 'b', 'c,d'],
      ['1', '2;3', '4'],
    ]);
    expect(readRows('a|b\r1|2')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('may have one column, or end inside quotes', () => {
    expect(readRows('a\n1\n')).toEqual([['a'], ['1']]);
    expect(readRows('a,b\n1,"two')).toEqual([
      ['a', 'b'],
      ['1', 'two'],
    ]);
  });
});
