import { appendFile } from 'node:fs/promises';
import { routeOf } from '@bakkum/conversion/planner';
import { formatById } from '@bakkum/registry/catalogue';
import type { ScriptingInterface } from '../../apps/web/app/features/conversion/scripting-interface.ts';
import { maskAsSafari } from '../browser-harness/safari-context.ts';
import { type BrowserName, type BrowserTab, type LaunchedBrowser, until } from '../browsers/browser-tab.ts';
import { launchPlaywright } from '../browsers/playwright-browser.ts';
import { launchWebKit } from '../browsers/webkit-browser.ts';
import { serveBuiltSite } from '../built-site.ts';
import { type ConversionPath, MAX_JUDGED, type Outcome, type Source } from './conversion-path.ts';
import { isPlayed, playInPage } from './playback.ts';

declare global {
  var bakkum: ScriptingInterface;
  /** Results of the last conversion, until the next. */
  var matrixResults: readonly Blob[];
}

const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-dev-shm-usage'];
const INPUT = 'matrix-input';
/** Milliseconds after the page's own deadline when the page itself counts as hung. */
const HANG_GRACE_MS = 15_000;
const PART_BYTES = 3 << 20;

/** `masked`: Chromium without what Safari lacks. */
export type SiteBrowser = BrowserName | 'masked';

type Given = { readonly browser: SiteBrowser; readonly lanes: number; readonly deadlineMs: number };

/** The built site in a real browser, driven through the page's script interface. Each lane has its own page. */
export async function openBrowserPath(given: Given): Promise<ConversionPath> {
  const site = await serveBuiltSite();
  const browser = await launched(given);
  const idle: Lane[] = Array.from({ length: given.lanes }, () => new Lane(browser, site.baseUrl, given.deadlineMs));
  const waiting: ((lane: Lane) => void)[] = [];
  const inLane = async <T>(work: (lane: Lane) => Promise<T>): Promise<T> => {
    const lane = idle.pop() ?? (await new Promise<Lane>((resolve) => waiting.push(resolve)));
    try {
      return await work(lane);
    } finally {
      const next = waiting.shift();
      if (next) next(lane);
      else idle.push(lane);
    }
  };
  return {
    targetsOf: (source) => inLane((lane) => lane.targetsOf(source)),
    convert: (source, to, stem) => inLane((lane) => lane.convert(source, to, stem)),
    async close() {
      await browser.close();
      await site.close();
    },
  };
}

function launched({ browser }: Given): Promise<LaunchedBrowser> {
  if (browser === 'webkit') return launchWebKit();
  // The program that requested the conversions handles interruptions.
  const launch = { args: FLAGS, handleSIGINT: false, handleSIGTERM: false };
  return browser === 'masked' ? launchPlaywright('chromium', launch, maskAsSafari) : launchPlaywright(browser, launch);
}

/** A page that is reopened after it crashed or hung. */
class Lane {
  readonly #browser: LaunchedBrowser;
  readonly #baseUrl: string;
  readonly #deadlineMs: number;
  #tab: BrowserTab | undefined;

  constructor(browser: LaunchedBrowser, baseUrl: string, deadlineMs: number) {
    this.#browser = browser;
    this.#baseUrl = baseUrl;
    this.#deadlineMs = deadlineMs;
  }

  async targetsOf({ file }: Source): Promise<readonly string[]> {
    const tab = await this.#open();
    await tab.chooseFiles(`#${INPUT}`, [file]);
    return tab.evaluate(async (id) => {
      const input = document.getElementById(id);
      const chosen = input instanceof HTMLInputElement ? input.files?.[0] : undefined;
      return chosen ? globalThis.bakkum.targets(chosen, { unproven: true }) : [];
    }, INPUT);
  }

  async convert(source: Source, to: string, stem: string): Promise<Outcome> {
    const startedAt = performance.now();
    const failed = (code: string): Outcome => ({ ok: false, code, milliseconds: performance.now() - startedAt });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, this.#deadlineMs + HANG_GRACE_MS, 'late');
    });
    try {
      const outcome = await Promise.race([this.#convert(source, to, stem), late]);
      if (outcome !== 'late') return outcome;
      await this.#drop();
      return failed('timeout');
    } catch (cause) {
      process.stderr.write(`page crashed while converting ${source.file} to ${to}: ${String(cause)}\n`);
      await this.#drop();
      return failed('crashed');
    } finally {
      clearTimeout(timer);
    }
  }

  async #convert({ file }: Source, to: string, stem: string): Promise<Outcome> {
    const tab = await this.#open();
    await tab.chooseFiles(`#${INPUT}`, [file]);
    const job = { id: INPUT, to, deadlineMs: this.#deadlineMs, mostJudged: MAX_JUDGED };
    const answer = await Promise.race([tab.evaluate(convertInPage, job), tab.died]);
    if (!answer.ok) return answer;
    const { plan, sizes, ...rest } = answer;
    const files: string[] = [];
    for (const [index, size] of sizes.entries()) {
      const name = `${stem}.${index}.${formatById(to)?.extensions[0] ?? to}`;
      await takeResult(tab, { index, size, name });
      files.push(name);
    }
    // The others lack codecs that their users have: those of the system.
    const plays = this.#browser.name === 'chromium' && isPlayed(to);
    const playback = plays ? await Promise.race([tab.evaluate(playInPage, undefined), tab.died]) : undefined;
    return { ...rest, files, route: routeOf(plan), fidelity: plan.fidelity, ...(playback && { playback }) };
  }

  async #open(): Promise<BrowserTab> {
    if (this.#tab) return this.#tab;
    const tab = await this.#browser.openTab();
    await tab.goto(`${this.#baseUrl}/converter`);
    await until(tab, () => 'bakkum' in globalThis, undefined);
    await tab.evaluate((id) => {
      const input = document.createElement('input');
      input.type = 'file';
      input.id = id;
      document.body.append(input);
    }, INPUT);
    this.#tab = tab;
    return tab;
  }

  async #drop(): Promise<void> {
    const tab = this.#tab;
    this.#tab = undefined;
    await tab?.close();
  }
}

/** Runs in the page. Results stay there until `takeResult` has transferred them. */
async function convertInPage(job: { id: string; to: string; deadlineMs: number; mostJudged: number }) {
  const input = document.getElementById(job.id);
  const chosen = input instanceof HTMLInputElement ? input.files?.[0] : undefined;
  if (!chosen) throw new Error('no file was given');
  const startedAt = performance.now();
  const result = await globalThis.bakkum.convert(chosen, job.to, {}, { signal: AbortSignal.timeout(job.deadlineMs) });
  const milliseconds = performance.now() - startedAt;
  if (!result.ok) {
    const late = result.code === 'cancelled' && milliseconds >= job.deadlineMs;
    return { ok: false, code: late ? 'timeout' : result.code, milliseconds } as const;
  }
  const all = result.files.map(({ blob }) => blob);
  globalThis.matrixResults = all.length <= job.mostJudged ? all : [...all.slice(0, job.mostJudged - 1), ...all.slice(-1)];
  const sizes = globalThis.matrixResults.map(({ size }) => size);
  const bytesOut = all.reduce((sum, { size }) => sum + size, 0);
  return { ok: true, sizes, plan: result.plan, bytesOut, milliseconds: result.elapsedMs } as const;
}

/** Transfers a result in parts, so that its size does not matter. */
async function takeResult(tab: BrowserTab, { index, size, name }: { index: number; size: number; name: string }): Promise<void> {
  for (let at = 0; at === 0 || at < size; at += PART_BYTES) {
    const base64 = await tab.evaluate(
      async ({ index: of, from, end }) => {
        const part = globalThis.matrixResults[of]?.slice(from, end);
        return new Uint8Array((await part?.arrayBuffer()) ?? []).toBase64();
      },
      { index, from: at, end: at + PART_BYTES },
    );
    await appendFile(name, Buffer.from(base64, 'base64'));
  }
}
