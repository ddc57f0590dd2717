import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type BrowserRecord, type BrowserSupport, browserShare, type LostConversion } from '@bakkum/registry/browser-support';
import { programsOf } from '../../scripts/browsers.mjs';
import { webKitVersion } from '../browsers/webkit-browser.ts';
import type { SiteBrowser } from './browser-path.ts';
import type { Row } from './report.ts';
import { conversionKey } from './run-tasks.ts';

const FILE = path.resolve(import.meta.dirname, '../../packages/core/registry/browser-support.json');

/**
 * Summarizes a report for the table of browsers.
 * @param rows conversions in this browser
 * @param chromium conversions in Chromium; those that failed there say nothing about another browser. Chromium's own record has none.
 */
export function browserRecordOf(rows: readonly Row[], chromium?: readonly Row[]): Omit<BrowserRecord, 'program' | 'date'> {
  const possible = chromium && new Set(chromium.filter(isValid).map(conversionKey));
  const tried = possible ? rows.filter((row) => possible.has(conversionKey(row))) : rows.filter(({ to }) => to !== '');
  const valid = tried.filter(isValid);
  const lost = possible ? tried.filter((row) => !isValid(row)).map(lostOf) : [];
  const pairs = Map.groupBy(lost, ({ from, to }) => `${from} ${to}`);
  const proven = new Set(valid.map(({ from, to }) => `${from} ${to}`));
  return {
    files: new Set(tried.map(({ file }) => file)).size,
    tried: tried.length,
    valid: valid.length,
    // A pair that works with another file is not lost.
    lost: [...pairs].flatMap(([pair, [first]]) => (first && !proven.has(pair) ? [first] : [])).sort(byPair),
  };
}

/**
 * Writes the record of one browser, with its version.
 * @param ranAt when the report was finished
 */
export async function recordBrowser(
  browser: SiteBrowser,
  { rows, ranAt, chromium }: { readonly rows: readonly Row[]; readonly ranAt: Date; readonly chromium?: readonly Row[] },
): Promise<BrowserRecord> {
  const known = JSON.parse(await readFile(FILE, 'utf8')) as BrowserSupport;
  const record: BrowserRecord = {
    program: await programOf(browser),
    date: ranAt.toISOString().slice(0, 10),
    ...browserRecordOf(rows, chromium),
  };
  await writeFile(FILE, `${JSON.stringify({ ...known, [browser]: record }, undefined, 2)}\n`);
  return record;
}

/** Formats a record as a row of the table in docs/browsers.md. */
export function documentedRow(browser: SiteBrowser, record: BrowserRecord): string {
  const { program, date, files, tried, valid } = record;
  return `| ${browser} | ${program} | ${date} | ${files} | ${tried} | ${valid} | ${browserShare(record).toFixed(1)} % |`;
}

function isValid({ status }: Row): boolean {
  return status === 'ok' || status === 'unjudged';
}

function lostOf({ from, to, status, code }: Row): LostConversion {
  return { from, to, code: code === '' ? status : code };
}

function byPair(one: LostConversion, other: LostConversion): number {
  return one.from.localeCompare(other.from, 'en') || one.to.localeCompare(other.to, 'en');
}

/** Returns name and version, without the system: `Chromium 156.0.8078.108`. */
async function programOf(browser: SiteBrowser): Promise<string> {
  if (browser === 'webkit') return webKitVersion();
  const { browser: command } = programsOf(browser === 'masked' ? 'chromium' : browser) ?? {};
  if (command === undefined) throw new Error(`${browser} is not installed`);
  const { stdout } = await promisify(execFile)(command, ['--version']);
  return /[A-Z]\w+ [\w.]+/.exec(stdout.replace('Mozilla ', ''))?.[0] ?? stdout.trim();
}
