import type { Format } from '@bakkum/formats/format';
import { expect, test } from 'vitest';
import { commonTargets } from './common-targets.ts';
import type { Target } from './target.ts';

const target = (id: string): Target => {
  const format: Format = {
    id,
    family: 'image',
    name: id.toUpperCase(),
    title: { en: id, ko: id },
    extensions: [id],
    mediaTypes: [`image/${id}`],
  };
  return { format, lossy: false, picture: false, same: false };
};

test('counts the files per target, the most common first', () => {
  const common = commonTargets([
    ['png', 'pdf'].map(target),
    ['jpeg', 'png', 'pdf'].map(target),
    ['mp3', 'pdf', 'png'].map(target),
  ]);
  expect(common.map(({ format, count }) => [format.id, count])).toEqual([
    ['png', 3],
    ['pdf', 3],
    ['jpeg', 1],
    ['mp3', 1],
  ]);
});

test('returns nothing without files', () => {
  expect(commonTargets([])).toEqual([]);
});
