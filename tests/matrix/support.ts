import path from 'node:path';
import type { FormatId } from '@bakkum/conversion/engine';
import type { ProvenPairs } from '@bakkum/registry/proven-pairs';
import { type Bench, convertOnce, type RowSource, sourceOf } from './convert-file.ts';
import type { Row } from './report.ts';

/** Part `index` of `count` equal parts, counted from 0. */
export type Part = { readonly index: number; readonly count: number };
export type Pair = { readonly from: FormatId; readonly to: FormatId };
type Sample = { readonly source: RowSource; readonly file: string };
/** Files by the format they are taken for, the smallest first. */
export type Samples = ReadonlyMap<FormatId, readonly Sample[]>;

/** The pairs of a host that belong to this part: every `count`-th, so that each part holds something of every family. */
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
 * Does once more what the table of support says works: tries the samples of a pair until one became what an independent program
 * opens. A pair nobody here has a sample of is a row with code `no-sample`.
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

/** Whether these rows of a pair are all that checking it makes. */
export function isChecked(rows: readonly Row[], samples: readonly Sample[]): boolean {
  return rows.some(passed) || rows.length >= Math.max(1, samples.length);
}

function missing(from: FormatId, to: FormatId): Row {
  const nothing = { file: '', family: 'unknown', route: '', fidelity: '', judge: '', milliseconds: 0, bytesIn: 0, bytesOut: 0 };
  return { ...nothing, from, to, status: 'refused', code: 'no-sample' };
}

/** What the table says and these rows do not show: nothing of the pair passed, or something invalid came out of it. */
export function brokenPromises(rows: readonly Row[]): readonly string[] {
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
