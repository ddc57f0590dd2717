import type { OptionValues } from '@bakkum/conversion/options';
import { routeOf } from '@bakkum/conversion/planner';
import { BROWSER_PATH } from '@bakkum/tests/browser-harness/browser';
import { serveBuiltSite } from '@bakkum/tests/built-site';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import type { ScriptingInterface } from '../apps/web/app/features/conversion/scripting-interface.ts';

declare global {
  var bakkum: ScriptingInterface;
}

const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-dev-shm-usage'];
const INPUT = 'bench-input';

export type Measured = { readonly ms: number; readonly bytesOut: number; readonly route: string };

export type Ask = { readonly copies?: number; readonly together?: boolean; readonly options?: OptionValues };

/** The built site in a real browser. Every measurement is taken inside the page, from the call to the result. */
export type SitePage = {
  readonly browser: string;
  /** For suites that observe more than the conversions. */
  readonly page: Page;
  /** Compressed bytes of scripts loaded before a file is chosen, without headers. */
  readonly scriptBytes: number;
  /** Converts the file `copies` times, in parallel or sequentially. Throws when one fails. */
  convert(file: string, to: string, ask?: Ask): Promise<Measured>;
  /** Converts all files in parallel, as a batch. Throws when one fails. */
  convertAll(files: readonly string[], to: string): Promise<{ readonly ms: number; readonly done: number }>;
  /** Cancels a conversion after `afterMs`; returns the milliseconds until the promise settled. */
  cancel(file: string, to: string, afterMs: number): Promise<number>;
  /** Opens the page in its initial state. */
  openAgain(): Promise<void>;
  /** Deletes finished results from the browser's private disk. */
  forgetResults(): Promise<void>;
  close(): Promise<void>;
};

/** @param profile an empty folder: with it results are stored on disk as for users, without it in memory */
export async function openSitePage(profile?: string): Promise<SitePage> {
  const site = await serveBuiltSite();
  const context = await openContext(profile);
  const browser = context.browser();
  if (!browser) throw new Error('the browser cannot be reached from its context');
  const page = await context.newPage();
  const weights = weighScripts(page);
  const address = `${site.baseUrl}/converter`;
  await openConverter(page, address);
  const scriptBytes = await weights();
  return {
    browser: `Chromium ${browser.version()}`,
    page,
    scriptBytes,
    async convert(file, to, { copies = 1, together = false, options = {} } = {}) {
      await page.setInputFiles(`#${INPUT}`, file);
      const { plan, ...rest } = await page.evaluate(convertInPage, { id: INPUT, to, copies, together, options });
      return { ...rest, route: plan ? routeOf(plan) : '' };
    },
    async cancel(file, to, afterMs) {
      await page.setInputFiles(`#${INPUT}`, file);
      return page.evaluate(cancelInPage, { id: INPUT, to, afterMs });
    },
    async convertAll(files, to) {
      await page.setInputFiles(`#${INPUT}`, [...files]);
      return page.evaluate(convertAllInPage, { id: INPUT, to });
    },
    openAgain: () => openConverter(page, address),
    forgetResults: () => page.evaluate(forgetInPage),
    async close() {
      await context.close();
      await browser.close();
      await site.close();
    },
  };
}

async function openContext(profile?: string): Promise<BrowserContext> {
  const launch = { ...(BROWSER_PATH ? { executablePath: BROWSER_PATH } : {}), args: FLAGS };
  if (profile !== undefined) return chromium.launchPersistentContext(profile, launch);
  return (await chromium.launch(launch)).newContext();
}

async function openConverter(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => 'bakkum' in globalThis);
  await page.evaluate((id) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = id;
    input.multiple = true;
    document.body.append(input);
  }, INPUT);
}

function weighScripts(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script' || request.serviceWorker()) return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function convertInPage(job: { id: string; to: string; copies: number; together: boolean; options: OptionValues }) {
  const input = document.getElementById(job.id);
  const file = input instanceof HTMLInputElement ? input.files?.[0] : undefined;
  if (!file) throw new Error('no file was given');
  const once = async () => {
    const result = await globalThis.bakkum.convert(file, job.to, job.options);
    if (!result.ok) throw new Error(`${file.name} to ${job.to}: ${result.code} (${result.detail})`);
    return result;
  };
  const startedAt = performance.now();
  const results: Awaited<ReturnType<typeof once>>[] = [];
  if (job.together) results.push(...(await Promise.all(Array.from({ length: job.copies }, once))));
  else for (let copy = 0; copy < job.copies; copy += 1) results.push(await once());
  const ms = performance.now() - startedAt;
  return { ms, bytesOut: results[0]?.files[0].blob.size ?? 0, plan: results[0]?.plan };
}

async function cancelInPage(job: { id: string; to: string; afterMs: number }) {
  const input = document.getElementById(job.id);
  const file = input instanceof HTMLInputElement ? input.files?.[0] : undefined;
  if (!file) throw new Error('no file was given');
  const controller = new AbortController();
  let abortedAt = 0;
  setTimeout(() => {
    abortedAt = performance.now();
    controller.abort();
  }, job.afterMs);
  const result = await globalThis.bakkum.convert(file, job.to, {}, { signal: controller.signal });
  const settledAt = performance.now();
  if (result.ok || result.code !== 'cancelled') throw new Error(`${file.name} to ${job.to} ended before it was cancelled`);
  return settledAt - abortedAt;
}

async function convertAllInPage(job: { id: string; to: string }) {
  const input = document.getElementById(job.id);
  const files = input instanceof HTMLInputElement ? [...(input.files ?? [])] : [];
  const startedAt = performance.now();
  const results = await Promise.all(files.map((file) => globalThis.bakkum.convert(file, job.to)));
  for (const result of results) if (!result.ok) throw new Error(`to ${job.to}: ${result.code} (${result.detail})`);
  return { ms: performance.now() - startedAt, done: results.length };
}

/** Keeps the folders, as running workers write into them. A file of a worker that was ended stays locked for a moment. */
async function forgetInPage() {
  const clear = async (folder: FileSystemDirectoryHandle): Promise<void> => {
    for await (const [name, entry] of folder.entries())
      if (entry instanceof FileSystemDirectoryHandle) await clear(entry);
      else await folder.removeEntry(name);
  };
  const root = await navigator.storage.getDirectory();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await clear(root);
    } catch (refusal) {
      if (attempt === 10) throw refusal;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
