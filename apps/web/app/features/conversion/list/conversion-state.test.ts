import { FILE_LIMITS } from '@bakkum/api-contract/limits';
import { expect, test } from 'vitest';
import { EMPTY_STATE, lookAt, readyItems, reduce } from './conversion-state.ts';

const { bytes: MAX_FILE_BYTES, files: MAX_FILES } = FILE_LIMITS.free;

/** A file that only claims its size. */
function fileOf(name: string, size = 1): File {
  const file = new File(['x'], name);
  Object.defineProperty(file, 'size', { value: size });
  return file;
}

test('adds what it can and explains what it rejects', () => {
  const files = [
    fileOf('a.png'),
    fileOf('empty.png', 0),
    fileOf('huge.png', MAX_FILE_BYTES + 1),
    fileOf('full.png', MAX_FILE_BYTES),
  ];
  const state = reduce(EMPTY_STATE, { type: 'added', files: files.map(lookAt), firstId: 1 });
  expect(state.items.map(({ name }) => name)).toEqual(['a.png', 'full.png']);
  expect(state.refused).toEqual([
    { name: 'empty.png', why: 'empty' },
    { name: 'huge.png', why: 'too-large' },
  ]);
  expect(state.nothingTaken).toBe(false);
});

test('a rejected addition changes nothing', () => {
  const before = reduce(EMPTY_STATE, { type: 'added', files: [fileOf('a.png')].map(lookAt), firstId: 1 });
  const after = reduce(before, { type: 'added', files: [fileOf('b.png', 0)].map(lookAt), firstId: 2 });
  expect(after).toMatchObject({ items: [{ id: 1 }], nothingTaken: true });
});

test('counts existing files against the limit of a batch', () => {
  const many = Array.from({ length: MAX_FILES }, (_, index) => fileOf(`${index}.png`));
  const full = reduce(EMPTY_STATE, { type: 'added', files: many.map(lookAt), firstId: 1 });
  expect(reduce(full, { type: 'added', files: [fileOf('one-more.png')].map(lookAt), firstId: 100 }).refused).toEqual([
    { name: 'one-more.png', why: 'too-many' },
  ]);
});

test('allows more with a plan, also after the list was cleared', () => {
  const raised = reduce(EMPTY_STATE, { type: 'limited', limits: FILE_LIMITS.premium });
  const files = Array.from({ length: MAX_FILES + 1 }, (_, index) => fileOf(`${index}.png`, MAX_FILE_BYTES + 1));
  const added = reduce(reduce(raised, { type: 'cleared' }), { type: 'added', files: files.map(lookAt), firstId: 1 });
  expect(added.items.length).toBe(MAX_FILES + 1);
  expect(added.refused).toEqual([]);
});

test('normalizes Hangul names', () => {
  const state = reduce(EMPTY_STATE, { type: 'added', files: [fileOf('한글.png'.normalize('NFD'))].map(lookAt), firstId: 1 });
  expect(state.items[0]?.name).toBe('한글.png'.normalize('NFC'));
});

test('only a pending file with a target is ready', () => {
  const added = reduce(EMPTY_STATE, { type: 'added', files: [fileOf('a.png'), fileOf('b.png')].map(lookAt), firstId: 1 });
  const one = reduce(added, { type: 'changed', id: 1, item: { state: { status: 'pending' }, target: 'jpeg' } });
  const both = reduce(one, { type: 'changed', id: 2, item: { state: { status: 'pending' } } });
  expect(readyItems(both.items).map(({ id }) => id)).toEqual([1]);
});
