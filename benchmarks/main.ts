/**
 * `npm run bench`: measures this product against other programs on the same files in the same run, and writes
 * benchmarks/results/NAME.md. Its options are in scripts/commands/bench.mjs.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readCommandLine } from '../scripts/command-line/command-line.mjs';
import { durationText, startReporting } from '../scripts/command-line/progress.mjs';
import { BENCH } from '../scripts/commands/bench.mjs';
import type { Suite } from './suite.ts';

const HERE = import.meta.dirname;

const { values, operands } = readCommandLine(BENCH, process.argv.slice(2));
const [name = ''] = operands;
const { rounds, minutes, only, dir } = values;
const chosen: { readonly suite: Suite } = await import(pathToFileURL(path.join(HERE, name, 'suite.ts')).href);
await report(chosen.suite);

async function report(suite: Suite): Promise<void> {
  const progress = startReporting({ textOf: (elapsedMs) => `bench ${name}: running for ${durationText(elapsedMs)}` });
  const folder = await mkdtemp(path.join(tmpdir(), 'bakkum-bench-'));
  try {
    const body = await suite.run({
      folder,
      dir,
      rounds,
      minutes,
      isAsked: (contest) => only === undefined || contest.includes(only),
      say: progress.print,
    });
    progress.end();
    const text = `# ${suite.title}\n\nMade by \`npm run bench -- ${name}\` on ${new Date().toISOString().slice(0, 10)}${suite.once ? ', once' : `; medians of ${rounds}`}.\n\n${body}`;
    process.stdout.write(text);
    if (only !== undefined) return;
    await mkdir(path.join(HERE, 'results'), { recursive: true });
    await writeFile(path.join(HERE, 'results', `${name}.md`), text);
  } finally {
    progress.end();
    await rm(folder, { recursive: true, force: true });
  }
}
