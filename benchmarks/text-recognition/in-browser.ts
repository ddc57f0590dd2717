import path from 'node:path';
import { milliseconds, table } from '../markdown.ts';
import { openSitePage, type SitePage } from '../site-page.ts';
import type { SuiteRun } from '../suite.ts';
import { type Watched, watch } from '../watch.ts';
import { kindsOf, type PageKind, type PageMaker } from './pages.ts';
import { writeScannedDocument } from './scanned-document.ts';

const PAGES = 100;
const MAX_MEGABYTES = 500;
/** Milliseconds after which the second conversion is cancelled: the engine is loaded and pages are being read. */
const CANCEL_AFTER_MS = 20_000;
/** Rows of the table of memory over time. */
const PARTS = 10;
const INPUT = 'bench-input';

/** Share of the work that was done at a time in milliseconds since 1970. */
type Step = { readonly fraction: number; readonly at: number };

/** Converts a scan of 100 pages to Word on the built website, observing its memory and the page, and cancels another run. */
export async function browserSection({ folder, say }: SuiteRun, maker: Pick<PageMaker, 'make'>): Promise<string> {
  const file = await writeScannedDocument({ maker, folder }, mixedKinds(), PAGES);
  const site = await openSitePage(path.join(folder, 'profile'));
  try {
    const watched = await watch(site, () => convertWithProgress(site, file));
    say(`${PAGES} pages: ${milliseconds(watched.result.ms / 1000)} s, peak ${megabytes(watched.peak.own)} MB`);
    const cancelMs = await site.cancel(file, 'txt', CANCEL_AFTER_MS);
    return reportOf(site.browser, watched, cancelMs);
  } finally {
    await site.close();
  }
}

/** English and Korean pages in turn, all at 200 dpi. */
function mixedKinds(): readonly PageKind[] {
  const [english, korean] = [kindsOf('english'), kindsOf('korean')];
  return english.flatMap((kind, index) => [kind, korean[index] ?? kind]).filter(({ dpi }) => dpi === 200);
}

async function convertWithProgress({ page }: SitePage, file: string): Promise<{ ms: number; steps: readonly Step[] }> {
  await page.setInputFiles(`#${INPUT}`, file);
  return page.evaluate(async (id) => {
    const input = document.getElementById(id);
    const chosen = input instanceof HTMLInputElement ? input.files?.[0] : undefined;
    if (!chosen) throw new Error('no file was given');
    const steps: { fraction: number; at: number }[] = [];
    const onProgress: NonNullable<Parameters<typeof globalThis.bakkum.convert>[3]>['onProgress'] = (progress) => {
      if (progress.stage === 'working' && progress.fraction !== undefined)
        steps.push({ fraction: progress.fraction, at: Date.now() });
    };
    const startedAt = performance.now();
    const result = await globalThis.bakkum.convert(chosen, 'docx', { recognize: 'on' }, { onProgress });
    if (!result.ok) throw new Error(`${result.code} (${result.detail})`);
    return { ms: performance.now() - startedAt, steps };
  }, INPUT);
}

function reportOf(
  browser: string,
  { result, before, peak, samples, taskMs, gapMs, busyMs, waitedMs }: Watched<ConvertedScan>,
  cancelMs: number,
): string {
  const reached = PARTS_OF_WORK.map(([from, to]) => {
    const during = samples.filter(({ at }) => isWithin(fractionAt(result.steps, at), from, to));
    const own = during.map((sample) => sample.own);
    return [`${from * PAGES + 1}–${to * PAGES}`, megabytes(Math.max(...own)), megabytes(meanOf(own))];
  });
  const largest = Math.max(0, ...result.steps.map(({ fraction }, index) => fraction - (result.steps[index - 1]?.fraction ?? 0)));
  return [
    `## ${PAGES} scanned pages in the browser`,
    '',
    `PDF to Word on the built website in ${browser}: pages of 200 dpi, English and Korean in turn. Memory is the private memory of the`,
    'page’s process, which includes its workers.',
    '',
    table(['pages', 'highest, MB', 'mean, MB'], reached),
    `- Time: ${milliseconds(result.ms / 1000)} s, ${(result.ms / 1000 / PAGES).toFixed(1)} s per page`,
    `- Memory: ${megabytes(before.own)} MB before, at most ${megabytes(peak.own)} MB; ${peak.own <= MAX_MEGABYTES * 1e6 ? 'met' : 'missed'} (≤ ${MAX_MEGABYTES})`,
    `- Longest task of the page: ${taskMs === 0 ? 'below 50' : milliseconds(taskMs)} ms; longest pause between two timers: ${milliseconds(gapMs)} ms`,
    `- Main thread of the page: ${milliseconds(busyMs)} ms on a core, ${milliseconds(waitedMs)} ms ready while other work had the cores`,
    `- Progress: ${result.steps.length} reports; the largest step is ${(largest * PAGES).toFixed(1)} pages`,
    `- Cancelled in the middle: the conversion ended after ${milliseconds(cancelMs)} ms`,
    '',
  ].join('\n');
}

type ConvertedScan = Awaited<ReturnType<typeof convertWithProgress>>;

const PARTS_OF_WORK = Array.from({ length: PARTS }, (_, part) => [part / PARTS, (part + 1) / PARTS] as const);

const isWithin = (fraction: number, from: number, to: number): boolean => fraction >= from && (fraction < to || to === 1);

/** The last reported share of the work at a time. */
const fractionAt = (steps: readonly Step[], at: number): number => steps.findLast((step) => step.at <= at)?.fraction ?? 0;

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const megabytes = (bytes: number): string => (Number.isFinite(bytes) ? String(Math.round(bytes / 1e6)) : '–');
