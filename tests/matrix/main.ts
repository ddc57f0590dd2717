/**
 * npm run matrix -- --dir DIR [--browser] [--targets a,b] [--out FILE.tsv] [--timeout SECONDS] [--jobs N]
 *                   [--native-baseline] [--compare] [--prove]
 * Converts every file of a folder to every (or the named) target of its format, with the engines in worker threads or
 * through the built site in a browser, and has an independent native program open each result.
 *   --native-baseline  how many of the files native programs read became something valid
 *   --compare          pictures against native decoding: mean colour error and size
 *   --prove            records the pairs that worked as those the product may offer
 */

import { openAsBlob } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { detectFormat, readHead } from '@bakkum/formats/detect';
import { publicFormats } from '@bakkum/registry/catalogue';
import { openBrowserPath } from './browser-path.ts';
import { comparePictures } from './compare.ts';
import type { ConversionPath, Outcome } from './conversion-path.ts';
import { isNativelyReadable, judgeFile, type Verdict } from './judges.ts';
import { openNodePath } from './node-path.ts';
import { recordProvenPairs } from './proven-pairs.ts';
import { type Row, summaryOf, toTsv } from './report.ts';

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
  },
});

const asked = values.targets?.split(',');
const lanes = Math.max(1, Number(values.jobs));

if (!values.dir) {
  process.stderr.write('matrix needs a folder: npm run matrix -- --dir DIR\n');
  process.exitCode = 2;
} else {
  const dir = path.resolve(values.dir);
  const rows = await convertFolder(dir);
  if (values.out) await writeFile(values.out, toTsv(rows));
  process.stdout.write(summaryOf(rows));
  if (values['native-baseline']) process.stdout.write(await baselineOf(dir, rows));
  if (values.prove) await recordProvenPairs(values.browser ? 'browser' : 'node', rows);
}

async function convertFolder(dir: string): Promise<readonly Row[]> {
  const given = { lanes, deadlineMs: Number(values.timeout) * 1000 };
  const way = values.browser ? await openBrowserPath(given) : openNodePath(given);
  const scratch = await mkdtemp(path.join(tmpdir(), 'bakkum-matrix-'));
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const queue = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  const rows: Row[] = [];
  const lane = async (): Promise<void> => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift())
      rows.push(...(await convertFile(way, dir, file, scratch)));
  };
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
  } finally {
    await way.close();
    await rm(scratch, { recursive: true, force: true });
  }
  return rows.sort((a, b) => a.file.localeCompare(b.file, 'en') || a.to.localeCompare(b.to, 'en'));
}

async function convertFile(way: ConversionPath, dir: string, file: string, scratch: string): Promise<readonly Row[]> {
  const blob = await openAsBlob(file);
  const { format } = detectFormat({ ...(await readHead(blob)), name: path.basename(file) }, publicFormats());
  const name = path.relative(dir, file);
  const source: RowSource = { file: name, from: format?.id ?? '', family: format?.family ?? 'unknown', bytesIn: blob.size };
  if (!format) return [refusal(source, '', 'unsupported-type')];
  const given = { file, from: format.id };
  const reachable = await way.targetsOf(given);
  if (reachable.length === 0) return [refusal(source, '', 'unsupported-type')];
  const rows: Row[] = [];
  for (const to of asked ?? reachable) {
    const stem = path.join(scratch, crypto.randomUUID());
    rows.push(await rowOf(source, file, to, await way.convert(given, to, stem)));
  }
  return rows;
}

type RowSource = Pick<Row, 'file' | 'from' | 'family' | 'bytesIn'>;

function refusal(source: RowSource, to: string, code: string): Row {
  return { ...source, to, route: '', fidelity: '', status: 'refused', code, milliseconds: 0, bytesOut: 0, judge: '' };
}

async function rowOf(source: RowSource, file: string, to: string, outcome: Outcome): Promise<Row> {
  if (!outcome.ok) {
    const { code, milliseconds } = outcome;
    const broke = code === 'crashed' || code === 'internal';
    return { ...refusal(source, to, code), status: code === 'timeout' ? 'timeout' : broke ? 'crash' : 'refused', milliseconds };
  }
  const { files, ...rest } = outcome;
  const { judge, verdict } = await judgeAll(files, to, file);
  const compared = values.compare
    ? await comparePictures({ source: file, from: source.from, result: files[0] ?? '', to })
    : undefined;
  await Promise.all(files.map((result) => rm(result)));
  const status = { valid: 'ok', invalid: 'invalid-output', unjudged: 'unjudged' } as const;
  return { ...source, to, ...rest, status: status[verdict], code: '', judge, ...(compared ? { compared } : {}) };
}

/** The worst verdict over all results of one conversion. */
async function judgeAll(files: readonly string[], to: string, source: string): Promise<Verdict> {
  const verdicts: Verdict[] = [];
  for (const file of files) verdicts.push(await judgeFile(file, to, source));
  const worst = verdicts.find(({ verdict }) => verdict === 'invalid') ?? verdicts.find(({ verdict }) => verdict === 'unjudged');
  return worst ?? verdicts[0] ?? { judge: '', verdict: 'invalid' };
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
