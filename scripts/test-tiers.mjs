import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from './project-root.mjs';

/** Returns the folders in `engines/` whose manifest has `tier: 'long-tail'`; only the full tier runs their tests. */
export function longTailEngines() {
  return readdirSync(inRoot('engines')).filter((engine) =>
    readFileSync(inRoot('engines', engine, 'manifest.ts'), 'utf8').includes("\n  tier: 'long-tail',"),
  );
}
