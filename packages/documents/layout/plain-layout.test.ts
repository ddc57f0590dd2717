import { describe, expect, it } from 'vitest';
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

  it('is empty for an empty page', () => expect(plainLayout(page([]))).toBe(''));
});
