import { readdirSync } from 'node:fs';
import { oneOf } from '../command-line/command-line.mjs';
import { inRoot } from '../project-root.mjs';

const ENDING = '.attack.ts';
/** Every file of attacks is a family. */
const families = readdirSync(inRoot('tests', 'attack'))
  .filter((name) => name.endsWith(ENDING))
  .map((name) => name.slice(0, -ENDING.length))
  .sort();

export const ATTACK = {
  name: 'npm run attack',
  summary: 'Build the site, start it, and attack it; the last line is "N passed, N failed"',
  options: {
    only: { value: 'FAMILY', type: oneOf(...families), multiple: true, help: 'Run only this family of attacks' },
  },
  notes: {
    Families: families,
    'How others fare meanwhile': ['npm run bench -- under-attack measures pages and conversions of other visitors'],
  },
  examples: ['--only idor', '--only money --only csrf'],
};
