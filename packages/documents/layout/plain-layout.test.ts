import { describe, expect, it } from 'vitest';
import { union } from './page-content.ts';
import { plainLayout } from './plain-layout.ts';
import { line, page } from './test-page.ts';

describe('a page as monospaced text', () => {
  it('keeps words in their positions', () => {
    const glyphs = [
      ...line('Item', 72, 100),
      ...line('Amount', 172, 100),
      ...line('Chair', 72, 113),
      ...line('12', 172, 113),
      ...line('end', 72, 152),
    ];
    expect(plainLayout(page(glyphs))).toBe(
      `Item${' '.repeat(16)}Amount\nChair${' '.repeat(15)}12\n\n\nend\n`.replace('\n\n\n', '\n\n\n'),
    );
  });

  it('may have any number of boxes', () => {
    const boxes = Array.from({ length: 200_000 }, (_, at) => ({ left: at, top: at, right: at + 1, bottom: at + 2 }));
    expect(union(boxes)).toEqual({ left: 0, top: 0, right: 200_000, bottom: 200_001 });
  });

  it('is empty for an empty page', () => expect(plainLayout(page([]))).toBe(''));
});
