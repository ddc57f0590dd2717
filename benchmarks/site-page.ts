import { routeOf } from '@bakkum/conversion/planner';
import { BROWSER_PATH } from '@bakkum/tests/browser-harness/harness';
import { serveBuiltSite } from '@bakkum/tests/built-site';
import { chromium, type Page } from 'playwright-core';
import type { ScriptingInterface } from '../apps/web/app/features/conversion/scripting-interface.ts';

declare global {
  var bakkum: ScriptingInterface;
}

const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-dev-shm-usage'];
const INPUT = 'bench-input';

export type Measured = { readonly ms: number; readonly bytesOut: number; readonly route: string };

/** The built site in a real browser. Every measurement is taken inside the page, from the call to the result. */
export type SitePage = {
  readonly browser: string;
  /** Compressed bytes of scripts fetched before a file is chosen, headers left out. */
  readonly scriptBytes: number;
  /** Converts the file `copies` times, all at once or one after another. Throws when one fails. */
  convert(file: string, to: string, ask?: { readonly copies: number; readonly together: boolean }): Promise<Measured>;
  /** Cancels `afterMs` into a conversion; answers the milliseconds until the promise settled. */
  cancel(file: string, to: string, afterMs: number): Promise<number>;
  close(): Promise<void>;
};

export async function openSitePage(): Promise<SitePage> {
  const site = await serveBuiltSite();
  const browser = await chromium.launch({ ...(BROWSER_PATH ? { executablePath: BROWSER_PATH } : {}), args: FLAGS });
  const page = await browser.newPage();
  const weights = weighScripts(page);
  await page.goto(`${site.baseUrl}/converter`, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => 'bakkum' in globalThis);
  const scriptBytes = await weights();
  await page.evaluate((id) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = id;
    document.body.append(input);
  }, INPUT);
  return {
    browser: `Chromium ${browser.version()}`,
    scriptBytes,
    async convert(file, to, ask = { copies: 1, together: false }) {
      await page.setInputFiles(`#${INPUT}`, file);
      const { plan, ...rest } = await page.evaluate(convertInPage, { id: INPUT, to, ...ask });
      return { ...rest, route: plan ? routeOf(plan) : '' };
    },
    async cancel(file, to, afterMs) {
      await page.setInputFiles(`#${INPUT}`, file);
      return page.evaluate(cancelInPage, { id: INPUT, to, afterMs });
    },
    async close() {
      await browser.close();
      await site.close();
    },
  };
}

function weighScripts(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script' || request.serviceWorker()) return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function convertInPage(job: { id: string; to: string; copies: number; together: boolean }) {
  const input = document.getElementById(job.id);
  const file = input instanceof HTMLInputElement ? input.files?.[0] : undefined;
  if (!file) throw new Error('no file was given');
  const once = async () => {
    const result = await globalThis.bakkum.convert(file, job.to);
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
  if (result.ok || result.code !== 'cancelled') throw new Error(`${file.name} to ${job.to} ended before the cancel`);
  return settledAt - abortedAt;
}
