import { appendFile } from 'node:fs/promises';
import { routeOf } from '@bakkum/conversion/planner';
import { formatById } from '@bakkum/registry/catalogue';
import { type Browser, type BrowserContext, chromium, type JSHandle, type Page } from 'playwright-core';
import type { ScriptingInterface } from '../../apps/web/app/features/conversion/scripting-interface.ts';
import { BROWSER_PATH } from '../browser-harness/browser.ts';
import { serveBuiltSite } from '../built-site.ts';
import { type ConversionPath, MAX_JUDGED, type Outcome, type Source } from './conversion-path.ts';
import { isPlayed, type Playback, playInPage } from './playback.ts';

declare global {
  var bakkum: ScriptingInterface;
  /** First result of the last conversion. */
  var matrixResult: Blob | undefined;
  var matrixReceive: (part: { readonly file: string; readonly base64: string }) => Promise<void>;
}

const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-dev-shm-usage'];
const INPUT = 'matrix-input';
/** Milliseconds after the page's own deadline when the page itself counts as hung. */
const HANG_GRACE_MS = 15_000;

/** The built site in a real browser, driven through the page's script interface. Each lane has its own page. */
export async function openBrowserPath(given: { readonly lanes: number; readonly deadlineMs: number }): Promise<ConversionPath> {
  const site = await serveBuiltSite();
  const browser = await chromium.launch({
    ...(BROWSER_PATH ? { executablePath: BROWSER_PATH } : {}),
    args: FLAGS,
    // The program that requested the conversions handles interruptions.
    handleSIGINT: false,
    handleSIGTERM: false,
  });
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

/** A page that is reopened after it crashed or hung. */
class Lane {
  readonly #browser: Browser;
  readonly #baseUrl: string;
  readonly #deadlineMs: number;
  #context: BrowserContext | undefined;
  #page: Page | undefined;
  #died: Promise<never> = new Promise(() => undefined);

  constructor(browser: Browser, baseUrl: string, deadlineMs: number) {
    this.#browser = browser;
    this.#baseUrl = baseUrl;
    this.#deadlineMs = deadlineMs;
  }

  async targetsOf({ file }: Source): Promise<readonly string[]> {
    const page = await this.#open();
    await page.setInputFiles(`#${INPUT}`, file);
    return page.evaluate(async (id) => {
      const input = document.getElementById(id);
      const chosen = input instanceof HTMLInputElement ? input.files?.[0] : undefined;
      return chosen ? globalThis.bakkum.targets(chosen, { unproven: true }) : [];
    }, INPUT);
  }

  async convert({ file }: Source, to: string, stem: string): Promise<Outcome> {
    const startedAt = performance.now();
    const failed = (code: string): Outcome => ({ ok: false, code, milliseconds: performance.now() - startedAt });
    let timer: NodeJS.Timeout | undefined;
    try {
      const page = await this.#open();
      await page.setInputFiles(`#${INPUT}`, file);
      const late = new Promise<'late'>((resolve) => {
        timer = setTimeout(resolve, this.#deadlineMs + HANG_GRACE_MS, 'late');
      });
      const pattern = `${stem}.%.${formatById(to)?.extensions[0] ?? to}`;
      const answer = await Promise.race([
        page.evaluate(convertInPage, { id: INPUT, to, pattern, deadlineMs: this.#deadlineMs, mostJudged: MAX_JUDGED }),
        late,
        this.#died,
      ]);
      if (answer === 'late') {
        await this.#drop();
        return failed('timeout');
      }
      if (!answer.ok) return answer;
      const { plan, ...rest } = answer;
      const playback = isPlayed(to) ? await Promise.race([playResult(page), this.#died]) : undefined;
      return { ...rest, route: routeOf(plan), fidelity: plan.fidelity, ...(playback && { playback }) };
    } catch (cause) {
      process.stderr.write(`page crashed while converting ${file} to ${to}: ${String(cause)}\n`);
      await this.#drop();
      return failed('crashed');
    } finally {
      clearTimeout(timer);
    }
  }

  async #open(): Promise<Page> {
    if (this.#page) return this.#page;
    this.#context = await this.#browser.newContext();
    const page = await this.#context.newPage();
    await page.exposeFunction('matrixReceive', (part: { readonly file: string; readonly base64: string }) =>
      appendFile(part.file, Buffer.from(part.base64, 'base64')),
    );
    this.#died = new Promise((_, reject) => {
      page.on('crash', () => reject(new Error('the page crashed')));
    });
    this.#died.catch(() => undefined); // the caller of a conversion receives the error
    await page.goto(`${this.#baseUrl}/converter`);
    await page.waitForFunction(() => 'bakkum' in globalThis);
    await page.evaluate((id) => {
      const input = document.createElement('input');
      input.type = 'file';
      input.id = id;
      document.body.append(input);
    }, INPUT);
    this.#page = page;
    return page;
  }

  async #drop(): Promise<void> {
    const context = this.#context;
    this.#context = undefined;
    this.#page = undefined;
    await context?.close();
  }
}

async function playResult(page: Page): Promise<Playback | undefined> {
  const result = await page.evaluateHandle(() => globalThis.matrixResult);
  try {
    return await page.evaluate(playInPage, result as JSHandle<Blob>);
  } finally {
    await result.dispose();
  }
}

/** Runs in the page. Results are transferred in parts, so that their size does not matter. */
async function convertInPage(job: { id: string; to: string; pattern: string; deadlineMs: number; mostJudged: number }) {
  const PART_BYTES = 3 << 20;
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
  globalThis.matrixResult = all[0];
  const judged = all.length <= job.mostJudged ? all : [...all.slice(0, job.mostJudged - 1), ...all.slice(-1)];
  const files: string[] = [];
  for (const [index, blob] of judged.entries()) {
    const file = job.pattern.replace('%', String(index));
    for (let at = 0; at === 0 || at < blob.size; at += PART_BYTES) {
      const bytes = new Uint8Array(await blob.slice(at, at + PART_BYTES).arrayBuffer());
      await globalThis.matrixReceive({ file, base64: bytes.toBase64() });
    }
    files.push(file);
  }
  const bytesOut = all.reduce((sum, { size }) => sum + size, 0);
  return { ok: true, files, plan: result.plan, bytesOut, milliseconds: result.elapsedMs } as const;
}
