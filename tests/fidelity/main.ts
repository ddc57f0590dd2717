/**
 * npm run fidelity -- --dir DIR [--browser] [--out FOLDER] [--jobs N] [--timeout SECONDS]
 * npm run fidelity -- --koreans [--browser] [--out FOLDER]
 * Turns every office file of a folder into a PDF twice, by our office engine (worker threads, or the built site in a browser)
 * and by native LibreOffice with the same typefaces, and tells how alike the two are: pages, words in order, page pictures.
 *   --out      keeps fidelity.tsv, fidelity.md and both PDFs of every file there; native ones found there are used again
 *   --koreans  documents in Korean made here instead of a folder's: every letter there, no empty boxes
 */

import { openAsBlob } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { detectFormat, readHead } from '@bakkum/formats/detect';
import { publicFormats } from '@bakkum/registry/catalogue';
import type { ConversionPath } from '../matrix/conversion-path.ts';
import { likenessOf } from './compare.ts';
import { koreanReport } from './koreans/korean-report.ts';
import { type NativeOffice, openNativeOffice } from './native-office.ts';
import { OFFICE_FORMATS, openOfficePath } from './office-path.ts';
import { type Row, summaryOf, toTsv } from './report.ts';

const { values } = parseArgs({
  options: {
    dir: { type: 'string', multiple: true, default: [] },
    browser: { type: 'boolean', default: false },
    koreans: { type: 'boolean', default: false },
    out: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    timeout: { type: 'string', default: '120' },
  },
});

const timeoutMs = Number(values.timeout) * 1000;
const lanes = Math.max(1, Number(values.jobs));

if (values.dir.length === 0 && !values.koreans) {
  process.stderr.write('fidelity needs a folder: npm run fidelity -- --dir DIR\n');
  process.exitCode = 2;
} else {
  await inFolder(values.out, run);
}

/** Work in a folder that is kept when it was asked for. */
async function inFolder(kept: string | undefined, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = kept === undefined ? await mkdtemp(path.join(tmpdir(), 'bakkum-fidelity-')) : path.resolve(kept);
  await mkdir(folder, { recursive: true });
  try {
    await work(folder);
  } finally {
    if (kept === undefined) await rm(folder, { recursive: true });
  }
}

async function run(folder: string): Promise<void> {
  const natives = (await Promise.all(Array.from({ length: lanes }, () => openNativeOffice(timeoutMs)))).flatMap((it) => it ?? []);
  const [native] = natives;
  if (!native) throw new Error('native LibreOffice, which ours is compared with, is not on this machine');
  const way = await openOfficePath({ inBrowser: values.browser, lanes, deadlineMs: timeoutMs });
  try {
    const report = values.koreans ? await koreanReport({ native, way, folder }) : await folderReport(natives, way, folder);
    process.stdout.write(report);
  } finally {
    await way.close();
    await Promise.all(natives.map((each) => each.close()));
  }
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

/** The folder's files that our office engine reads, by content. */
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
  const lane = async (native: NativeOffice): Promise<void> => {
    for (let source = queue.shift(); source; source = queue.shift()) {
      const row = await compare(source, native, way, folder);
      rows.push(row);
      process.stderr.write(`${row.status} ${row.file} ${row.likeness?.text.toFixed(3) ?? row.code}\n`);
    }
  };
  await Promise.all(natives.map(lane));
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
