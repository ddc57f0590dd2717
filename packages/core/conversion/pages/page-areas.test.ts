import { describe, expect, it } from 'vitest';
import { parsePageAreas, writePageAreas } from './page-areas.ts';

describe('areas of pages', () => {
  it.each(['', '2:50,100,200,20', '1:0,0,10,10; 12:-5,3.5,10,4', '50,100,200,20', '10,10,5,5; 3:0,0,10,10'])(
    '%j is unchanged after parsing and formatting',
    (text) => {
      expect(writePageAreas(parsePageAreas(text) ?? [])).toBe(text);
    },
  );

  it.each(['2:50,100,200', '2', '0x1:1,1,1,1', '1:1,1,-5,5', '0:1,1,5,5', '1:1,1,0,5'])('%j is refused', (text) => {
    expect(parsePageAreas(text)).toBeUndefined();
  });
});
