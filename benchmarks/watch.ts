import { readFile } from 'node:fs/promises';
import type { CDPSession } from 'playwright-core';
import type { SitePage } from './site-page.ts';

const SAMPLE_MS = 100;

/** What a person would notice of a conversion beside its time. */
export type Watched<Result> = {
  readonly result: Result;
  /** Memory of the page's process, workers included. */
  readonly before: Memory;
  readonly peak: Memory;
  /** Longest time the page could not react, by a timer of 5 ms. */
  readonly gapMs: number;
  /** Longest task of the page itself; 0 when none took 50 ms. */
  readonly taskMs: number;
  /** All the page's own thread computed, and how long it was ready to but no core was free. */
  readonly busyMs: number;
  readonly waitedMs: number;
};

/** Bytes: all that is resident, and what is the process's own as the browser's task manager tells it, shared code left out. */
export type Memory = { readonly resident: number; readonly own: number };

export async function watch<Result>({ page }: Pick<SitePage, 'page'>, work: () => Promise<Result>): Promise<Watched<Result>> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the browser cannot be reached from its page');
  const session = await browser.newBrowserCDPSession();
  const memory = await watchMemory(session);
  await page.evaluate(startWatchdog);
  try {
    const result = await work();
    const { gapMs, taskMs } = await page.evaluate(() => globalThis.watchdog());
    return { result, gapMs, taskMs, ...(await memory.stop()) };
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

/** Of the largest process of a page: the product's, as the others hold nothing. */
async function watchMemory(session: CDPSession) {
  const before = await largestRenderer(session);
  const threadBefore = await mainThread(before.pid);
  let peak: Memory = before;
  let stopped = false;
  const sampling = (async () => {
    while (!stopped) {
      const now = await largestRenderer(session);
      peak = { resident: Math.max(peak.resident, now.resident), own: Math.max(peak.own, now.own) };
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
  })();
  return {
    async stop() {
      stopped = true;
      await sampling;
      const thread = await mainThread(before.pid);
      return { before, peak, busyMs: thread.busyMs - threadBefore.busyMs, waitedMs: thread.waitedMs - threadBefore.waitedMs };
    },
  };
}

async function largestRenderer(session: CDPSession): Promise<Memory & { readonly pid: number }> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  const measured = await Promise.all(renderers.map(async ({ id }) => ({ pid: id, ...(await memoryOf(id)) })));
  return measured.reduce((largest, next) => (next.resident > largest.resident ? next : largest), { pid: 0, resident: 0, own: 0 });
}

/** Linux tells it in kB of 1024 bytes. 0 for a process that is gone. */
async function memoryOf(pid: number): Promise<Memory> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const bytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024;
  return { resident: bytes('VmRSS'), own: bytes('RssAnon') + bytes('VmSwap') };
}

/** Nanoseconds on a core and waiting for one, as Linux counts them for each thread; the first has the process's number. */
async function mainThread(pid: number): Promise<{ busyMs: number; waitedMs: number }> {
  const counted = await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').catch(() => '');
  const [busy = 0, waited = 0] = counted.split(' ').map(Number);
  return { busyMs: busy / 1e6, waitedMs: waited / 1e6 };
}
