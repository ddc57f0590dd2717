import { readFile } from 'node:fs/promises';
import type { CDPSession } from 'playwright-core';
import type { SitePage } from '../site-page.ts';

const SAMPLE_MS = 100;

/** What a person would notice of a conversion beside its time. */
export type Watched<Result> = {
  readonly result: Result;
  /** Resident memory of the page's process, workers included, before and at most. Bytes. */
  readonly before: number;
  readonly peak: number;
  /** Longest time the page could not react, by a timer of 5 ms. */
  readonly gapMs: number;
  /** Longest task of the page itself; 0 when none took 50 ms. */
  readonly taskMs: number;
};

export async function watch<Result>({ page }: SitePage, work: () => Promise<Result>): Promise<Watched<Result>> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the browser cannot be reached from its page');
  const session = await browser.newBrowserCDPSession();
  const memory = await watchMemory(session);
  await page.evaluate(startWatchdog);
  try {
    const result = await work();
    const { gapMs, taskMs } = await page.evaluate(() => globalThis.watchdog());
    return { result, before: memory.before, peak: await memory.stop(), gapMs, taskMs };
  } finally {
    await memory.stop();
    await session.detach();
  }
}

declare global {
  /** Ends the watch and answers what it saw. */
  var watchdog: () => { gapMs: number; taskMs: number };
}

function startWatchdog(): void {
  let [gapMs, taskMs, last] = [0, 0, performance.now()];
  const tick = (): void => {
    const now = performance.now();
    gapMs = Math.max(gapMs, now - last);
    last = now;
  };
  const timer = setInterval(tick, 5);
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) taskMs = Math.max(taskMs, duration);
  });
  observer.observe({ type: 'longtask' });
  globalThis.watchdog = () => {
    clearInterval(timer);
    observer.disconnect();
    return { gapMs, taskMs };
  };
}

/** The largest process of a page: the product's, as the others hold nothing. */
async function watchMemory(session: CDPSession) {
  const renderers = async (): Promise<readonly number[]> => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  };
  const sample = async (): Promise<number> => Math.max(0, ...(await Promise.all((await renderers()).map(residentBytes))));
  const before = await sample();
  let peak = before;
  let stopped = false;
  const sampling = (async () => {
    while (!stopped) {
      peak = Math.max(peak, await sample());
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
  })();
  return {
    before,
    async stop() {
      stopped = true;
      await sampling;
      return peak;
    },
  };
}

/** Linux tells it in kB of 1024 bytes. 0 for a process that is gone. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
}
