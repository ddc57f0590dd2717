/** Promises of docs/security.md refer to tests, which must exist under the quoted names. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const ROWS = read('docs/security.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') || line.startsWith('|`'))
  .map((line) => line.split('|').at(-2) ?? '');

type Reference = { readonly file: string; readonly name: string | undefined };

/** Returns the tests in a cell such as `file`: *name*, *other name*. */
function referencesIn(cell: string): readonly Reference[] {
  const references: Reference[] = [];
  let file = '';
  for (const [, code, name] of cell.matchAll(/`([^`]+)`|\*([^*]+)\*/g)) {
    if (code !== undefined) file = code;
    references.push({ file, name });
  }
  return references;
}

/** Whether a line names a test: a title, or a row of a table of tests. */
const isTitle = (line: string): boolean => /\b(it|test|describe)\b|^\s*(\[|['`])|^\s*\]\)\(/.test(line);

function problemWith({ file, name }: Reference): string | undefined {
  const isCommand = file === 'npm run check';
  const source = isCommand ? 'scripts/tasks/check.mjs' : file;
  if (!existsSync(path.join(ROOT, source))) return `there is no ${file}`;
  if (!isCommand && !/\.(test|attack|e2e)\.(ts|mjs)$/.test(file)) return `${file} is no test`;
  if (name === undefined) return undefined;
  const lines = read(source).split('\n');
  return lines.some((line) => line.includes(name) && (isCommand || isTitle(line)))
    ? undefined
    : `no test in ${file} is called "${name}"`;
}

describe('docs/security.md', () => {
  it('refers to tests that exist', () => {
    const references = ROWS.flatMap(referencesIn).filter(({ file }) => file.includes('/') || file.startsWith('npm'));
    expect(references.length).toBeGreaterThan(150);
    expect(references.map(problemWith).filter((problem) => problem !== undefined)).toEqual([]);
  });

  it('describes every family of attacks', () => {
    const families = readdirSync(path.join(ROOT, 'tests/attack'))
      .filter((name) => name.endsWith('.attack.ts'))
      .map((name) => name.replace('.attack.ts', ''));
    const described = [...read('docs/security.md').matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, family]) => family);
    expect(described).toEqual(families.toSorted());
  });

  it.each<Reference>([
    { file: 'tests/none.test.ts', name: undefined },
    { file: 'README.md', name: undefined },
    { file: 'tests/security-promises.test.ts', name: ['a name', 'of no test'].join(' ') },
  ])('would be reported if it referred to $file', (reference) => expect(problemWith(reference)).toBeDefined());
});
