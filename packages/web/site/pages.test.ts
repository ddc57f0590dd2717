import { expect, it } from 'vitest';
import { BUILT_PAGES, PAGES, type Page, pageAt, pageOfKey, pathOf } from './pages.ts';

const rows: readonly Page[] = PAGES;

it('gives every page one path, one id and at most one key', () => {
  for (const field of ['id', 'path', 'key'] as const) {
    const values = rows.flatMap((row) => row[field] ?? []);
    expect(new Set(values).size).toBe(values.length);
  }
});

it('lets no key collide with the path of another page', () => {
  for (const { key, path } of rows) {
    const owner = rows.find((row) => key && row.path === `/${key}`);
    expect(owner?.path ?? path).toBe(path);
  }
});

it('finds only built pages', () => {
  const unbuilt = rows.filter((row) => !row.built);
  expect(pageAt('/converter')?.id).toBe('converter');
  expect(pageOfKey('real-converter')?.path).toBe(pathOf('converter'));
  expect(unbuilt.map(({ path }) => pageAt(path))).toEqual(unbuilt.map(() => undefined));
  expect(unbuilt.flatMap(({ key }) => (key ? [pageOfKey(key)] : [])).filter(Boolean)).toEqual([]);
  expect(BUILT_PAGES.length + unbuilt.length).toBe(rows.length);
});
