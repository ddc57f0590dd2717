import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from './project-root.mjs';

/** Folders in `engines/` whose manifest says `tier: 'long-tail'`: the full tier alone runs their tests. */
export function longTailEngines() {
  return readdirSync(inRoot('engines')).filter((engine) =>
    readFileSync(inRoot('engines', engine, 'manifest.ts'), 'utf8').includes("\n  tier: 'long-tail',"),
  );
}
