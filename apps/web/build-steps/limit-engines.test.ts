import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { withoutEngines } from './limit-engines.ts';

const listOf = (name: string): string =>
  readFileSync(path.resolve(import.meta.dirname, `../../../packages/core/registry/${name}.gen.ts`), 'utf8');
const ONLY_PNG = new Set(['png']);

it('leaves only the included engines in the list of manifests', () => {
  const list = withoutEngines(listOf('manifests'), ONLY_PNG);
  expect(list.match(/^import \{ manifest.*$/gm)).toEqual([
    "import { manifest as _png } from '../../../engines/png/manifest.ts';",
  ]);
  expect(list).toMatch(/ = \[_png\];/);
});

it.each(['engines', 'asset-pathnames', 'asset-bytes'])('leaves only rows of the included engines in %s', (name) => {
  const rows = withoutEngines(listOf(name), ONLY_PNG).match(/^ {2}'.*$/gm) ?? [];
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter((row) => !/^ {2}'png['/]/.test(row))).toEqual([]);
});

it('changes nothing if every engine is included', () => {
  const list = listOf('engines');
  const all = new Set([...list.matchAll(/^ {2}'([^']+)'/gm)].map(([, id = '']) => id));
  expect(withoutEngines(list, all)).toBe(list);
});
