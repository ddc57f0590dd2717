import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { FormatId } from '@bakkum/conversion/engine';
import { detectFormat, readHead } from '@bakkum/formats/detect';
import { publicFormats } from '@bakkum/registry/catalogue';
import { comparePictures } from './compare.ts';
import type { ConversionPath, Outcome } from './conversion-path.ts';
import { judgeFile, type Verdict } from './judges.ts';
import type { Row } from './report.ts';

/** What every row of one file has in common. `from` is empty when its kind is not known. */
export type RowSource = Pick<Row, 'file' | 'from' | 'family' | 'bytesIn'>;

/** Where and how conversions of the matrix happen. `scratch` is an existing folder for results until they are judged. */
export type Bench = { readonly way: ConversionPath; readonly scratch: string; readonly compare: boolean };

/** Tells a file's format by its content and its name; the row calls it by its place in `dir`. */
export async function sourceOf(dir: string, file: string): Promise<RowSource> {
  const blob = await openAsBlob(file);
  const { format } = detectFormat({ ...(await readHead(blob)), name: path.basename(file) }, publicFormats());
  return { file: path.relative(dir, file), from: format?.id ?? '', family: format?.family ?? 'unknown', bytesIn: blob.size };
}

/** What is to be done with one file: the targets to try, or the row of a file nothing opens. */
export type FilePlan = {
  readonly source: RowSource;
  readonly file: string;
  readonly targets: readonly FormatId[];
  /** Targets asked for that no plan leads to. */
  readonly skipped: number;
  readonly refused?: Row;
};

/** The targets of a file: all that some plan leads to, or of those the ones asked for. */
export async function planFile(way: ConversionPath, dir: string, file: string, asked?: readonly FormatId[]): Promise<FilePlan> {
  const source = await sourceOf(dir, file);
  const reachable = source.from === '' ? [] : await way.targetsOf({ file, from: source.from });
  if (reachable.length === 0) return { source, file, targets: [], skipped: 0, refused: refusal(source, '', 'unsupported-type') };
  const targets = asked ? asked.filter((to) => reachable.includes(to)) : reachable;
  return { source, file, targets, skipped: asked ? asked.length - targets.length : 0 };
}

/** Converts, has every result judged, and removes it. */
export async function convertOnce(bench: Bench, source: RowSource, file: string, to: FormatId): Promise<Row> {
  const outcome = await bench.way.convert({ file, from: source.from }, to, path.join(bench.scratch, crypto.randomUUID()));
  return rowOf({ source, file, to, compare: bench.compare }, outcome);
}

function refusal(source: RowSource, to: string, code: string): Row {
  return { ...source, to, route: '', fidelity: '', status: 'refused', code, milliseconds: 0, bytesOut: 0, judge: '' };
}

type Tried = { readonly source: RowSource; readonly file: string; readonly to: FormatId; readonly compare: boolean };

async function rowOf({ source, file, to, compare }: Tried, outcome: Outcome): Promise<Row> {
  if (!outcome.ok) {
    const { code, milliseconds } = outcome;
    const broke = code === 'crashed' || code === 'internal';
    return { ...refusal(source, to, code), status: code === 'timeout' ? 'timeout' : broke ? 'crash' : 'refused', milliseconds };
  }
  const { files, ...rest } = outcome;
  const { judge, verdict } = await judgeAll(files, to, file);
  const compared = compare ? await comparePictures({ source: file, from: source.from, result: files[0] ?? '', to }) : undefined;
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
