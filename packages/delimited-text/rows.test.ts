import { describe, expect, it } from 'vitest';
import { readRows, writeRows } from './rows.ts';

describe('rows of delimited text', () => {
  it('come back as they were written', () => {
    const rows = [
      ['name', 'note'],
      ['a "b", c', 'one\r\ntwo'],
      ['', ' spaces '],
      ['끝', ''],
    ];
    expect(readRows(writeRows(rows))).toEqual(rows);
  });

  it('are parted by what their first line has most of', () => {
    expect(readRows('\ufeffa;b;c,d\n1;"2;3";4\n\n')).toEqual([
      ['a', 'b', 'c,d'],
      ['1', '2;3', '4'],
    ]);
    expect(readRows('a|b\r1|2')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('of one column, and cut within quotes', () => {
    expect(readRows('a\n1\n')).toEqual([['a'], ['1']]);
    expect(readRows('a,b\n1,"two')).toEqual([
      ['a', 'b'],
      ['1', 'two'],
    ]);
  });
});
