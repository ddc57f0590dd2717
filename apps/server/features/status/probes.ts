import { liveWorkers } from '@bakkum/conversion-jobs/workers';
import type { EnabledModel } from '@bakkum/image-studio/studio';
import { pathOf } from '@bakkum/site/pages';
import type { Probe, Probes } from '@bakkum/status/probe';
import { checkBlobs } from '../../blobs.ts';
import type { Services } from '../../services.ts';

/** Requests a page from the server's own routes. */
export type RequestPage = (path: string) => Promise<Response>;

/** The status page is never cached (http/pages.ts). A cached page would not detect a failure. */
const UNCACHED_PAGE = pathOf('status');
const SAMPLE_ORDER = {
  prompt: 'sea',
  rawPrompt: 'sea',
  style: 'minimalist',
  width: 64,
  height: 64,
  seed: 1,
  personHash: '',
} as const;
/** PNG of one transparent pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const SAMPLES = [
  { from: 'png', to: 'jpeg', content: Buffer.from(PIXEL, 'base64') },
  { from: 'csv', to: 'json', content: 'name,size\r\n바꿈,1\r\n' },
];

/** Longer than the check interval of a minute, so that the thread is reused. */
const THREAD_IDLE_MS = 90_000;
/** Rounds between two drawings: an hour. Each drawing starts a thread, which costs half a second of processor time. */
const ROUNDS_PER_DRAWING = 60;
/** Conversions per thread. A new thread about once an hour also checks that threads start. */
const CONVERSIONS_PER_THREAD = 60 * SAMPLES.length;

export type OpenProbes = {
  readonly probes: Probes;
  /** Stops the thread that is kept between rounds. */
  close(): void;
};

/** Creates the status checks of the configured services. */
export function openProbes(services: Services, requestPage: RequestPage): OpenProbes {
  const conversion = conversionProbe(services);
  return { probes: { conversion: conversion.probe, ...probesOf(services, requestPage) }, close: conversion.close };
}

function probesOf(services: Services, requestPage: RequestPage): Probes {
  const { database, blobs, mail } = services;
  return {
    web: async () => {
      const page = await requestPage(UNCACHED_PAGE);
      if (page.status !== 200 || !(await page.text()).includes('</html>')) throw new Error(`a page was answered ${page.status}`);
      return 'good';
    },
    storage: async () => {
      await checkBlobs(blobs);
      return 'good';
    },
    authentication: async () => {
      await database.query('select (select 1 from accounts.sessions limit 1), (select id from accounts.users limit 1)');
      return 'good';
    },
    mail: async () => {
      await mail.check();
      return 'good';
    },
    images: imagesProbe(services),
    ...paymentProbe(services),
  };
}

/** Runs real conversions in a separate worker, which is kept between rounds: a start costs 0.5 s of CPU time. */
function conversionProbe({ conversions }: Services): { readonly probe: Probe; readonly close: () => void } {
  let converter: ReturnType<typeof openConverter> | undefined;
  const close = (): void => {
    void converter?.then(({ runner }) => runner.dispose());
    converter = undefined;
  };
  return {
    close,
    probe: async (signal) => {
      converter ??= openConverter();
      try {
        await convert(await converter, signal);
      } catch (error) {
        // The next round starts a new worker.
        close();
        throw error;
      }
      const wrong = await wrongClocks(conversions);
      return wrong === 0 ? 'good' : { degraded: `wrong clock of ${wrong} workers, which convert nothing` };
    },
  };
}

/** Number of workers that do nothing because of their clock. Zero without a database, whose failure shows elsewhere. */
async function wrongClocks(conversions: Services['conversions']): Promise<number> {
  const live = await liveWorkers(conversions).catch(() => undefined);
  return live?.wrongClocks ?? 0;
}

async function openConverter() {
  const [{ createRunner }, { openNodeHost }] = await Promise.all([
    import('@bakkum/conversion/runner'),
    import('@bakkum/registry/node/native-host.node'),
  ]);
  const { planner, spawn, estimateBytes } = openNodeHost({ allowed: [], searchPath: '' });
  const runner = createRunner({
    spawn,
    maxWorkers: 1,
    memoryBudgetBytes: Number.POSITIVE_INFINITY,
    estimateBytes,
    idleMs: THREAD_IDLE_MS,
    jobsPerWorker: CONVERSIONS_PER_THREAD,
  });
  return { planner, runner };
}

async function convert({ planner, runner }: Awaited<ReturnType<typeof openConverter>>, signal: AbortSignal): Promise<void> {
  for (const { from, to, content } of SAMPLES) {
    const answer = planner.plan(from, to);
    if (!answer.ok) throw new Error(`there is no way from ${from} to ${to}`);
    const result = await runner.run({ inputs: [new Blob([content])], plans: answer.plans, options: {}, signal });
    if (!result.ok) throw new Error(`${from} to ${to}: ${result.code}`);
    if (result.files[0].blob.size === 0) throw new Error(`${from} to ${to}: nothing came out`);
  }
}

/**
 * Checks that configured image services respond, and now and then that our own renderer draws, which replaces a service that fails.
 * After a failed drawing, each round draws until one succeeds.
 */
function imagesProbe({ studio }: Services): Probe {
  const bases = studio.models.flatMap(({ base, manifest }) => (base && manifest.place !== 'built-in' ? [base] : []));
  const addresses = [...new Set(bases)];
  let rounds = 0;
  return async (signal) => {
    if (rounds % ROUNDS_PER_DRAWING === 0) await Promise.all(studio.models.map((model) => drawSample(model, signal)));
    rounds += 1;
    const reached = await Promise.all(addresses.map((address) => answers(address, signal)));
    const silent = addresses.filter((_, place) => !reached[place]).map((address) => new URL(address).host);
    return silent.length === 0 ? 'good' : { degraded: `no answer from ${silent.join(', ')}` };
  };
}

/** Draws with our own renderers, which work in separate threads. */
async function drawSample({ manifest, client }: EnabledModel, signal: AbortSignal): Promise<void> {
  if (manifest.place !== 'built-in') return;
  const drawer = await client();
  await drawer.submit(SAMPLE_ORDER, { signal });
}

/** Checks the payment service, if configured. */
function paymentProbe({ checkPayment }: Services): Probes {
  if (!checkPayment) return {};
  return {
    payment: async (signal) => {
      await checkPayment(signal);
      return 'good';
    },
  };
}

/** Whether a service responds. A client error is fine, since the request has no key; a server error is not. */
export async function answers(address: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { status } = await fetch(address, { method: 'HEAD', redirect: 'manual', signal });
    return status < 500;
  } catch {
    return false;
  }
}
