import type { ServiceId } from '@bakkum/api-contract/status';

/** `degraded`: works partially. */
export type Outcome = 'good' | 'degraded' | 'bad';

/**
 * Tests a service with a real request; returns why it works only partially. Rejects when it does not work. The signal aborts at
 * the time limit.
 */
export type Probe = (signal: AbortSignal) => Promise<'good' | { readonly degraded: string }>;
export type Probes = Readonly<Partial<Record<ServiceId, Probe>>>;

export type ProbeResult = { readonly service: ServiceId; readonly outcome: Outcome; readonly error?: string };

/** Runs all probes at the same time. One that exceeds the time limit has failed. */
export function tryAll(probes: Probes, timeLimitMs: number): Promise<readonly ProbeResult[]> {
  const entries = Object.entries(probes) as [ServiceId, Probe][];
  return Promise.all(entries.map(([service, probe]) => tryOne(service, probe, timeLimitMs)));
}

async function tryOne(service: ServiceId, probe: Probe, timeLimitMs: number): Promise<ProbeResult> {
  try {
    const found = await withinTime(timeLimitMs, probe);
    return found === 'good' ? { service, outcome: found } : { service, outcome: 'degraded', error: found.degraded };
  } catch (error) {
    return { service, outcome: 'bad', error: error instanceof Error ? error.message : String(error) };
  }
}

/** @throws Error at the time limit, whether or not the work reacts to its signal */
export async function withinTime<Result>(timeLimitMs: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`no answer within ${timeLimitMs} ms`);
      controller.abort(error);
      reject(error);
    }, timeLimitMs);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
