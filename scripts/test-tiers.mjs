import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from './project-root.mjs';

/** Returns the folders in `engines/` whose manifest has `tier: 'long-tail'`; only the full tier runs their tests. */
export function longTailEngines() {
  return readdirSync(inRoot('engines')).filter((engine) =>
    readFileSync(inRoot('engines', engine, 'manifest.ts'), 'utf8').includes("\n  tier: 'long-tail',"),
  );
}

/** Returns the tests of the default tier with comparisons with native programs, which only the full tier makes. */
export function nativeComparisons() {
  return ['apps', 'packages', 'engines', 'tests']
    .flatMap((folder) => readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter((file) => file.endsWith('.test.ts') && !/node_modules|\.(full|browser)\.test\.ts$/.test(file))
    .filter((file) => /from '.*\/native(\.ts)?';/.test(readFileSync(inRoot(file), 'utf8')));
}
