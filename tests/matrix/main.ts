/**
 * npm run matrix -- --dir DIR [--targets a,b] [--out FILE.tsv] [--timeout SECONDS] [--jobs N] [--native-baseline]
 * Converts every file of a folder to every (or the named) target of its format with the engines as Node runs them, and has
 * an independent native program open each result.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { routeOf } from '@bakkum/conversion/planner';
import { createRunner, type JobResult, type Runner } from '@bakkum/conversion/runner';
import { detectFormat, readHead } from '@bakkum/formats/detect';
import { estimateBytes, formatById, plannerFor, publicFormats } from '@bakkum/registry/catalogue';
import { spawnNodeWorker } from '@bakkum/registry/spawn.node';
import { isNativelyReadable, judgeFile } from './judges.ts';
import { type Row, summaryOf, toTsv } from './report.ts';

const { values } = parseArgs({
  options: {
    dir: { type: 'string' },
    targets: { type: 'string' },
    out: { type: 'string' },
    timeout: { type: 'string', default: '60' },
    jobs: { type: 'string', default: '2' },
    'native-baseline': { type: 'boolean', default: false },
  },
});

const planner = plannerFor(new Set());
const asked = values.targets?.split(',');
const lanes = Math.max(1, Number(values.jobs));

if (!values.dir) {
  process.stderr.write('matrix needs a folder: npm run matrix -- --dir DIR\n');
  process.exitCode = 2;
} else {
  const rows = await convertFolder(path.resolve(values.dir));
  if (values.out) await writeFile(values.out, toTsv(rows));
  process.stdout.write(summaryOf(rows));
  if (values['native-baseline']) process.stdout.write(await baselineOf(path.resolve(values.dir), rows));
}

async function convertFolder(dir: string): Promise<readonly Row[]> {
  const runner = createRunner({
    spawn: spawnNodeWorker,
    maxWorkers: lanes,
    memoryBudgetBytes: 8 * 1024 ** 3,
    estimateBytes,
    deadlineMs: () => Number(values.timeout) * 1000,
  });
  const scratch = await mkdtemp(path.join(tmpdir(), 'bakkum-matrix-'));
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const queue = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  const rows: Row[] = [];
  const lane = async (): Promise<void> => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift())
      rows.push(...(await convertFile(runner, dir, file, scratch)));
  };
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
  } finally {
    runner.dispose();
    await rm(scratch, { recursive: true, force: true });
  }
  return rows.sort((a, b) => a.file.localeCompare(b.file, 'en') || a.to.localeCompare(b.to, 'en'));
}

async function convertFile(runner: Runner, dir: string, file: string, scratch: string): Promise<readonly Row[]> {
  const blob = new Blob([await readFile(file)]);
  const name = path.relative(dir, file);
  const { format } = detectFormat({ ...(await readHead(blob)), name: path.basename(file) }, publicFormats());
  const reachable = format ? [...planner.targetsOf(format.id).keys()] : [];
  const targets = asked ?? reachable;
  const nothing = { file: name, from: format?.id ?? '', family: format?.family ?? 'unknown', bytesIn: blob.size };
  if (!format || reachable.length === 0) return [refusal(nothing, '', 'unsupported-type')];
  const rows: Row[] = [];
  for (const to of targets) {
    const answer = planner.plan(format.id, to);
    if (!answer.ok) rows.push(refusal(nothing, to, 'no-route'));
    else {
      const startedAt = performance.now();
      const result = await runner.run({ inputs: [blob], plans: answer.plans, options: {} });
      rows.push(await rowOf(nothing, to, result, performance.now() - startedAt, scratch));
    }
  }
  return rows;
}

type Source = Pick<Row, 'file' | 'from' | 'family' | 'bytesIn'>;

function refusal(source: Source, to: string, code: string): Row {
  return { ...source, to, route: '', fidelity: '', status: 'refused', code, milliseconds: 0, bytesOut: 0, judge: '' };
}

async function rowOf(source: Source, to: string, result: JobResult, milliseconds: number, scratch: string): Promise<Row> {
  if (!result.ok) {
    const status =
      result.code === 'timeout' ? 'timeout' : result.code === 'crashed' || result.code === 'internal' ? 'crash' : 'refused';
    return { ...refusal(source, to, result.code), status, milliseconds };
  }
  const [{ blob }] = result.files;
  const file = path.join(scratch, `${crypto.randomUUID()}.${formatById(to)?.extensions[0] ?? to}`);
  await writeFile(file, blob.stream());
  const { judge, verdict } = await judgeFile(file, to);
  await rm(file);
  const status = { valid: 'ok', invalid: 'invalid-output', unjudged: 'unjudged' } as const;
  const { plan } = result;
  return {
    ...source,
    to,
    route: routeOf(plan),
    fidelity: plan.fidelity,
    status: status[verdict],
    code: '',
    milliseconds,
    bytesOut: blob.size,
    judge,
  };
}

/** Of the files native ImageMagick reads, how many became something valid. */
async function baselineOf(dir: string, rows: readonly Row[]): Promise<string> {
  const files = Map.groupBy(rows, ({ file }) => file);
  const readable: string[] = [];
  for (const file of files.keys()) if (await isNativelyReadable(path.join(dir, file))) readable.push(file);
  const missed = readable.filter((file) => !files.get(file)?.some(({ status }) => status === 'ok'));
  const share = readable.length === 0 ? 100 : ((readable.length - missed.length) / readable.length) * 100;
  return `\nnatively readable: ${readable.length}, ok here: ${readable.length - missed.length} (${share.toFixed(1)} %)\n${missed.map((file) => `  missed ${file}\n`).join('')}`;
}
