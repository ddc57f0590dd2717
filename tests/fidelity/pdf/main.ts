/**
 * `npm run fidelity -- pdf`: prints documents with known parts to PDF with native programs, has our engine and the alternatives
 * convert each to DOCX, prints that with native LibreOffice again, and reports what survived: words in order, headings, list
 * items, table cells, pages, similarity of the pages, and time per page. Its options are in scripts/commands/fidelity.mjs.
 */

import { mkdir, mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readCommandLine, refuse } from '../../../scripts/command-line/command-line.mjs';
import { durationText, startProgress } from '../../../scripts/command-line/progress.mjs';
import { FIDELITY_PDF } from '../../../scripts/commands/fidelity.mjs';
import { type NativeOffice, openNativeOffice } from '../native-office.ts';
import { summaryOf, tableOf } from './pdf-report.ts';
import { printSource } from './printers.ts';
import { type Route, routesOf } from './routes.ts';
import { writeScan } from './scan.ts';
import { exists, type Job, type Score, scoreOf } from './score.ts';
import { SOURCES } from './sources.ts';

const TIMEOUT_MS = 120_000;

const { values } = readCommandLine(FIDELITY_PDF, process.argv.slice(2));
if (values.dir !== undefined && !(await stat(values.dir).catch(() => undefined))?.isDirectory())
  refuse(FIDELITY_PDF, `there is no folder ${values.dir}`);

const folder = values.out ? path.resolve(values.out) : await mkdtemp(path.join(tmpdir(), 'bakkum-pdf-fidelity-'));
await mkdir(folder, { recursive: true });
const office = await openNativeOffice(TIMEOUT_MS);
if (!office) {
  process.stderr.write('fidelity: LibreOffice is not installed here. Install it and run the command again.\n');
  process.exit(1);
}
try {
  const printed = values.dir ? await jobsOfFolder(path.resolve(values.dir)) : await jobsOfSources();
  const jobs = values.scans ? await scannedJobs(printed) : printed;
  const routes = routesOf(office).filter(({ id }) => !(values.ours || values.scans) || id === 'ours');
  const scores = await scoreAll(office, jobs, routes);
  const report = `${tableOf(scores)}\n\n${summaryOf(scores, routes)}\n`;
  await writeFile(path.join(folder, 'report.txt'), report);
  process.stdout.write(report);
} finally {
  await office.close();
}

/** Scores every document on every route, and writes each score as soon as it is known. */
async function scoreAll(by: NativeOffice, jobs: readonly Job[], routes: readonly Route[]): Promise<readonly Score[]> {
  const scores: Score[] = [];
  const progress = startProgress({ label: 'fidelity', total: jobs.length * routes.length });
  try {
    for (const job of jobs) {
      for (const route of routes) {
        const score = await scoreOf(by, route, job, stemOf(job, route.id));
        scores.push(score);
        progress.print(
          `${score.name} by ${score.route}: ${(score.words * 100).toFixed(1)}% of words, ${durationText(score.milliseconds)}`,
        );
        progress.add('scored');
      }
    }
  } finally {
    progress.end();
  }
  return scores;
}

async function scannedJobs(printed: readonly Job[]): Promise<readonly Job[]> {
  const jobs: Job[] = [];
  for (const job of printed) {
    const scan = path.join(folder, `${job.name}.scan.pdf`);
    await writeScan(job.pdf, scan);
    jobs.push({ ...job, scan });
  }
  return jobs;
}

function stemOf({ name }: Job, route: string): string {
  return path.join(folder, route === 'ours' ? name : `${name}.${route}`);
}

async function jobsOfFolder(dir: string): Promise<readonly Job[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.pdf') && isWanted(name));
  return names.sort().map((name) => ({ name: name.slice(0, -4), pdf: path.join(dir, name) }));
}

function isWanted(name: string): boolean {
  return !values.only || values.only.some((part) => name.includes(part));
}

/** Sources whose printer is not installed are reported and skipped. */
async function jobsOfSources(): Promise<readonly Job[]> {
  const jobs: Job[] = [];
  for (const source of SOURCES.filter(({ name }) => isWanted(name))) {
    const pdf = path.join(folder, `${source.name}.source.pdf`);
    if ((await exists(pdf)) || (office && (await printSource(office, source, folder, pdf))))
      jobs.push({ name: source.name, pdf, source });
    else process.stderr.write(`${source.name} is skipped: ${source.printer} is not installed here\n`);
  }
  return jobs;
}
