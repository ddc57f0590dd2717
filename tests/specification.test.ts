/** Keeps docs/specification.md true: the files and pages it names exist, and every row has a state. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pageAt } from '@bakkum/site/pages';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const rows = readFileSync(path.join(ROOT, 'docs/specification.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| requirement'))
  .map((line) => line.slice(2, -2).split(' | '));

const named = rows.flatMap(([, where = '']) => [...where.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));

it('lists the requirements in three columns', () => {
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter((row) => row.length !== 3)).toEqual([]);
});

it('gives each a state, and a reason if it does not simply work', () => {
  const states = rows.map(([what, , state = '']) => ({ what, state }));
  expect(states.filter(({ state }) => !/^(works\b|other way: \S|open: \S)/.test(state))).toEqual([]);
});

it('names files that exist', () => {
  const files = named.filter((name) => !name.startsWith('/'));
  const missing = files.filter(
    (file) => !existsSync(path.join(ROOT, file.startsWith('features/') ? `apps/web/app/${file}` : file)),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

it('names pages that exist', () => {
  const pages = named.filter((name) => name.startsWith('/'));
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.filter((page) => !pageAt(page))).toEqual([]);
});
