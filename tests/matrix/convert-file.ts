import { openAsBlob } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FormatId } from '@bakkum/conversion/engine';
import { detectFormat, readHead } from '@bakkum/formats/detect';
import { fallbackFormat, publicFormats } from '@bakkum/registry/catalogue';
import type { NativeOffice } from '../fidelity/native-office.ts';
import { appearanceFaults } from './appearance/appearance.ts';
import { comparePictures } from './compare.ts';
import type { ConversionPath, Outcome } from './conversion-path.ts';
import { judgeFile, type Verdict } from './judges/judges.ts';
import type { Playback } from './playback.ts';
import type { Row } from './report.ts';

/** Fields that all rows of one file share. `from` is empty when its format is unknown. */
export type RowSource = Pick<Row, 'file' | 'from' | 'family' | 'bytesIn'>;

/** Settings of the conversions. `scratch` is an existing folder that holds results until they are judged. */
export type Bench = {
  readonly way: ConversionPath;
  readonly scratch: string;
  readonly compare: boolean;
  /** Compares how results look, with LibreOffice for documents if it is installed. */
  readonly appearance?: { readonly office?: NativeOffice };
  /** Folder in which results are kept, on the file system of `scratch`. */
  readonly keep?: string;
};

/** Detects a file's format by content and name; the row contains its path within `dir`. */
export async function sourceOf(dir: string, file: string): Promise<RowSource> {
  const blob = await openAsBlob(file);
  const { format = fallbackFormat() } = detectFormat({ ...(await readHead(blob)), name: path.basename(file) }, publicFormats());
  return { file: path.relative(dir, file), from: format?.id ?? '', family: format?.family ?? 'unknown', bytesIn: blob.size };
}

/** The plan for one file: the targets to try, or the row of a file that nothing opens. */
export type FilePlan = {
  readonly source: RowSource;
  readonly file: string;
  readonly targets: readonly FormatId[];
  /** Number of requested targets that no plan reaches. */
  readonly skipped: number;
  readonly refused?: Row;
};

/** Returns the targets of a file: all that some plan reaches, or the requested ones among them. */
export async function planFile(way: ConversionPath, dir: string, file: string, asked?: readonly FormatId[]): Promise<FilePlan> {
  const source = await sourceOf(dir, file);
  const reachable = source.from === '' ? [] : await way.targetsOf({ file, from: source.from });
  if (reachable.length === 0) return { source, file, targets: [], skipped: 0, refused: refusal(source, '', 'unsupported-type') };
  const targets = asked ? asked.filter((to) => reachable.includes(to)) : reachable;
  return { source, file, targets, skipped: asked ? asked.length - targets.length : 0 };
}

/** Converts, has every result judged, and deletes it. */
export async function convertOnce(bench: Bench, source: RowSource, file: string, to: FormatId): Promise<Row> {
  const outcome = await bench.way.convert({ file, from: source.from }, to, path.join(bench.scratch, crypto.randomUUID()));
  return rowOf({ source, file, to, bench }, outcome);
}

function refusal(source: RowSource, to: string, code: string): Row {
  return { ...source, to, route: '', fidelity: '', status: 'refused', code, milliseconds: 0, bytesOut: 0, judge: '' };
}

type Tried = { readonly source: RowSource; readonly file: string; readonly to: FormatId; readonly bench: Bench };

async function rowOf({ source, file, to, bench }: Tried, outcome: Outcome): Promise<Row> {
  if (!outcome.ok) {
    const { code, milliseconds } = outcome;
    const broke = code === 'crashed' || code === 'internal';
    return { ...refusal(source, to, code), status: code === 'timeout' ? 'timeout' : broke ? 'crash' : 'refused', milliseconds };
  }
  const { files, playback, ...rest } = outcome;
  const opened = await judgeAll(files, to, file, playback);
  const { judge, verdict } = opened.verdict === 'valid' ? await lookedAt(opened, { source, file, to, bench }, outcome) : opened;
  const compared = bench.compare
    ? await comparePictures({ source: file, from: source.from, result: files[0] ?? '', to })
    : undefined;
  await putAway(files, source, bench.keep);
  const status = { valid: 'ok', invalid: 'invalid-output', unjudged: 'unjudged' } as const;
  return { ...source, to, ...rest, status: status[verdict], code: '', judge, ...(compared ? { compared } : {}) };
}

/** Returns the worst verdict over all results of one conversion. */
async function judgeAll(files: readonly string[], to: string, source: string, playback?: Playback): Promise<Verdict> {
  const verdicts: Verdict[] = [];
  for (const [index, file] of files.entries())
    verdicts.push(await judgeFile(file, to, source, index === 0 ? playback : undefined));
  const worst = verdicts.find(({ verdict }) => verdict === 'invalid') ?? verdicts.find(({ verdict }) => verdict === 'unjudged');
  return worst ?? verdicts[0] ?? { judge: '', verdict: 'invalid' };
}

/** Adds what looks wrong in a result that programs open. */
async function lookedAt(
  opened: Verdict,
  { source, file, to, bench }: Tried,
  { files: results, fidelity }: Extract<Outcome, { ok: true }>,
): Promise<Verdict> {
  if (!bench.appearance) return opened;
  const faults = await appearanceFaults({ source: file, from: source.from, results, to, fidelity }, bench.appearance.office);
  if (faults === undefined || faults.length === 0) return faults ? { ...opened, judge: `${opened.judge}, appearance` } : opened;
  return { judge: `appearance: ${faults.join(', ')}`, verdict: 'invalid' };
}

/** Deletes results, or moves them to a folder named after their source. */
async function putAway(results: readonly string[], source: RowSource, keep: string | undefined): Promise<void> {
  if (keep === undefined) {
    await Promise.all(results.map((result) => rm(result)));
    return;
  }
  const folder = path.join(keep, source.file);
  await mkdir(folder, { recursive: true });
  await Promise.all(results.map((result) => rename(result, path.join(folder, path.basename(result).replace(/^[^.]*\./, '')))));
}
