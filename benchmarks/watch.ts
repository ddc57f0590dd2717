import { readFile } from 'node:fs/promises';
import type { CDPSession } from 'playwright-core';
import type { SitePage } from './site-page.ts';

const SAMPLE_MS = 100;

/** Effects of a conversion that users notice in addition to its time. */
export type Watched<Result> = {
  readonly result: Result;
  /** Memory of the page's process, including workers. */
  readonly before: Memory;
  readonly peak: Memory;
  /** Memory over time, about ten times per second. */
  readonly samples: readonly MemorySample[];
  /** Longest time during which the page could not react, by a timer of 5 ms. */
  readonly gapMs: number;
  /** Longest task of the page itself; 0 when none took 50 ms. */
  readonly taskMs: number;
  /** CPU time of the page's main thread, and the time it was ready but no core was free. */
  readonly busyMs: number;
  readonly waitedMs: number;
};

/** Bytes: resident memory, and the process's own without shared code, as in the browser's task manager. */
export type Memory = { readonly resident: number; readonly own: number };

/** `at` is in milliseconds since 1970, so that it can be compared with times of the page. */
export type MemorySample = Memory & { readonly at: number };

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
  /** Stops observing and returns the results. */
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

/** Observes the largest process of a page, which is the product's; the others use almost no memory. */
async function watchMemory(session: CDPSession) {
  const before = await largestRenderer(session);
  const threadBefore = await mainThread(before.pid);
  let peak: Memory = before;
  const samples: MemorySample[] = [];
  let stopped = false;
  const sampling = (async () => {
    while (!stopped) {
      const now = await largestRenderer(session);
      samples.push({ resident: now.resident, own: now.own, at: Date.now() });
      peak = { resident: Math.max(peak.resident, now.resident), own: Math.max(peak.own, now.own) };
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
  })();
  return {
    async stop() {
      stopped = true;
      await sampling;
      const thread = await mainThread(before.pid);
      return {
        before,
        peak,
        samples,
        busyMs: thread.busyMs - threadBefore.busyMs,
        waitedMs: thread.waitedMs - threadBefore.waitedMs,
      };
    },
  };
}

async function largestRenderer(session: CDPSession): Promise<Memory & { readonly pid: number }> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  const measured = await Promise.all(renderers.map(async ({ id }) => ({ pid: id, ...(await memoryOf(id)) })));
  return measured.reduce((largest, next) => (next.resident > largest.resident ? next : largest), { pid: 0, resident: 0, own: 0 });
}

/** Linux reports kB of 1024 bytes. 0 for a process that has ended. */
async function memoryOf(pid: number): Promise<Memory> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const bytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024;
  return { resident: bytes('VmRSS'), own: bytes('RssAnon') + bytes('VmSwap') };
}

/** Nanoseconds running on a core and waiting for one, which Linux counts per thread; the main thread has the process id. */
async function mainThread(pid: number): Promise<{ busyMs: number; waitedMs: number }> {
  const counted = await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').catch(() => '');
  const [busy = 0, waited = 0] = counted.split(' ').map(Number);
  return { busyMs: busy / 1e6, waitedMs: waited / 1e6 };
}
