/**
 * `npm run fidelity`: converts every office file of a folder to PDF twice, with our office engine (worker threads, or the built
 * website in a browser) and with native LibreOffice and the same typefaces, and reports their similarity: pages, words in order,
 * page images. Its options are in scripts/commands/fidelity.mjs.
 */

import { openAsBlob } from 'node:fs';
import { access, appendFile, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { detectFormat, readHead } from '@bakkum/formats/detect';
import { publicFormats } from '@bakkum/registry/catalogue';
import { readCommandLine, refuse } from '../../scripts/command-line/command-line.mjs';
import { interruption } from '../../scripts/command-line/interruption.mjs';
import { startProgress } from '../../scripts/command-line/progress.mjs';
import { FIDELITY } from '../../scripts/commands/fidelity.mjs';
import type { ConversionPath } from '../matrix/conversion-path.ts';
import { likenessOf } from './compare.ts';
import { koreanReport } from './koreans/korean-report.ts';
import { type NativeOffice, openNativeOffice } from './native-office.ts';
import { OFFICE_FORMATS, openOfficePath } from './office-path.ts';
import { HEAD_LINE, type Row, rowLine, summaryOf, toTsv } from './report.ts';

const { values } = readCommandLine(FIDELITY, process.argv.slice(2));
const timeoutMs = values.timeout * 1000;
const lanes = values.jobs;
const signal = interruption();

if (values.dir.length > 0 === values.koreans) refuse(FIDELITY, 'choose --dir FOLDER or --koreans');
for (const dir of values.dir) {
  if (!(await stat(dir).catch(() => undefined))?.isDirectory()) refuse(FIDELITY, `there is no folder ${dir}`);
}
await inFolder(values.out, run);
if (signal.aborted) process.exit(Number(signal.reason));

/** Works in a folder, which is kept when it was given by the user. */
async function inFolder(kept: string | undefined, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = kept === undefined ? await mkdtemp(path.join(tmpdir(), 'bakkum-fidelity-')) : path.resolve(kept);
  await mkdir(folder, { recursive: true });
  try {
    await work(folder);
  } finally {
    if (kept === undefined) await rm(folder, { recursive: true, maxRetries: 3 });
  }
}

async function run(folder: string): Promise<void> {
  process.stderr.write('fidelity: starting LibreOffice and our engine …\n');
  const natives = (await Promise.all(Array.from({ length: lanes }, () => openNativeOffice(timeoutMs)))).flatMap((it) => it ?? []);
  const [native] = natives;
  if (!native) {
    process.stderr.write('fidelity: LibreOffice is not installed here. Install it and run the command again.\n');
    process.exitCode = 1;
    return;
  }
  const way = await openOfficePath({ inBrowser: values.browser, lanes, deadlineMs: timeoutMs, signal });
  const report = values.koreans ? koreanReport({ native, way, folder, say }) : folderReport(natives, way, folder);
  try {
    // Failures caused by an interruption are meaningless.
    const written = await Promise.race([report, interrupted()]);
    if (written !== undefined) process.stdout.write(written);
  } finally {
    await way.close();
    await Promise.all(natives.map((each) => each.close()));
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Resolves to undefined once the user interrupts. */
function interrupted(): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

async function folderReport(natives: readonly NativeOffice[], way: ConversionPath, folder: string): Promise<string> {
  const sources = (await Promise.all(values.dir.map(sourcesIn))).flat();
  const rows = await compareAll(sources, natives, way, folder);
  const measured = {
    way: values.browser ? 'the built site in a browser' : 'worker threads of Node',
    native: natives[0]?.version ?? '',
  };
  const summary = summaryOf(rows, measured);
  await writeFile(path.join(folder, 'fidelity.tsv'), toTsv(rows));
  await writeFile(path.join(folder, 'fidelity.md'), summary);
  return summary;
}

type Source = { readonly file: string; readonly name: string; readonly from: string };

/** Returns the folder's files that our office engine reads, detected by content. */
async function sourcesIn(dir: string): Promise<readonly Source[]> {
  const root = path.resolve(dir);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const sources: Source[] = [];
  for (const file of files.sort()) {
    const blob = await openAsBlob(file);
    const { format } = detectFormat({ ...(await readHead(blob)), name: path.basename(file) }, publicFormats());
    if (format && OFFICE_FORMATS.has(format.id))
      sources.push({ file, name: path.relative(path.dirname(root), file), from: format.id });
  }
  return sources;
}

async function compareAll(
  sources: readonly Source[],
  natives: readonly NativeOffice[],
  way: ConversionPath,
  folder: string,
): Promise<readonly Row[]> {
  const queue = [...sources];
  const rows: Row[] = [];
  const table = path.join(folder, 'fidelity.tsv');
  await writeFile(table, HEAD_LINE);
  const progress = startProgress({ label: 'fidelity', total: sources.length });
  progress.print(`fidelity: ${sources.length} files to compare`);
  const lane = async (native: NativeOffice): Promise<void> => {
    for (let source = queue.shift(); source && !signal.aborted; source = queue.shift()) {
      const row = await compare(source, native, way, folder);
      if (signal.aborted) return;
      rows.push(row);
      await appendFile(table, rowLine(row));
      progress.print(`${row.status} ${row.file} ${row.likeness?.text.toFixed(3) ?? row.code}`);
      progress.add(row.status);
    }
  };
  try {
    await Promise.all(natives.map(lane));
  } finally {
    progress.end();
  }
  return rows.sort((a, b) => a.file.localeCompare(b.file, 'en'));
}

async function compare({ file, name, from }: Source, native: NativeOffice, way: ConversionPath, folder: string): Promise<Row> {
  const stem = path.join(folder, name.replaceAll(/[/\\]/g, '__'));
  const row = { file: name, from, code: '', route: '', milliseconds: 0 };
  const theirs = `${stem}.native.pdf`;
  if (!(await exists(theirs)) && !(await native.convert(file, from, 'pdf', theirs))) return { ...row, status: 'native-failed' };
  const outcome = await way.convert({ file, from }, 'pdf', stem);
  const { milliseconds } = outcome;
  if (!outcome.ok) return { ...row, status: 'ours-failed', code: outcome.code, milliseconds };
  const [made = ''] = outcome.files;
  const ours = `${stem}.ours.pdf`;
  await rename(made, ours);
  return { ...row, status: 'compared', route: outcome.route, milliseconds, likeness: await likenessOf(ours, theirs) };
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
