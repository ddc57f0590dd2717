import { rm, stat } from 'node:fs/promises';
import type { Response } from 'playwright-core';
import { milliseconds, table } from '../markdown.ts';
import type { InstalledProgram } from '../native-program.ts';
import type { SitePage } from '../site-page.ts';
import type { SuiteRun } from '../suite.ts';
import { type Watched, watch } from '../watch.ts';
import { BATCH, makeBatch, makeBigFile } from './sources.ts';

const MEMORY_TARGET_MB = 400;
const GAP_TARGET_MS = 100;
const CANCEL_TARGET_MS = 200;
const CANCEL_AFTER_MS = 3000;
const REST_MS = 5000;

type Bench = { readonly given: SuiteRun; readonly site: SitePage; readonly ffmpeg: InstalledProgram };

const WATCHED = [
  'MB own',
  'target',
  'MB resident',
  'longest gap ms',
  'target',
  'longest task ms',
  'page computed ms',
  'waited ms',
];

export async function bigFileSection({ given, site, ffmpeg }: Bench): Promise<string> {
  const rows: (readonly string[])[] = [];
  let size = 0;
  if (given.isAsked('big')) {
    given.say('creating the big file');
    const big = await makeBigFile(given.folder, ffmpeg);
    size = (await stat(big)).size;
    const rest = await watch(site, () => new Promise((resolve) => setTimeout(resolve, REST_MS)));
    rows.push(['page at rest', '–', '–', '–', ...watchedCells(rest)]);
    for (const to of ['mov', 'mp3']) {
      await site.openAgain();
      const watched = await watch(site, () => site.convert(big, to));
      await site.forgetResults();
      const cancelMs = await site.cancel(big, to, CANCEL_AFTER_MS);
      const cancel = `${milliseconds(cancelMs)}, ${cancelMs <= CANCEL_TARGET_MS ? 'met' : 'missed'} (≤ ${CANCEL_TARGET_MS})`;
      const { ms, bytesOut } = watched.result;
      rows.push([`MP4 → ${to}`, (ms / 1000).toFixed(1), megabytes(bytesOut), cancel, ...watchedCells(watched)]);
      given.say(rows.at(-1)?.join('  ') ?? '');
      await site.forgetResults();
    }
    await rm(big);
  }
  return [
    `## A video of ${(size / 1e9).toFixed(2)} GB`,
    '',
    'One run each, with a browser profile on disk. Memory of the page’s process including workers, before and at its peak: its own',
    'as in the browser’s task manager, and resident memory including the browser’s shared code. The gap is the longest time',
    'between two ticks of a 5 ms timer in the page during a conversion, which other load lengthens too; a task is work of the page',
    'itself, which the browser reports from 50 ms. “Computed” is the CPU time of the page’s main thread, “waited” the time it was',
    'ready but no core was free.',
    '',
    table(['conversion', 's', 'MB out', 'cancel ms', ...WATCHED], rows),
  ].join('\n');
}

export async function batchSection({ given, site, ffmpeg }: Bench): Promise<string> {
  const rows: (readonly string[])[] = [];
  if (given.isAsked('batch')) {
    const files = await makeBatch(given.folder, ffmpeg);
    for (const to of ['mov', 'webm', 'gif']) {
      await site.openAgain();
      rows.push(await batchRow(site, files, to));
      given.say(rows.at(-1)?.join('  ') ?? '');
      await site.forgetResults();
    }
  }
  return [
    `## ${BATCH} clips at once`,
    '',
    'Four seconds each, converted together in a page that has loaded nothing yet. “Loads” counts how often the',
    'WebAssembly of FFmpeg came from the server rather than from the service worker’s cache.',
    '',
    table(['conversion', 's', 'done', 'workers', 'loads of FFmpeg', ...WATCHED], rows),
  ].join('\n');
}

async function batchRow(site: SitePage, files: readonly string[], to: string): Promise<readonly string[]> {
  let [workers, loads] = [0, 0];
  const onWorker = (): void => void (workers += 1);
  const onResponse = (response: Response): void => {
    if (/ffmpeg-core[^/]*\.wasm/.test(response.url()) && !response.fromServiceWorker()) loads += 1;
  };
  const context = site.page.context();
  site.page.on('worker', onWorker);
  context.on('response', onResponse);
  try {
    const watched = await watch(site, () => site.convertAll(files, to));
    const { ms, done } = watched.result;
    const counts = [`${done} of ${files.length}`, String(workers), String(loads)];
    return [`MP4 → ${to}`, (ms / 1000).toFixed(1), ...counts, ...watchedCells(watched)];
  } finally {
    site.page.off('worker', onWorker);
    context.off('response', onResponse);
  }
}

function watchedCells({ before, peak, gapMs, taskMs, busyMs, waitedMs }: Watched<unknown>): readonly string[] {
  return [
    `${megabytes(before.own)} → ${megabytes(peak.own)}`,
    `${peak.own / 1e6 <= MEMORY_TARGET_MB ? 'met' : 'missed'} (≤ ${MEMORY_TARGET_MB})`,
    `${megabytes(before.resident)} → ${megabytes(peak.resident)}`,
    milliseconds(gapMs),
    `${gapMs < GAP_TARGET_MS ? 'met' : 'missed'} (< ${GAP_TARGET_MS})`,
    taskMs === 0 ? '< 50' : milliseconds(taskMs),
    milliseconds(busyMs),
    milliseconds(waitedMs),
  ];
}

function megabytes(bytes: number): string {
  return String(Math.round(bytes / 1e6));
}
