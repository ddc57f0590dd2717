import { expect, it } from 'vitest';
import { polynomialPatterns } from './polynomial-patterns.mjs';

const found = (source) => polynomialPatterns('a.ts', source).map(({ pattern }) => pattern);

it('reports patterns that take quadratic time, with their line', () => {
  expect(polynomialPatterns('a.ts', 'const a = 1;\nconst trim = (path: string) => path.replace(/\\/+$/, "");')).toEqual([
    { pattern: '\\/+$', flags: '', line: 2 },
  ]);
  expect(found('export const a = /^\\s*(.*?)\\s*$/;')).toHaveLength(1);
  expect(found('export const a = /^(a+)+$/;')).toHaveLength(1);
});

it('accepts the linear forms of the same patterns', () => {
  expect(found('export const a = [/(?<!\\/)\\/+$/, /^\\S+(?:\\s+\\S+)*$/, /^a+$/];')).toEqual([]);
});
