/**
 * npm run fidelity -- pdf [--out FOLDER] [--only NAME,NAME] [--dir DIR] [--ours]
 * Prints documents of known parts as PDF by native programs, has our engine and the alternatives make DOCX of each, prints that
 * by native LibreOffice again, and tells what survived: words in order, headings, items of lists, cells of tables, pages, how
 * alike the pages look, and time a page.
 *   --out   keeps the files there; PDFs found there, and what other programs made of them, are used again
 *   --dir   PDF files of a folder instead, of which only words, pages and pictures are known
 *   --ours  leaves the alternatives out
 */

import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openNativeOffice } from '../native-office.ts';
import { summaryOf, tableOf } from './pdf-report.ts';
import { printSource } from './printers.ts';
import { routesOf } from './routes.ts';
import { exists, type Job, type Score, scoreOf } from './score.ts';
import { SOURCES } from './sources.ts';

const TIMEOUT_MS = 120_000;

const { values } = parseArgs({
  options: { out: { type: 'string' }, only: { type: 'string' }, dir: { type: 'string' }, ours: { type: 'boolean' } },
});

const folder = values.out ? path.resolve(values.out) : await mkdtemp(path.join(tmpdir(), 'bakkum-pdf-fidelity-'));
await mkdir(folder, { recursive: true });
const office = await openNativeOffice(TIMEOUT_MS);
if (!office) throw new Error('native LibreOffice is not on this machine');
try {
  const jobs = values.dir ? await jobsOfFolder(path.resolve(values.dir)) : await jobsOfSources();
  const routes = routesOf(office).filter(({ id }) => !values.ours || id === 'ours');
  const scores: Score[] = [];
  for (const job of jobs) for (const route of routes) scores.push(await scoreOf(office, route, job, stemOf(job, route.id)));
  const report = `${tableOf(scores)}\n\n${summaryOf(scores, routes)}\n`;
  await writeFile(path.join(folder, 'report.txt'), report);
  process.stdout.write(report);
} finally {
  await office.close();
}

function stemOf({ name }: Job, route: string): string {
  return path.join(folder, route === 'ours' ? name : `${name}.${route}`);
}

async function jobsOfFolder(dir: string): Promise<readonly Job[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.pdf') && isWanted(name));
  return names.sort().map((name) => ({ name: name.slice(0, -4), pdf: path.join(dir, name) }));
}

function isWanted(name: string): boolean {
  return !values.only || values.only.split(',').some((part) => name.includes(part));
}

/** Sources whose printer is not on this machine are told and left out. */
async function jobsOfSources(): Promise<readonly Job[]> {
  const jobs: Job[] = [];
  for (const source of SOURCES.filter(({ name }) => isWanted(name))) {
    const pdf = path.join(folder, `${source.name}.source.pdf`);
    if ((await exists(pdf)) || (office && (await printSource(office, source, folder, pdf))))
      jobs.push({ name: source.name, pdf, source });
    else process.stderr.write(`${source.name} was not printed: ${source.printer} is not on this machine\n`);
  }
  return jobs;
}
