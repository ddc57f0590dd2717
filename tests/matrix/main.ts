/**
 * `npm run matrix`: converts every file of a folder to every target of its format, with the engines in worker threads or through
 * the built website in a browser, and has an independent native program open each result. Its options are in
 * scripts/commands/matrix.mjs.
 */

import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FormatId } from '@bakkum/conversion/engine';
import { formatById, publicFormats } from '@bakkum/registry/catalogue';
import { readCommandLine, refuse } from '../../scripts/command-line/command-line.mjs';
import { interruption } from '../../scripts/command-line/interruption.mjs';
import { MATRIX } from '../../scripts/commands/matrix.mjs';
import { openNativeOffice } from '../fidelity/native-office.ts';
import { openBrowserPath } from './browser-path.ts';
import type { Bench } from './convert-file.ts';
import { isNativelyReadable } from './judges/judges.ts';
import { openNodePath } from './node-path.ts';
import { provenGroups, recordProvenPairs } from './proven-pairs.ts';
import { documentedRow, recordBrowser } from './record-browser.ts';
import { parseReport, type Row, summaryOf } from './report.ts';
import { conversionKey, runTasks, type Task, type TaskRunEnd } from './run-tasks.ts';
import { type Conversion, repeatedSummary, sampleOf } from './sample.ts';
import { brokenPairs, pairsOfPart, samplesByFormat } from './support.ts';
import { conversionTasks, folderTasks, pairKey, supportTasks } from './tasks.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../fixtures');
const WHOLE = { index: 0, count: 1 };
const MODES = ['dir', 'write-support', 'check-support', 'record', 'record-browser'] as const;

const { values } = readCommandLine(MATRIX, process.argv.slice(2));
const host = values.browser === undefined ? 'node' : 'browser';
const asked = values.targets?.map(formatNamed);
const signal = interruption();

switch (await checkedMode()) {
  case 'record':
    await recordReports(values.record);
    break;
  case 'record-browser':
    await recordReport(values['record-browser'] ?? '');
    break;
  case 'check-support':
    await checkSupport();
    break;
  case 'write-support':
    await recordProvenPairs(host, await convertFolder(FIXTURES), 'whole');
    break;
  case 'dir':
    await judgeFolder(path.resolve(values.dir ?? ''));
}

/** Returns the mode; exits when options contradict each other or name missing files. */
async function checkedMode(): Promise<(typeof MODES)[number]> {
  const given = MODES.filter((mode) => (mode === 'record' ? values.record.length > 0 : values[mode]));
  const [mode] = given;
  if (mode === undefined || given.length > 1) refuse(MATRIX, `choose one of ${MODES.map((each) => `--${each}`).join(', ')}`);
  if (values.part && mode !== 'check-support') refuse(MATRIX, '--part needs --check-support');
  checkChoice(mode);
  if (values.resume && values.out === undefined) refuse(MATRIX, '--resume needs --out FILE');
  if (values.dir !== undefined && !(await isFolder(values.dir))) refuse(MATRIX, `there is no folder ${values.dir}`);
  const outFolder = path.dirname(values.out ?? '.');
  if (!(await isFolder(outFolder))) refuse(MATRIX, `there is no folder ${outFolder} for --out`);
  return mode;
}

/** Exits when what to convert is chosen for a mode that does not convert it. */
function checkChoice(mode: (typeof MODES)[number]): void {
  if (values.sample !== undefined && mode !== 'dir') refuse(MATRIX, '--sample needs --dir');
  if (values.keep !== undefined && mode !== 'dir') refuse(MATRIX, '--keep needs --dir');
  if (values.repeat !== undefined && mode !== 'dir' && mode !== 'record-browser')
    refuse(MATRIX, '--repeat needs --dir or --record-browser');
  if (mode === 'record-browser' && (values.browser === 'chromium') === (values.repeat !== undefined))
    refuse(MATRIX, '--record-browser needs --browser, and --repeat with the report of Chromium for any other browser');
}

function formatNamed(name: string): FormatId {
  const format = formatById(name) ?? publicFormats().find(({ extensions }) => extensions.includes(name));
  return format?.id ?? refuse(MATRIX, `--targets names "${name}", which is not a format`);
}

async function readReport(file: string): Promise<readonly Row[]> {
  if (!(await stat(file).catch(() => undefined))?.isFile()) refuse(MATRIX, `there is no file ${file}`);
  const report = parseReport(await readFile(file, 'utf8'));
  return report.ok ? report.rows : refuse(MATRIX, `line ${report.line} of ${file} is not a line of a report`);
}

async function recordReports(files: readonly string[]): Promise<void> {
  const reports: (readonly Row[])[] = [];
  for (const file of files) reports.push(await readReport(file));
  for (const rows of reports) await recordProvenPairs(host, rows.filter(isJudged));
}

async function recordReport(file: string): Promise<void> {
  const { browser, repeat } = values;
  if (browser === undefined) refuse(MATRIX, '--record-browser needs --browser');
  const rows = await readReport(file);
  const ranAt = (await stat(file)).mtime;
  const chromium = repeat === undefined ? {} : { chromium: await readReport(repeat) };
  const record = await recordBrowser(browser, { rows, ranAt, ...chromium });
  const lost = record.lost.map(({ from, to, code }) => `  ${from} → ${to}: ${code}\n`).join('');
  process.stdout.write(`${documentedRow(browser, record)}\n${record.lost.length} pairs lost\n${lost}`);
}

/** A conversion that was refused or too slow elsewhere does not disprove a pair that passed before. */
function isJudged({ status }: Row): boolean {
  return status === 'ok' || status === 'invalid-output';
}

async function judgeFolder(dir: string): Promise<void> {
  if (values.repeat !== undefined) return repeatReport(dir, await readReport(values.repeat));
  const rows = values.sample === undefined ? await convertFolder(dir) : await convertSample(dir, values.sample);
  if (values['native-baseline']) process.stdout.write(await baselineOf(dir, rows));
  if (values.prove) await recordProvenPairs(host, rows);
}

async function convertSample(dir: string, count: number): Promise<readonly Row[]> {
  return convertThese(dir, await sampleOf(dir, await filesOf(dir), count));
}

async function repeatReport(dir: string, earlier: readonly Row[]): Promise<void> {
  const conversions = earlier.filter(({ to }) => to !== '').map(({ file, to }) => ({ file: path.join(dir, file), to }));
  process.stdout.write(repeatedSummary(earlier, await convertThese(dir, conversions)));
}

async function convertThese(dir: string, conversions: readonly Conversion[]): Promise<readonly Row[]> {
  const rows = rowsOf(await withBench(async (bench) => run(await conversionTasks(bench, dir, conversions), conversionKey)));
  process.stdout.write(summaryOf(rows));
  return rows;
}

async function checkSupport(): Promise<void> {
  const samples = await samplesByFormat(FIXTURES, await filesOf(FIXTURES));
  const pairs = pairsOfPart(await provenGroups(host), values.part ?? WHOLE);
  const rows = rowsOf(await withBench((bench) => run(supportTasks(bench, pairs, samples), pairKey)));
  process.stdout.write(summaryOf(rows));
  const broken = brokenPairs(rows);
  process.stdout.write(`${pairs.length} pairs checked, ${broken.length} broken\n${broken.map((line) => `  ${line}\n`).join('')}`);
  if (broken.length > 0) process.exitCode = 1;
}

async function convertFolder(dir: string): Promise<readonly Row[]> {
  const files = await filesOf(dir);
  const { ended, skipped } = await withBench(async (bench) => {
    const folder = await folderTasks(bench, { dir, files, signal, ...(asked && { asked }) });
    return { ended: await run(folder.tasks, conversionKey), skipped: folder.skipped };
  });
  const rows = rowsOf(ended);
  process.stdout.write(summaryOf(rows));
  if (skipped > 0) process.stdout.write(`skipped\t${skipped} conversions without a route\n`);
  return rows;
}

async function withBench<T>(work: (bench: Bench) => Promise<T>): Promise<T> {
  const given = { lanes: values.jobs, deadlineMs: values.timeout * 1000, signal };
  const keep = values.keep === undefined ? undefined : path.resolve(values.keep);
  if (keep !== undefined) await mkdir(keep, { recursive: true });
  // Results are moved to the folder that keeps them, which needs the same file system.
  const scratch = await mkdtemp(path.join(keep ?? tmpdir(), 'bakkum-matrix-'));
  const { browser } = values;
  const office = values.appearance ? await openNativeOffice(values.timeout * 1000) : undefined;
  const way = browser === undefined ? openNodePath(given) : await openBrowserPath({ ...given, browser });
  try {
    const looking = values.appearance ? { appearance: office ? { office } : {} } : {};
    return await work({ way, scratch, compare: values.compare, ...looking, ...(keep !== undefined && { keep }) });
  } finally {
    await Promise.all([way.close(), office?.close()]);
    // Interrupted conversions may still be writing.
    await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}

function run(tasks: readonly Task[], keyOf: (row: Row) => string): Promise<TaskRunEnd> {
  const { out, resume, compare: compares, jobs: lanes } = values;
  return runTasks({ tasks, keyOf, lanes, signal, resume, compares, ...(out !== undefined && { out }) });
}

/** Returns the rows of a run; exits after an interrupted or refused one. */
function rowsOf(ended: TaskRunEnd): readonly Row[] {
  if (ended.kind === 'refused') return refuse(MATRIX, ended.problem);
  if (ended.kind === 'done') return ended.rows.map(withFamily);
  const advice = values.out === undefined ? '' : ' Run the same command with --resume to continue.';
  process.stderr.write(`Interrupted after ${ended.done} of ${ended.total}.${advice}\n`);
  return process.exit(Number(signal.reason));
}

/** Adds the family to rows that were read from a report. */
function withFamily(row: Row): Row {
  return row.family === 'unknown' ? { ...row, family: formatById(row.from)?.family ?? row.family } : row;
}

async function isFolder(name: string): Promise<boolean> {
  return (await stat(name).catch(() => undefined))?.isDirectory() ?? false;
}

async function filesOf(dir: string): Promise<readonly string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** Reports how many of the files native programs read got a valid result. */
async function baselineOf(dir: string, rows: readonly Row[]): Promise<string> {
  const files = Map.groupBy(rows, ({ file }) => file);
  const readable: string[] = [];
  for (const [file, [row]] of files) if (await isNativelyReadable(path.join(dir, file), row?.family ?? '')) readable.push(file);
  const missed = readable.filter((file) => !files.get(file)?.some(({ status }) => status === 'ok'));
  const share = readable.length === 0 ? 100 : ((readable.length - missed.length) / readable.length) * 100;
  return `\nnatively readable: ${readable.length}, ok here: ${readable.length - missed.length} (${share.toFixed(1)} %)\n${missed.map((file) => `  missed ${file}\n`).join('')}`;
}
