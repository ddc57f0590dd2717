/** Reports direct dependencies without an entry in docs/dependencies.md, or with another version there. */
import { readFileSync } from 'node:fs';
import { inRoot } from './project-root.mjs';

const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
const documented = new Set(readFileSync(inRoot('docs', 'dependencies.md'), 'utf8').match(/^\| \S+ \| \d\S* \|/gm));
const direct = Object.entries(packages)
  .filter(([place]) => !place.includes('node_modules/'))
  .flatMap(([, { dependencies, devDependencies, optionalDependencies }]) =>
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  )
  .filter(([name]) => !name.startsWith('@bakkum/'))
  .map(([name, version]) => `| ${name} | ${version} |`);
const used = new Set(direct);
const problems = [
  ...[...used].filter((line) => !documented.has(line)).map((line) => `add a line: ${line} licence | used by | why |`),
  ...[...documented].filter((line) => !used.has(line)).map((line) => `remove the line: ${line}`),
];
for (const problem of problems) console.log(`docs/dependencies.md: ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
