import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FormatId } from '@bakkum/conversion/engine';
import { formatById } from '@bakkum/registry/catalogue';
import { offeredTargets } from '@bakkum/registry/offered-pairs';
import { defaultTarget } from '@bakkum/registry/targets/default-target';
import { POPULAR_PAIRS } from '../../content/pairs/popular.ts';
import { sourceOf } from './convert-file.ts';
import type { Row } from './report.ts';

/** A conversion to try. */
export type Conversion = { readonly file: string; readonly to: FormatId };

/** Larger files make a run long without telling more about a browser. */
const MAX_BYTES = 5_000_000;

/**
 * Chooses files at random, the same ones every time, over as many extensions as possible, and for each the two most wanted targets
 * that are offered. The first targets of all files come before the second ones, so that an interrupted run has seen every extension.
 */
export async function sampleOf(dir: string, files: readonly string[], count: number): Promise<readonly Conversion[]> {
  const chosen: { file: string; targets: readonly FormatId[] }[] = [];
  for (const file of inRounds(dir, files)) {
    if (chosen.length === count) break;
    if ((await stat(file)).size > MAX_BYTES) continue;
    const targets = await twoTargets(dir, file);
    if (targets.length > 0) chosen.push({ file, targets });
  }
  return [0, 1].flatMap((place) =>
    chosen.flatMap(({ file, targets }) => targets.slice(place, place + 1).map((to) => ({ file, to }))),
  );
}

/** Orders files so that each round has one of every extension. */
function inRounds(dir: string, files: readonly string[]): readonly string[] {
  const sorted = files.toSorted((one, other) => orderOf(dir, one).localeCompare(orderOf(dir, other), 'en'));
  const rounds: string[][] = [];
  for (const same of Map.groupBy(sorted, (file) => path.extname(file).toLowerCase()).values())
    for (const [round, file] of same.entries()) (rounds[round] ??= []).push(file);
  return rounds.flat();
}

/** Pairs that people search for, most popular first. */
const POPULAR_TARGETS = Map.groupBy(POPULAR_PAIRS, ([from]) => from);

async function twoTargets(dir: string, file: string): Promise<readonly FormatId[]> {
  const { from } = await sourceOf(dir, file);
  const format = formatById(from);
  if (!format) return [];
  const offered = offeredTargets(from);
  const first = defaultTarget(format, offered)?.to ?? offered[0];
  const others = offered.filter((to) => to !== first);
  const popular = (POPULAR_TARGETS.get(from) ?? []).map(([, to]) => to).find((to) => others.includes(to));
  const other = popular ?? others[Number.parseInt(orderOf(dir, file).slice(0, 8), 16) % others.length];
  return [first, other].flatMap((to) => to ?? []);
}

function orderOf(dir: string, file: string): string {
  return createHash('sha256').update(path.relative(dir, file)).digest('hex');
}

/** Says which share of what passed in an earlier report passes again, and what does not. */
export function repeatedSummary(earlier: readonly Row[], rows: readonly Row[]): string {
  const passed = earlier.filter(({ status }) => status === 'ok');
  const now = new Map(rows.map((row) => [`${row.file}\t${row.to}`, row]));
  const lost = passed.flatMap((row) => {
    const again = now.get(`${row.file}\t${row.to}`);
    return again?.status === 'ok' ? [] : [`  ${row.file} → ${row.to}: ${again?.status ?? 'not tried'} ${again?.code ?? ''}`];
  });
  const share = passed.length === 0 ? 100 : ((passed.length - lost.length) / passed.length) * 100;
  return `passed before: ${passed.length}, pass again: ${passed.length - lost.length} (${share.toFixed(1)} %)\n${lost.map((line) => `${line}\n`).join('')}`;
}
