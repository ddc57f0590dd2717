import { expect, it } from 'vitest';
import { plannerFor } from '../catalogue.ts';
import { declaresSizes } from './archive-contents.ts';

it('knows the archives that state the sizes of their files', () => {
  const planner = plannerFor(new Set());
  const declares = (format: string): boolean => declaresSizes(planner, format);
  expect(['zip', 'cbz', 'jar', 'xlz'].filter((format) => !declares(format))).toEqual([]);
  expect(['7z', 'tar', 'rar', 'tgz', 'png'].filter(declares)).toEqual([]);
});
