/**
 * npm run matrix -- --dir DIR [--browser] [--targets a,b] [--out FILE.tsv] [--timeout SECONDS] [--jobs N]
 *                   [--native-baseline] [--compare] [--prove]
 * Converts every file of a folder to every (or the named) target of its format, with the engines in worker threads or
 * through the built site in a browser, and has an independent native program open each result.
 *   --native-baseline  how many of the files native programs read became something valid
 *   --compare          pictures against native decoding: mean colour error and size
 *   --prove            adds the pairs that worked to the table of support: what the product may offer
 * npm run matrix -- --write-support [--browser]
 *   the same over our own fixtures, and the table of support holds what passed and nothing else
 * npm run matrix -- --check-support [--part K/N] [--browser]
 *   does the pairs of the table (of every N-th, from the K-th on) once more; fails if one does not pass
 * npm run matrix -- --record FILE.tsv [--record …] [--browser]
 *   adds what passed in reports written by --out to the table
 */

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowserPath } from './browser-path.ts';
import { type Bench, convertFile } from './convert-file.ts';
import { isNativelyReadable } from './judges.ts';
import { openNodePath } from './node-path.ts';
import { provenGroups, recordProvenPairs } from './proven-pairs.ts';
import { fromTsv, type Row, summaryOf, toTsv } from './report.ts';
import { brokenPromises, checkPair, pairsOfPart, partOf, samplesByFormat } from './support.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../fixtures');

const { values } = parseArgs({
  options: {
    dir: { type: 'string' },
    browser: { type: 'boolean', default: false },
    targets: { type: 'string' },
    out: { type: 'string' },
    timeout: { type: 'string', default: '60' },
    jobs: { type: 'string', default: '2' },
    'native-baseline': { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
    prove: { type: 'boolean', default: false },
    'write-support': { type: 'boolean', default: false },
    'check-support': { type: 'boolean', default: false },
    part: { type: 'string', default: '1/1' },
    record: { type: 'string', multiple: true },
  },
});

const asked = values.targets?.split(',');
const host = values.browser ? 'browser' : 'node';
const lanes = Math.max(1, Number(values.jobs));

if (values.record)
  for (const file of values.record) await recordProvenPairs(host, fromTsv(await readFile(file, 'utf8')).filter(isJudged));
else if (values['check-support']) await checkSupport();
else if (values['write-support']) await recordProvenPairs(host, await reported(await convertFolder(FIXTURES)), 'whole');
else if (values.dir) await judgeFolder(path.resolve(values.dir));
else {
  process.stderr.write('matrix needs a folder: npm run matrix -- --dir DIR\n');
  process.exitCode = 2;
}

/** What was refused or too slow elsewhere says nothing against a pair that passed before. */
function isJudged({ status }: Row): boolean {
  return status === 'ok' || status === 'invalid-output';
}

async function judgeFolder(dir: string): Promise<void> {
  const rows = await reported(await convertFolder(dir));
  if (values['native-baseline']) process.stdout.write(await baselineOf(dir, rows));
  if (values.prove) await recordProvenPairs(host, rows);
}

async function checkSupport(): Promise<void> {
  const samples = await samplesByFormat(FIXTURES, await filesOf(FIXTURES));
  const pairs = pairsOfPart(await provenGroups(host), partOf(values.part));
  const broken = brokenPromises(await reported(await inLanes(pairs, (bench, pair) => checkPair(bench, pair, samples))));
  process.stdout.write(`${pairs.length} pairs checked, ${broken.length} broken\n${broken.map((line) => `  ${line}\n`).join('')}`);
  if (broken.length > 0) process.exitCode = 1;
}

async function convertFolder(dir: string): Promise<readonly Row[]> {
  return inLanes(await filesOf(dir), (bench, file) => convertFile(bench, dir, file, asked));
}

/** Does every piece of work, as many at once as there are lanes; the rows come in the order of files and targets. */
async function inLanes<T>(
  work: readonly T[],
  convert: (bench: Bench, item: T) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const given = { lanes, deadlineMs: Number(values.timeout) * 1000 };
  const way = values.browser ? await openBrowserPath(given) : openNodePath(given);
  const scratch = await mkdtemp(path.join(tmpdir(), 'bakkum-matrix-'));
  const bench = { way, scratch, compare: values.compare };
  const queue = [...work];
  const rows: Row[] = [];
  const lane = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) rows.push(...(await convert(bench, item)));
  };
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
  } finally {
    await way.close();
    await rm(scratch, { recursive: true, force: true });
  }
  return rows.sort((a, b) => a.file.localeCompare(b.file, 'en') || a.to.localeCompare(b.to, 'en'));
}

async function reported(rows: readonly Row[]): Promise<readonly Row[]> {
  if (values.out) await writeFile(values.out, toTsv(rows));
  process.stdout.write(summaryOf(rows));
  return rows;
}

async function filesOf(dir: string): Promise<readonly string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** Of the files native programs read, how many became something valid. */
async function baselineOf(dir: string, rows: readonly Row[]): Promise<string> {
  const files = Map.groupBy(rows, ({ file }) => file);
  const readable: string[] = [];
  for (const [file, [row]] of files) if (await isNativelyReadable(path.join(dir, file), row?.family ?? '')) readable.push(file);
  const missed = readable.filter((file) => !files.get(file)?.some(({ status }) => status === 'ok'));
  const share = readable.length === 0 ? 100 : ((readable.length - missed.length) / readable.length) * 100;
  return `\nnatively readable: ${readable.length}, ok here: ${readable.length - missed.length} (${share.toFixed(1)} %)\n${missed.map((file) => `  missed ${file}\n`).join('')}`;
}
