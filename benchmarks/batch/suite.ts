import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { BROWSER_PATH } from '@bakkum/tests/browser-harness/browser';
import { serveBuiltSite } from '@bakkum/tests/built-site';
import { chromium, type Page } from 'playwright-core';
import { DEMO_ACCOUNT } from '../../apps/server/config/demo-account.ts';
import { describeMachine } from '../machine.ts';
import { milliseconds, table } from '../markdown.ts';
import type { Suite } from '../suite.ts';
import { type Watched, watch } from '../watch.ts';

/** Folder of the files to convert; defaults to our fixtures. */
const FILES = process.env['BENCH_FILES'] ?? path.resolve(import.meta.dirname, '../../tests/fixtures');
const COUNT = 200;
/** Time the page may take to react and to stop everything that runs, in milliseconds. */
const TASK_TARGET_MS = 100;
const CANCEL_TARGET_MS = 1000;
const CANCEL_AFTER_MS = 3000;
const HOUR_MS = 3_600_000;
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-dev-shm-usage'];

/** Lists files of as many kinds as possible; no kind repeats before each occurred once. */
function mixedFiles(): readonly string[] {
  const files = readdirSync(FILES, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(FILES, name))
    .filter((file) => statSync(file).isFile() && statSync(file).size > 0)
    .sort();
  const kinds = Map.groupBy(files, (file) => path.extname(file).toLowerCase());
  const rounds = Array.from({ length: files.length }, (_, round) => [...kinds.values()].flatMap((kind) => kind[round] ?? []));
  return rounds.flat().slice(0, COUNT);
}

/** Converts 200 files of all kinds on the batch page through its buttons, as a user whose plan allows that many. */
export const suite: Suite = {
  title: 'A batch of 200 files',
  once: true,
  async run({ folder, say }) {
    const machine = describeMachine(['Chromium, driven by playwright-core']);
    const site = await serveBuiltSite();
    const launch = { ...(BROWSER_PATH ? { executablePath: BROWSER_PATH } : {}), args: FLAGS };
    const context = await chromium.launchPersistentContext(path.join(folder, 'profile'), launch);
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(HOUR_MS);
      await signIn(page, site.baseUrl);
      await page.goto(`${site.baseUrl}/home2`, { waitUntil: 'networkidle' });
      return `${machine}\n${await measure(page, folder, say)}`;
    } finally {
      await context.close();
      await site.close();
    }
  },
};

async function signIn(page: Page, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/sign-in`, { waitUntil: 'networkidle' });
  await page.locator('input[type=email]').fill(DEMO_ACCOUNT.email);
  await page.locator('input[type=password]').fill(DEMO_ACCOUNT.password);
  await page.locator('form button[type=submit]').click();
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
}

async function measure(page: Page, folder: string, say: (line: string) => void): Promise<string> {
  const files = mixedFiles();
  const rows: (readonly string[])[] = [];
  const step = async (name: string, work: () => Promise<string>): Promise<void> => {
    const startedAt = performance.now();
    const watched = await watch({ page }, work);
    rows.push([name, ((performance.now() - startedAt) / 1000).toFixed(1), ...cells(watched)]);
    say(rows.at(-1)?.join('  ') ?? '');
  };
  await step('add them', async () => {
    await page.setInputFiles('[data-testid=files]', [...files]);
    await settled(page, (states) => states.length === files.length && !states.some((state) => state === 'reading'));
    return '';
  });
  await step('convert all, cancel after 3 s', async () => {
    await page.getByRole('button', { name: 'Convert All' }).click();
    await page.waitForTimeout(CANCEL_AFTER_MS);
    const cancelMs = await cancelAll(page);
    return `cancelled within ${milliseconds(cancelMs)} ms, ${cancelMs <= CANCEL_TARGET_MS ? 'met' : 'missed'} (≤ ${CANCEL_TARGET_MS})`;
  });
  await step('convert all', async () => {
    await page.getByRole('button', { name: 'Convert All' }).click();
    const states = await settled(page, (all) => all.every((state) => ['completed', 'error', 'unsupported'].includes(state)));
    return [...Map.groupBy(states, (state) => state)].map(([state, { length }]) => `${length} ${state}`).join(', ');
  });
  await step('all results as a zip', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download all (.zip)' }).click(),
    ]);
    const zip = path.join(folder, 'results.zip');
    await download.saveAs(zip);
    const listed = execFileSync('unzip', ['-tq', zip], { encoding: 'utf8' }).trim().replace(zip, 'the zip');
    return `${(statSync(zip).size / 1e6).toFixed(1)} MB; unzip: ${listed}`;
  });
  const failures = await page.locator('li[data-status=error]').allInnerTexts();
  return [
    `${files.length} files of ${new Set(files.map((file) => path.extname(file))).size} kinds. Memory of the page’s process including workers, before and at its peak.`,
    '',
    table(['what', 's', 'MB own', 'MB resident', 'longest task ms', 'target', 'page computed ms', 'waited ms', 'result'], rows),
    '',
    ...(failures.length > 0 ? ['Refused:', '', ...failures.map((text) => `- ${text.replaceAll('\n', ' · ')}`), ''] : []),
  ].join('\n');
}

function cells({ before, peak, taskMs, busyMs, waitedMs, result }: Watched<string>): readonly string[] {
  const megabytes = (bytes: number): string => String(Math.round(bytes / 1e6));
  return [
    `${megabytes(before.own)} → ${megabytes(peak.own)}`,
    `${megabytes(before.resident)} → ${megabytes(peak.resident)}`,
    taskMs === 0 ? '< 50' : milliseconds(taskMs),
    `${taskMs <= TASK_TARGET_MS ? 'met' : 'missed'} (≤ ${TASK_TARGET_MS})`,
    milliseconds(busyMs),
    milliseconds(waitedMs),
    result,
  ];
}

/** Checks four times per second until the row states are as expected. */
async function settled(page: Page, isDone: (states: readonly string[]) => boolean): Promise<readonly string[]> {
  for (;;) {
    const states = await page
      .locator('li[data-status]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-status') ?? ''));
    if (isDone(states)) return states;
    await page.waitForTimeout(250);
  }
}

/** Milliseconds until nothing converts or waits. */
async function cancelAll(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const button = document.querySelector<HTMLElement>('[data-cancel-run]');
    if (!button) throw new Error('there is nothing to cancel');
    const startedAt = performance.now();
    button.click();
    while (document.querySelector('li[data-status=converting], li[data-status=queued]'))
      await new Promise((resolve) => setTimeout(resolve, 10));
    return performance.now() - startedAt;
  });
}
