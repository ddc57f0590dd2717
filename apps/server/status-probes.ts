import { pathOf } from '@bakkum/site/pages';
import type { Probe, Probes } from '@bakkum/status/probe';
import { checkBlobs } from './blobs.ts';
import type { Services } from './services.ts';

/** Answers a request for a page of ours as the server would. */
export type AskForPage = (path: string) => Promise<Response>;

/** Behind a question mark no page is kept (pages.ts): one that was kept would come whatever is broken. */
const MADE_ANEW = `${pathOf('converter')}?anew`;
const SKETCH_SIDE = 64;
/** The smallest picture there is: one transparent pixel, as PNG. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const TRIED = [
  { from: 'png', to: 'jpeg', content: Buffer.from(PIXEL, 'base64') },
  { from: 'csv', to: 'json', content: 'name,size\r\n바꿈,1\r\n' },
];

/** How each service of this installation is tried. What it does not have is not tried. */
export function probesOf(services: Services, askForPage: AskForPage): Probes {
  const { database, blobs, mail } = services;
  return {
    conversion: async (signal) => {
      await convert(signal);
      return 'good';
    },
    web: async () => {
      const page = await askForPage(MADE_ANEW);
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

/** Real conversions in a worker of their own, as the command line does them. */
async function convert(signal: AbortSignal): Promise<void> {
  const [{ createRunner }, { openNodeHost }] = await Promise.all([
    import('@bakkum/conversion/runner'),
    import('@bakkum/registry/native-host.node'),
  ]);
  const { planner, spawn, estimateBytes } = openNodeHost({ allowed: [], searchPath: '' });
  const runner = createRunner({ spawn, maxWorkers: 1, memoryBudgetBytes: Number.POSITIVE_INFINITY, estimateBytes });
  try {
    for (const { from, to, content } of TRIED) {
      const answer = planner.plan(from, to);
      if (!answer.ok) throw new Error(`there is no way from ${from} to ${to}`);
      const result = await runner.run({ inputs: [new Blob([content])], plans: answer.plans, options: {}, signal });
      if (!result.ok) throw new Error(`${from} to ${to}: ${result.code}`);
      if (result.files[0].blob.size === 0) throw new Error(`${from} to ${to}: nothing came out`);
    }
  } finally {
    runner.dispose();
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
