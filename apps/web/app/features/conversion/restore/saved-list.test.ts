import { expect, test } from 'vitest';
import type { FileItem } from '../list/conversion-state.ts';
import { isUnfinished, keptFileOf, keptFilesOf } from './saved-list.ts';

const item: FileItem = {
  id: 1,
  file: new File(['12345'], '보고서.pdf', { type: 'application/pdf', lastModified: 7 }),
  name: '보고서.pdf',
  size: 5,
  folder: '자료/1월',
  state: { status: 'pending' },
  target: 'docx',
  way: 'structure',
  options: { quality: 'low', password: 'secret', newPassword: 'other', dpi: null },
};

test('keeps the settings of a file, but no password', () => {
  expect(keptFileOf(item, 'a')).toEqual({
    stored: 'a',
    name: '보고서.pdf',
    type: 'application/pdf',
    lastModified: 7,
    size: 5,
    folder: '자료/1월',
    target: 'docx',
    way: 'structure',
    options: { quality: 'low', dpi: null },
  });
});

test('reads its own output, and skips invalid entries', () => {
  const kept = keptFileOf(item, 'a');
  const text = JSON.stringify([
    kept,
    { ...kept, way: 'sideways' },
    { ...kept, options: { quality: [] } },
    { ...kept, size: '5' },
    4,
  ]);
  expect(keptFilesOf(text)).toEqual([kept]);
  expect(keptFilesOf('')).toEqual([]);
  expect(keptFilesOf(text.slice(0, 40))).toEqual([]);
  expect(keptFilesOf('{"stored":"a"}')).toEqual([]);
});

test('a file is unfinished until it is done or rejected', () => {
  const states: readonly FileItem['state'][] = [
    { status: 'reading' },
    { status: 'pending' },
    { status: 'queued' },
    { status: 'error', code: 'corrupt' },
    { status: 'unsupported', code: 'unsupported-type' },
  ];
  expect(states.map((state) => isUnfinished({ ...item, state }))).toEqual([true, true, true, true, false]);
});
