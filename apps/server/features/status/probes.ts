import { pathOf } from '@bakkum/site/pages';
import type { Probe, Probes } from '@bakkum/status/probe';
import { checkBlobs } from '../../blobs.ts';
import type { Services } from '../../services.ts';

/** Answers a request for a page of ours as the server would. */
export type RequestPage = (path: string) => Promise<Response>;

/** Behind a question mark no page is kept (pages.ts): one that was kept would come whatever is broken. */
const UNCACHED_PAGE = `${pathOf('converter')}?anew`;
const SKETCH_SIDE = 64;
/** The smallest picture there is: one transparent pixel, as PNG. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const SAMPLES = [
  { from: 'png', to: 'jpeg', content: Buffer.from(PIXEL, 'base64') },
  { from: 'csv', to: 'json', content: 'name,size\r\n바꿈,1\r\n' },
];

/** Longer than a minute, so that one thread converts in every round. */
const THREAD_IDLE_MS = 90_000;
/** Conversions after which a new thread is started, so that starting one is tried as well: about once an hour. */
const CONVERSIONS_PER_THREAD = 60 * SAMPLES.length;

export type OpenProbes = {
  readonly probes: Probes;
  /** Ends what is kept between rounds. */
  close(): void;
};

/** How each service of this installation is tried. What it does not have is not tried. */
export function openProbes(services: Services, requestPage: RequestPage): OpenProbes {
  const conversion = conversionProbe();
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

/** Real conversions in a worker of their own, as the command line does them. It stays between rounds: starting one takes half a second of a core. */
function conversionProbe(): { readonly probe: Probe; readonly close: () => void } {
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
        // The next round begins with a new one.
        close();
        throw error;
      }
      return 'good';
    },
  };
}

async function openConverter() {
  const [{ createRunner }, { openNodeHost }] = await Promise.all([
    import('@bakkum/conversion/runner'),
    import('@bakkum/registry/native-host.node'),
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

/** The services that draw, where any is set up: that they answer at all. The renderer of this site takes over from each. */
function imagesProbe({ studio }: Services): Probe {
  const addresses = studio.providers.flatMap(({ base, manifest }) => (base && manifest.place !== 'built-in' ? [base] : []));
  return async (signal) => {
    const { renderSketch } = await import('@bakkum/sketch/sketch');
    await renderSketch({ prompt: 'sea', style: 'minimalist', width: SKETCH_SIDE, height: SKETCH_SIDE, seed: 1 });
    const reached = await Promise.all(addresses.map((address) => answers(address, signal)));
    const silent = addresses.filter((_, place) => !reached[place]).map((address) => new URL(address).host);
    return silent.length === 0 ? 'good' : { degraded: `no answer from ${silent.join(', ')}` };
  };
}

/** Payments are tried by the function that whoever takes them brings along. */
function paymentProbe({ checkPayment }: Services): Probes {
  if (!checkPayment) return {};
  return {
    payment: async (signal) => {
      await checkPayment(signal);
      return 'good';
    },
  };
}

/** Whether somebody is there: what they say of a request without a key does not matter, unless they are broken. */
export async function answers(address: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { status } = await fetch(address, { method: 'HEAD', redirect: 'manual', signal });
    return status < 500;
  } catch {
    return false;
  }
}
