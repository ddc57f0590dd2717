/**
 * npm run fidelity -- pdf [--out FOLDER] [--only NAME] [--dir DIR]
 * Prints documents of known parts as PDF by native LibreOffice and Chromium, has our engine make DOCX of each, prints that by
 * native LibreOffice again, and tells what survived: words in order, headings, items of lists, cells of tables, pages, and time
 * a page.
 *   --out   keeps the files there; PDFs found there are used again
 *   --dir   PDF files of a folder instead, of which only words and pages are known
 */

import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { strFromU8, unzipSync } from 'fflate';
import { engine } from '../../../engines/pdfium/engine.ts';
import { manifest } from '../../../engines/pdfium/manifest.ts';
import { findProgram } from '../../../scripts/programs.mjs';
import { convertWith } from '../../engine-context.ts';
import { type NativeOffice, openNativeOffice } from '../native-office.ts';
import { pageCountOf, textOf } from '../pdf-facts.ts';
import { orderedSimilarity } from '../word-similarity.ts';
import { asFlatText, asHtml } from './printing.ts';
import { SOURCES, type Source } from './source.ts';
import { f1, structureOf, structureOfDocx } from './structure.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 120_000;

const { values } = parseArgs({ options: { out: { type: 'string' }, only: { type: 'string' }, dir: { type: 'string' } } });

type Score = {
  readonly name: string;
  /** Share of the PDF's words that are in the DOCX in the same order. */
  readonly words: number;
  readonly pages: string;
  readonly pageRatio: number;
  readonly msPerPage: number;
  /** F1 of structure, where it is known. */
  readonly headings?: number;
  readonly items?: number;
  readonly cells?: number;
};

const folder = values.out ? path.resolve(values.out) : await mkdtemp(path.join(tmpdir(), 'bakkum-pdf-fidelity-'));
await mkdir(folder, { recursive: true });
const office = await openNativeOffice(TIMEOUT_MS);
if (!office) throw new Error('native LibreOffice is not on this machine');
try {
  const scores = values.dir ? await scoreFolder(office, path.resolve(values.dir)) : await scoreSources(office);
  process.stdout.write(tableOf(scores));
} finally {
  await office.close();
}

async function scoreSources(native: NativeOffice): Promise<readonly Score[]> {
  const scores: Score[] = [];
  for (const source of SOURCES.filter(({ name }) => !values.only || name.includes(values.only))) {
    const pdf = path.join(folder, `${source.name}.source.pdf`);
    if (!(await exists(pdf))) await print(native, source, pdf);
    const { docx, ...score } = await scoreOf(native, source.name, pdf);
    const [truth, found] = [structureOf(source), structureOfDocx(docx)];
    const of = (part: keyof typeof truth) =>
      truth[part].length > 0 || found[part].length > 0 ? { [part]: f1(truth[part], found[part]) } : {};
    scores.push({ ...score, ...of('headings'), ...of('items'), ...of('cells') });
  }
  return scores;
}

async function scoreFolder(native: NativeOffice, dir: string): Promise<readonly Score[]> {
  const scores: Score[] = [];
  for (const name of (await readdir(dir)).filter((one) => one.endsWith('.pdf') && !one.endsWith('.ours.pdf')).sort()) {
    const { docx: _, ...score } = await scoreOf(native, name.slice(0, -4), path.join(dir, name));
    scores.push(score);
  }
  return scores;
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

async function print(native: NativeOffice, source: Source, pdf: string): Promise<void> {
  const input = path.join(folder, `${source.name}.${source.printer === 'chromium' ? 'html' : 'fodt'}`);
  await writeFile(input, source.printer === 'chromium' ? asHtml(source) : asFlatText(source));
  if (source.printer === 'libreoffice') await native.convert(input, 'fodt', 'pdf', pdf);
  else
    await run(
      findProgram(['chromium', 'chromium-browser', 'google-chrome']) ?? 'chromium',
      [
        '--headless=new',
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--no-pdf-header-footer',
        `--print-to-pdf=${pdf}`,
        `file://${input}`,
      ],
      { timeout: TIMEOUT_MS },
    );
}

async function scoreOf(native: NativeOffice, name: string, pdf: string): Promise<Score & { readonly docx: string }> {
  const input = new Blob([await readFile(pdf)]);
  const started = performance.now();
  const { outputs } = await convertWith({ engine, manifest }, { input, from: 'pdf', to: 'docx' });
  const elapsed = performance.now() - started;
  const [{ content }] = outputs;
  if (!(content instanceof Blob)) throw new TypeError('no file');
  const bytes = new Uint8Array(await content.arrayBuffer());
  const docx = path.join(folder, `${name}.docx`);
  const again = path.join(folder, `${name}.ours.pdf`);
  await writeFile(docx, bytes);
  await native.convert(docx, 'docx', 'pdf', again);
  const [pages, ours] = [await pageCountOf(pdf), await pageCountOf(again)];
  const [before, after] = [await textOf(pdf), await textOf(again)];
  return {
    name,
    words: Math.max(kept(before.read, after.read), kept(before.written, after.written)),
    pages: `${pages}→${ours}`,
    pageRatio: ours / pages,
    msPerPage: elapsed / pages,
    docx: strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array()),
  };
}

/** Words of the longest common subsequence, of those there were. */
function kept(source: readonly string[], result: readonly string[]): number {
  const [before, after] = [source.flatMap(parts), result.flatMap(parts)];
  return before.length === 0 ? 1 : (orderedSimilarity(before, after) * (before.length + after.length)) / 2 / before.length;
}

/** LibreOffice sets numbers and Hangul apart, which reads like a space; `12월에` counts as two words on both sides. */
function parts(word: string): readonly string[] {
  return word.split(/(?<=[\w.,])(?=\p{Script=Hangul})|(?<=\p{Script=Hangul})(?=\w)/u);
}

function tableOf(scores: readonly Score[]): string {
  const percent = (value: number | undefined): string => (value === undefined ? '–' : (value * 100).toFixed(1));
  const rows = scores.map((one) =>
    [
      one.name,
      percent(one.words),
      percent(one.headings),
      percent(one.items),
      percent(one.cells),
      one.pages,
      one.msPerPage.toFixed(0),
    ].join('\t'),
  );
  const list = (part: 'words' | 'headings' | 'items' | 'cells') =>
    scores.flatMap((one) => one[part] ?? []).toSorted((a, b) => a - b);
  const at = (numbers: readonly number[], share: number): number => numbers[Math.floor((numbers.length - 1) * share)] ?? 0;
  const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
  const within = scores.filter(({ pageRatio }) => pageRatio >= 0.9 && pageRatio <= 1.1).length;
  return [
    ['document', 'words %', 'headings F1', 'items F1', 'cells F1', 'pages', 'ms a page'].join('\t'),
    ...rows,
    `words: median ${percent(at(list('words'), 0.5))}, worst tenth ${percent(at(list('words'), 0.1))}`,
    `mean F1: headings ${percent(mean(list('headings')))}, items ${percent(mean(list('items')))}, cells ${percent(mean(list('cells')))}`,
    `pages within a tenth: ${within} of ${scores.length}`,
    '',
  ].join('\n');
}
