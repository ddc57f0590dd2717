import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CAPABILITIES, type Capability } from '@bakkum/conversion/capabilities';
import type { Warning } from '@bakkum/conversion/engine';
import type { ConversionErrorCode } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import { defaultsOf } from '@bakkum/conversion/options';
import type { Plan, Planner } from '@bakkum/conversion/planner';
import { plannerFor } from '@bakkum/registry/catalogue';
import { engineAssets } from '@bakkum/registry/node/engine-assets.node';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { inject } from 'vitest';
import { type BrowserTab, type LaunchedBrowser, until } from '../browsers/browser-tab.ts';
import { launchPlaywright } from '../browsers/playwright-browser.ts';
import { launchWebKit } from '../browsers/webkit-browser.ts';
import { browserInUse } from './browser.ts';
import { applyMask, maskedAddress, PLAIN_HTTP_FLAGS } from './mask.ts';
import type { HarnessPage } from './page.ts';
import { type FileServer, serveFolder } from './serve.ts';

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export type BrowserFile = { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string; readonly label?: string };

export type BrowserResult =
  | {
      readonly ok: true;
      readonly files: readonly BrowserFile[];
      readonly warnings: readonly Warning[];
      readonly elapsedMs: number;
    }
  | { readonly ok: false; readonly code: ConversionErrorCode; readonly engine: string; readonly detail: string };

export type BrowserHarness = {
  /** @throws in WebKit, which has no page of Playwright */
  readonly page: Page;
  /** Result of the product's capability probe in this browser. */
  readonly capabilities: ReadonlySet<Capability>;
  /** Evaluates a function in the page, in any browser. */
  evaluate: BrowserTab['evaluate'];
  /** Paths that the page and its workers have requested. */
  asked(): readonly string[];
  /** Runs one plan in the product's worker. Only the steps of the plan count; no other plan is tried. */
  convert(files: readonly Uint8Array<ArrayBuffer>[], plan: Pick<Plan, 'steps'>, options?: OptionValues): Promise<BrowserResult>;
  /** Converts as the website does: tries the planner's plans in turn. */
  run(file: Uint8Array<ArrayBuffer>, from: string, to: string, options?: OptionValues): ReturnType<HarnessPage['run']>;
  close(): Promise<void>;
};

/**
 * Builds the conversion worker with every engine of the registry, serves it cross-origin isolated and opens it in a real
 * browser. A few seconds: open one per test file, in `beforeAll`.
 */
export async function openBrowserHarness(): Promise<BrowserHarness> {
  const server = await serveFolder(await builtHarness(), engineAssets());
  const browser = await launched();
  const tab = await browser.openTab();
  await tab.goto(maskedAddress(server.origin));
  await until(tab, () => 'bakkumHarness' in globalThis, undefined);
  const names = await tab.evaluate(() => globalThis.bakkumHarness.capabilities(), undefined);
  const capabilities = new Set(CAPABILITIES.filter((capability) => names.includes(capability)));
  return {
    get page() {
      if ('page' in tab) return tab.page;
      throw new TypeError(`${browser.name} has no page of Playwright`);
    },
    capabilities,
    evaluate: tab.evaluate,
    asked: () => server.asked,
    convert: converterIn(tab, server),
    run: runnerIn(tab, server, plannerFor(capabilities)),
    close: () => closeAll(browser, server),
  };
}

function launched(): Promise<LaunchedBrowser> {
  const name = browserInUse();
  if (name === 'webkit') return launchWebKit();
  return launchPlaywright(name, { args: [...FLAGS, ...PLAIN_HTTP_FLAGS] }, applyMask);
}

declare global {
  var bakkumHarness: HarnessPage;
}

let built: Promise<string> | undefined;

/** Folder of the built harness. A process builds it once, for all its files of tests. */
function builtHarness(): Promise<string> {
  const build = async (): Promise<string> => {
    const folder = path.join(inject('harnessFolder'), String(process.pid));
    await mkdir(folder);
    await buildInto(folder);
    return folder;
  };
  built ??= build();
  return built;
}

async function buildInto(folder: string): Promise<void> {
  const root = path.resolve(import.meta.dirname, '../..');
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: false,
      // As the site is built (apps/web/vite.config.ts): what minifying does to an engine is to be found out here.
      target: 'es2022',
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: { input: path.join(import.meta.dirname, 'page.ts'), output: { entryFileNames: 'page.js' } },
    },
    worker: { format: 'es' },
  });
  await writeFile(
    path.join(folder, 'index.html'),
    '<!doctype html><title>harness</title><script type="module" src="/page.js"></script>',
  );
}

function converterIn(tab: BrowserTab, { uploads }: FileServer): BrowserHarness['convert'] {
  let lastJob = 0;
  return async (files, plan, options = {}) => {
    lastJob += 1;
    const folder = `/files/${lastJob}`;
    const inputs = files.map((_, index) => `${folder}/in/${index}`);
    for (const [index, bytes] of files.entries()) uploads.set(`${folder}/in/${index}`, bytes);
    const job = { inputs, steps: plan.steps, options, outputs: `${folder}/out` };
    const answer = await tab.evaluate((given) => globalThis.bakkumHarness.convert(given), job);
    if (!answer.ok) return answer;
    const results = answer.files.map(({ type, label }, index): BrowserFile => {
      const bytes = uploads.get(`${folder}/out/${index}`);
      if (!bytes) throw new Error(`output ${index} did not arrive`);
      return { bytes, type, ...(label === undefined ? {} : { label }) };
    });
    for (const name of uploads.keys()) if (name.startsWith(`${folder}/`)) uploads.delete(name);
    return { ...answer, files: results };
  };
}

function runnerIn(tab: BrowserTab, { uploads }: FileServer, planner: Planner): BrowserHarness['run'] {
  return async (file, from, to, given = {}) => {
    const answer = planner.plan(from, to);
    if (!answer.ok) return { ok: false, code: 'no-route', detail: answer.refusal.reason };
    const input = '/files/run';
    uploads.set(input, file);
    const { plans } = answer;
    const options = { ...defaultsOf(planner.optionsOf(plans[0])), ...given };
    return tab.evaluate((job) => globalThis.bakkumHarness.run(job), { input, plans, options });
  };
}

async function closeAll(browser: LaunchedBrowser, server: FileServer): Promise<void> {
  await browser.close();
  await server.close();
}
