/**
 * npm run bench -- NAME [--only TEXT] [--rounds N] [--minutes N]
 * Measures this product against other programs on the same files in the same run, and writes benchmarks/results/NAME.md.
 * Trials that go on for a time take --minutes. With --only, just the contests whose names contain TEXT run and the report goes to the terminal.
 */
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Suite } from './suite.ts';

const HERE = import.meta.dirname;
const DEFAULT_ROUNDS = 5;
const DEFAULT_MINUTES = 10;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: String(DEFAULT_ROUNDS) },
    minutes: { type: 'string', default: String(DEFAULT_MINUTES) },
  },
});
const [name = ''] = positionals;
const names = readdirSync(HERE).filter((folder) => existsSync(path.join(HERE, folder, 'suite.ts')));
const rounds = Number(values.rounds);
const minutes = Number(values.minutes);

if (!names.includes(name) || !Number.isInteger(rounds) || rounds < 1 || !(minutes > 0)) {
  process.stderr.write(
    `usage: npm run bench -- NAME [--only TEXT] [--rounds N] [--minutes N], NAME one of: ${names.join(', ')}\n`,
  );
  process.exitCode = 2;
} else {
  const { suite }: { suite: Suite } = await import(pathToFileURL(path.join(HERE, name, 'suite.ts')).href);
  await report(suite);
}

async function report(suite: Suite): Promise<void> {
  const { only } = values;
  const folder = await mkdtemp(path.join(tmpdir(), 'bakkum-bench-'));
  try {
    const body = await suite.run({
      folder,
      rounds,
      minutes,
      isAsked: (contest) => only === undefined || contest.includes(only),
      say: (line) => void process.stderr.write(`${line}\n`),
    });
    const text = `# ${suite.title}\n\nMade by \`npm run bench -- ${name}\` on ${new Date().toISOString().slice(0, 10)}${suite.once ? ', once' : `; medians of ${rounds}`}.\n\n${body}`;
    process.stdout.write(text);
    if (only !== undefined) return;
    await mkdir(path.join(HERE, 'results'), { recursive: true });
    await writeFile(path.join(HERE, 'results', `${name}.md`), text);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
