import { describe, expect, it } from 'vitest';
import { createTags } from './tags.ts';

describe('the areas of text on a page', () => {
  it('tell whether a space follows, which the end of a line does not draw', () => {
    const runs = ['words ', 'more'].map((text, paraIdx) => ({ text, x: 1, y: paraIdx * 20, w: 30, h: 20, secIdx: 0, paraIdx }));
    const tags = createTags({
      getPageTextLayout: () => JSON.stringify({ runs }),
      getParaPropertiesAt: () => '{}',
      getParagraphLength: () => 6,
      getCellInfoByPath: () => '{}',
    });
    expect(tags.areasOf(0).map(({ endsInSpace }) => endsInSpace)).toEqual([true, false]);
  });
});
