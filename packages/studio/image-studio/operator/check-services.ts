/** Tries the keys of image services by the cheapest call that each of them has. */
import type { AttemptFault } from '@bakkum/api-contract/images/faults';
import { drawnSize } from '@bakkum/image-provider/drawn-size';
import { ProviderFault } from '@bakkum/image-provider/fault';
import type { Drawn, ImageClient, PictureOrder } from '@bakkum/image-provider/provider';
import { prepareStoredImage } from '../files/image-file.ts';
import { contentOf, pause } from '../request-image.ts';
import type { EnabledModel, StudioTimes } from '../studio.ts';

/** Why a call failed, and the status and codes for the log. */
export type CallFault = { readonly code: AttemptFault; readonly detail: string };

export type ServiceCheck = {
  readonly enabled: EnabledModel;
  /** `read` costs nothing; `drawn` is an image that the service may charge for. */
  readonly call: 'read' | 'drawn';
  readonly fault?: CallFault;
  /** What is left of the account's balance, in the service's own unit. */
  readonly balance?: number;
};

/** The smallest image that is sold, so that most services charge the least for it. */
const SMALLEST = { width: 512, height: 512 };
const PROMPT = 'a red circle on a white background';

/** One model of each service, the cheapest of those given. The design studio is left out. */
export function modelsToCheck(models: readonly EnabledModel[]): readonly EnabledModel[] {
  const services = models.filter(({ manifest }) => manifest.place !== 'built-in');
  const cheapest = services.toSorted((one, other) => priceOf(one) - priceOf(other));
  return services.flatMap((one) => (cheapest.find(({ manifest }) => manifest.id === one.manifest.id) === one ? [one] : []));
}

function priceOf({ model }: EnabledModel): number {
  return model.usd ?? Number.MAX_VALUE;
}

type Times = Pick<StudioTimes, 'deadlineMs' | 'fetchMs' | 'pollMs'>;

/** Tries one model. Never rejects because of the service. */
export async function checkModel(enabled: EnabledModel, times: Times): Promise<ServiceCheck> {
  const client = await enabled.client();
  if (!client.check) {
    const drawn = await withinDeadline(times, (signal) => sampleOf(client, enabled, times, signal));
    return { enabled, call: 'drawn', ...('fault' in drawn && drawn) };
  }
  const read = await withinDeadline(times, async (signal) => (await client.check?.({ signal })) ?? {});
  return 'fault' in read ? { enabled, call: 'read', ...read } : outcomeOf(enabled, read.result);
}

/** Draws the small image of the check, as orders store it. Never rejects because of the service. */
export async function drawSample(
  enabled: EnabledModel,
  times: Times,
): Promise<{ readonly result: Uint8Array } | { readonly fault: CallFault }> {
  const client = await enabled.client();
  return withinDeadline(times, async (signal) =>
    prepareStoredImage(await sampleOf(client, enabled, times, signal), SMALLEST, undefined),
  );
}

async function withinDeadline<Result>(
  { deadlineMs }: Times,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<{ readonly result: Result } | { readonly fault: CallFault }> {
  const signal = AbortSignal.timeout(deadlineMs);
  try {
    return { result: await work(signal) };
  } catch (error) {
    if (error instanceof ProviderFault) return { fault: { code: error.code, detail: error.message } };
    if (signal.aborted) return { fault: { code: 'timed-out', detail: `no image in ${deadlineMs / 1000} s` } };
    throw error;
  }
}

async function sampleOf(client: ImageClient, enabled: EnabledModel, times: Times, signal: AbortSignal) {
  return contentOf({ studio: { times }, enabled }, await drawnBy(client, enabled, times.pollMs, signal));
}

/** A key that is accepted draws nothing once the balance is used up. */
function outcomeOf(enabled: EnabledModel, { balance }: { readonly balance?: number }): ServiceCheck {
  const call = 'read';
  if (balance === undefined) return { enabled, call };
  return balance > 0
    ? { enabled, call, balance }
    : { enabled, call, balance, fault: { code: 'quota', detail: `balance ${balance}` } };
}

async function drawnBy(client: ImageClient, { model }: EnabledModel, pollMs: number, signal: AbortSignal): Promise<Drawn> {
  const order: PictureOrder = {
    prompt: PROMPT,
    rawPrompt: PROMPT,
    style: '',
    ...drawnSize(model.sizes, SMALLEST),
    seed: 1,
    personHash: 'operator',
  };
  const submitted = await client.submit(order, { signal });
  if (submitted.state === 'done') return submitted.drawn;
  for (;;) {
    const polled = await client.poll?.(submitted.job, { signal });
    if (!polled) throw new ProviderFault('failed', 'the service cannot be asked after a job');
    if (polled.state === 'done') return polled.drawn;
    await pause(pollMs, signal);
  }
}
