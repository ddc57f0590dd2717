import { CONTENTS } from '@bakkum/registry/targets/archive-contents';
import { describe, expect, test } from 'vitest';
import type { FileItem } from '../list/conversion-state.ts';
import { blobsOf, isUnfinished, keptFileOf, keptFilesOf, storedNamesOf } from './saved-list.ts';

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

const nameOf = (blob: Blob) => (blob === item.file ? 'a' : undefined);

test('keeps the settings of a file, but no password', () => {
  expect(keptFileOf(item, nameOf)).toEqual({
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
  const kept = keptFileOf(item, nameOf);
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

describe('a converted file', () => {
  const [first, second] = [new Blob(['1'], { type: 'image/png' }), new Blob(['22'], { type: 'image/png' })];
  const converted: FileItem = {
    ...item,
    state: {
      status: 'completed',
      files: [
        { blob: first, name: '보고서-1.png', folder: '자료/1월' },
        { blob: second, name: '보고서-2.png' },
      ],
      warnings: [{ code: 'depth-reduced', params: { bits: 8 } }],
      elapsedMs: 12,
      size: 3,
    },
  };
  const names = new Map([
    [item.file, 'a'],
    [first, 'b'],
    [second, 'c'],
  ]);

  test('keeps its results, and reads them again', () => {
    const kept = keptFileOf(converted, (blob) => names.get(blob));
    expect(kept?.results).toEqual({
      files: [
        { stored: 'b', name: '보고서-1.png', type: 'image/png', size: 1, folder: '자료/1월' },
        { stored: 'c', name: '보고서-2.png', type: 'image/png', size: 2 },
      ],
      warnings: [{ code: 'depth-reduced', params: { bits: 8 } }],
      elapsedMs: 12,
    });
    expect(keptFilesOf(JSON.stringify([kept]))).toEqual([kept]);
    expect(kept && storedNamesOf(kept)).toEqual(['a', 'b', 'c']);
    expect(blobsOf(converted)).toEqual([item.file, first, second]);
  });

  test('keeps no results without room for all of them', () => {
    const kept = keptFileOf(converted, (blob) => (blob === second ? undefined : names.get(blob)));
    expect(kept).toMatchObject({ stored: 'a' });
    expect(kept).not.toHaveProperty('results');
  });

  test('keeps no files of an archive, which can be extracted again', () => {
    const archive = { ...converted, target: CONTENTS };
    expect(blobsOf(archive)).toEqual([item.file]);
    expect(keptFileOf(archive, (blob) => names.get(blob))).not.toHaveProperty('results');
  });

  test('is unfinished until all its results are saved', () => {
    const saved = new Set<Blob>();
    expect(isUnfinished(converted, (blob) => saved.has(blob))).toBe(true);
    saved.add(first);
    expect(isUnfinished(converted, (blob) => saved.has(blob))).toBe(true);
    saved.add(second);
    expect(isUnfinished(converted, (blob) => saved.has(blob))).toBe(false);
  });
});

test('a file is unfinished until it is converted or rejected', () => {
  const states: readonly FileItem['state'][] = [
    { status: 'reading' },
    { status: 'pending' },
    { status: 'queued' },
    { status: 'error', code: 'corrupt' },
    { status: 'unsupported', code: 'unsupported-type' },
  ];
  expect(states.map((state) => isUnfinished({ state }, () => false))).toEqual([true, true, true, true, false]);
});
