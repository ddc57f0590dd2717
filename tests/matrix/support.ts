import path from 'node:path';
import type { FormatId } from '@bakkum/conversion/engine';
import type { ProvenPairs } from '@bakkum/registry/proven-pairs';
import { type Bench, convertOnce, type RowSource, sourceOf } from './convert-file.ts';
import type { Row } from './report.ts';

/** Part `index` of `count` equal parts, counted from 0. */
export type Part = { readonly index: number; readonly count: number };
export type Pair = { readonly from: FormatId; readonly to: FormatId };
type Sample = { readonly source: RowSource; readonly file: string };
/** Files by their detected format, smallest first. */
export type Samples = ReadonlyMap<FormatId, readonly Sample[]>;

/** Returns every `count`-th pair of a host, so that each part contains pairs of every family. */
export function pairsOfPart(groups: ProvenPairs[keyof ProvenPairs], part: Part): readonly Pair[] {
  return groups
    .flatMap(({ from, to }) => from.flatMap((source) => to.map((target) => ({ from: source, to: target }))))
    .sort((a, b) => a.from.localeCompare(b.from, 'en') || a.to.localeCompare(b.to, 'en'))
    .filter((_, index) => index % part.count === part.index);
}

export async function samplesByFormat(dir: string, files: readonly string[]): Promise<Samples> {
  const samples: Sample[] = [];
  for (const file of files) samples.push({ source: await sourceOf(dir, file), file });
  return Map.groupBy(
    samples.sort((a, b) => a.source.bytesIn - b.source.bytesIn),
    ({ source }) => source.from,
  );
}

/**
 * Repeats a pair of the support table: tries its samples until an independent program opens a result. A pair without a sample
 * gives a row with code `no-sample`.
 */
export async function checkPair(bench: Bench, { from, to }: Pair, samples: Samples): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { source, file } of samples.get(from) ?? []) {
    const row = await convertOnce(bench, source, file, to);
    rows.push(row);
    if (passed(row)) break;
  }
  return rows.length > 0 ? rows : [missing(from, to)];
}

/** Returns whether these rows complete the check of a pair. */
export function isChecked(rows: readonly Row[], samples: readonly Sample[]): boolean {
  return rows.some(passed) || rows.length >= Math.max(1, samples.length);
}

function missing(from: FormatId, to: FormatId): Row {
  const nothing = { file: '', family: 'unknown', route: '', fidelity: '', judge: '', milliseconds: 0, bytesIn: 0, bytesOut: 0 };
  return { ...nothing, from, to, status: 'refused', code: 'no-sample' };
}

/** Returns the broken pairs: nothing passed, or a result was invalid. */
export function brokenPairs(rows: readonly Row[]): readonly string[] {
  return [...Map.groupBy(rows, ({ from, to }) => `${from} → ${to}`)]
    .filter(([, of]) => of.some(({ status }) => status === 'invalid-output') || !of.some(passed))
    .map(
      ([pair, of]) =>
        `${pair}: ${of.map(({ file, status, code }) => `${path.basename(file)} ${status} ${code}`.trim()).join(', ')}`,
    );
}

function passed({ status }: Row): boolean {
  return status === 'ok' || status === 'unjudged';
}
