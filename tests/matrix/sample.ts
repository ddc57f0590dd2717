import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FormatId } from '@bakkum/conversion/engine';
import { formatById } from '@bakkum/registry/catalogue';
import { offeredTargets } from '@bakkum/registry/offered-pairs';
import { defaultTarget } from '@bakkum/registry/targets/default-target';
import { sourceOf } from './convert-file.ts';
import type { Row } from './report.ts';

/** A conversion to try. */
export type Conversion = { readonly file: string; readonly to: FormatId };

/** Larger files make a run long without telling more about a browser. */
const MAX_BYTES = 5_000_000;

/** Chooses files at random, the same ones every time, and for each the target suggested on the page and another that is offered. */
export async function sampleOf(dir: string, files: readonly string[], count: number): Promise<readonly Conversion[]> {
  const chosen: Conversion[] = [];
  let taken = 0;
  for (const file of files.toSorted((one, other) => orderOf(dir, one).localeCompare(orderOf(dir, other), 'en'))) {
    if (taken === count) break;
    if ((await stat(file)).size > MAX_BYTES) continue;
    const targets = await twoTargets(dir, file);
    if (targets.length === 0) continue;
    taken += 1;
    chosen.push(...targets.map((to) => ({ file, to })));
  }
  return chosen;
}

async function twoTargets(dir: string, file: string): Promise<readonly FormatId[]> {
  const { from } = await sourceOf(dir, file);
  const format = formatById(from);
  if (!format) return [];
  const offered = offeredTargets(from);
  const first = defaultTarget(format, offered)?.to ?? offered[0];
  const others = offered.filter((to) => to !== first);
  const other = others[Number.parseInt(orderOf(dir, file).slice(0, 8), 16) % others.length];
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
