import { existsSync } from 'node:fs';
import { refuse } from '../command-line/command-line.mjs';
import { startReporting } from '../command-line/progress.mjs';
import { CHECK } from '../commands/tasks.mjs';
import { run } from '../process.mjs';
import { inRoot, root, secondsSince } from '../project-root.mjs';
import { generate } from './generate.mjs';

/** Number of concurrent checks: most of these programs use several cores themselves. */
const CONCURRENCY = 2;

const tool = (...place) => inRoot('node_modules', ...place);
const tsc = tool('typescript', 'bin', 'tsc');
const oxlint = tool('oxlint', 'bin', 'oxlint');
const biome = tool('@biomejs', 'biome', 'bin', 'biome');
const depcruise = tool('dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
const knip = tool('knip', 'bin', 'knip.js');
const reactRouter = tool('@react-router', 'dev', 'bin.cjs');

/** The checks of `npm run check`. Each entry is one or more programs, run in order. */
const CHECKS = [
  {
    name: 'types: website',
    cwd: 'apps/web',
    needs: 'apps/web/tsconfig.json',
    commands: [
      [reactRouter, 'typegen'],
      [tsc, '-p', '.'],
      [tsc, '-p', 'tsconfig.service-worker.json'],
    ],
  },
  { name: 'types: engines, without a page', commands: [[tsc, '-p', 'tsconfig.worker.json']] },
  { name: 'types: everything else, tests included', commands: [[tsc, '-p', 'tsconfig.json']] },
  { name: 'lockfile', commands: [[inRoot('scripts', 'lockfile.mjs'), '--check']] },
  { name: 'every package is documented', commands: [[inRoot('scripts', 'documented-dependencies.mjs')]] },
  { name: 'lint', commands: [[oxlint, '--deny-warnings']] },
  { name: 'no pattern takes polynomial time', commands: [[inRoot('scripts', 'polynomial-patterns.mjs')]] },
  { name: 'format and order of imports', commands: [[biome, 'ci', '.']] },
  {
    name: 'who may import whom',
    commands: [[depcruise, '--config', '.dependency-cruiser.mjs', '--output-type', 'err-long', ...sources()]],
  },
  { name: 'unused files, exports and packages', commands: [[knip, '--no-progress', '--no-gitignore', '--no-config-hints']] },
];

/** Runs all checks, or those whose name contains a given word. Fails if one of them fails. */
export async function check(words) {
  const wanted = CHECKS.filter(
    ({ name, needs }) =>
      (!needs || existsSync(inRoot(needs))) && (words.length === 0 || words.some((word) => name.includes(word))),
  );
  if (wanted.length === 0)
    refuse(CHECK, `no check is called ${words.join(' ')}; there are ${CHECKS.map(({ name }) => `"${name}"`).join(', ')}`);
  await generate();
  const queue = [...wanted];
  const failed = [];
  const running = new Set();
  const progress = startReporting({ textOf: () => `running ${[...running].join(' · ')}` });
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      running.add(next.name);
      progress.update();
      const { passes, report } = await outcomeOf(next);
      running.delete(next.name);
      if (!passes) failed.push(next.name);
      progress.clear();
      console.log(report);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  progress.end();
  const passed = wanted.length - failed.length;
  console.log(
    failed.length === 0 ? `all ${passed} checks hold` : `${failed.length} of ${wanted.length} checks fail: ${failed.join(', ')}`,
  );
  process.exitCode = failed.length > 0 ? 1 : 0;
}

async function outcomeOf({ name, cwd = '.', commands }) {
  const startedAt = Date.now();
  for (const command of commands) {
    const { code, output } = await run(process.execPath, command, {
      cwd: inRoot(cwd),
      capture: true,
      env: { ...process.env, NO_COLOR: '1' },
    });
    if (code === 0) continue;
    return { passes: false, report: `FAILS ${name} (${secondsSince(startedAt)})\n${output.trim()}\n` };
  }
  return { passes: true, report: `holds ${name} (${secondsSince(startedAt)})` };
}

function sources() {
  return ['apps', 'packages', 'engines', 'providers', 'formats', 'content', 'tests', 'benchmarks', 'scripts'].filter((folder) =>
    existsSync(`${root}/${folder}`),
  );
}
