import { expect, it } from 'vitest';
import { declaresSizes } from './archive-contents.ts';

it('knows the archives that state the sizes of their files', () => {
  expect(['zip', 'cbz', 'jar', 'xlz'].every(declaresSizes)).toBe(true);
  expect(['7z', 'tar', 'rar', 'files', 'contents'].some(declaresSizes)).toBe(false);
});
