/** Draws one slot: tries service after service until there is an image or a reason to stop. May be restarted at any point. */
import { randomUUID } from 'node:crypto';
import type { AttemptFault, ImageFault } from '@bakkum/api-contract/images/faults';
import { mayTryNextService, ProviderFault } from '@bakkum/image-provider/fault';
import { bytesOfBlob } from './files/blob-bytes.ts';
import { prepareStoredImage } from './files/image-file.ts';
import { imageKey } from './files/image-key.ts';
import { noteRefusal } from './moderation/moderation.ts';
import { contentOf, drawnBy, type ImageRequest, isGivenPicture, pause, type Step, wordsFor } from './request-image.ts';
import { sizeOf } from './rows.ts';
import type { ConfiguredProvider, Studio } from './studio.ts';
import {
  type Attempt,
  attemptsOf,
  beginAttempt,
  failAttempt,
  finish,
  giveUp,
  isCancelled,
  noteFile,
  SlotLost,
  type Task,
  takeTask,
} from './task.ts';

const CANCEL_PATIENCE_MS = 10_000;

/** Why waiting ended for a reason other than the service. */
class Stopped extends Error {
  readonly why: 'cancelled' | 'deadline' | 'leaving';
  constructor(why: Stopped['why']) {
    super(why);
    this.why = why;
  }
}

/**
 * The services to try for a batch, in order: the chosen one, then the others; those that need consent only if chosen. For edits,
 * only services that can edit.
 */
function chainFor({ providers }: Studio, { provider: chosen, mode }: Task['batch']): readonly ConfiguredProvider[] {
  const able = providers.filter(
    ({ manifest }) => (mode !== 'edit' && mode !== 'mask') || isGivenPicture({ mode }, manifest.capabilities),
  );
  const first = able.filter(({ manifest }) => manifest.id === chosen);
  if (first.some(({ manifest }) => manifest.design)) return first;
  return [...first, ...able.filter(({ manifest }) => manifest.id !== chosen && !manifest.needsConsent)];
}

/**
 * Draws a slot to its end. Rejects only when another worker should retry: this process is stopping, or an internal error
 * occurred.
 * @param leaving aborted when this process is stopping
 */
export async function drawSlot(
  studio: Studio,
  slotId: string,
  leaving: AbortSignal,
  onStep: (step: Step) => Promise<void> | void = () => undefined,
): Promise<void> {
  const task = await takeTask(studio, slotId);
  if (!task) return;
  await onStep('taken');
  try {
    await drawTask({ studio, task, leaving, onStep });
  } catch (error) {
    if (!(error instanceof SlotLost)) throw error;
  }
}

type Work = {
  readonly studio: Studio;
  readonly task: Task;
  readonly leaving: AbortSignal;
  readonly onStep: (step: Step) => Promise<void> | void;
};

async function drawTask(work: Work): Promise<void> {
  const { studio, task } = work;
  // The first worker of a slot has no earlier attempts.
  const before = task.slot.fence === 1 ? [] : await attemptsOf(studio.database, task.slot.id);
  const open = before.find(({ state }) => state === 'sent' || state === 'accepted' || state === 'received');
  const tried = new Set(before.filter((attempt) => attempt !== open).map(({ provider }) => provider));
  let fault: ImageFault | undefined;
  for (const provider of chainFor(studio, task.batch)) {
    if (tried.has(provider.manifest.id)) continue;
    if (open && open.provider !== provider.manifest.id && !tried.has(open.provider)) continue;
    fault = await takeTurn(work, provider, async () => {
      const attempt = open?.provider === provider.manifest.id ? open : await beginAttempt(studio, task, provider.manifest.id);
      return attemptWith(work, provider, attempt, attempt === open);
    });
    if (fault === undefined) return;
    tried.add(provider.manifest.id);
    if (fault === 'cancelled') return giveUp(studio, task, { state: 'cancelled' });
    if (fault === 'withheld' || !mayTryNextService(fault as AttemptFault))
      return giveUp(studio, task, { state: 'failed', fault });
  }
  return giveUp(studio, task, { state: 'failed', fault: tried.size > 1 || !fault ? 'all-failed' : fault });
}

/** Waits until the service accepts another order from this process; the person may cancel meanwhile. */
async function takeTurn(
  { studio, task, leaving }: Work,
  { load, manifest }: ConfiguredProvider,
  work: () => Promise<ImageFault | undefined>,
): Promise<ImageFault | undefined> {
  while (load.busy >= manifest.atOnce) {
    await pause(studio.times.watchMs, leaving);
    if (await isCancelled(studio.database, task.batch.id)) return 'cancelled';
  }
  load.busy += 1;
  try {
    return await work();
  } finally {
    load.busy -= 1;
  }
}

/** Undefined when the image was stored. */
async function attemptWith(
  work: Work,
  provider: ConfiguredProvider,
  attempt: Attempt,
  again: boolean,
): Promise<ImageFault | undefined> {
  const { studio, task, leaving, onStep } = work;
  if (!again) await onStep('sent');
  const stop = new AbortController();
  const watch = watchOver(work, attempt, stop);
  const imageRequest: ImageRequest = { studio, task, attempt, provider, onStep, signal: AbortSignal.any([stop.signal, leaving]) };
  try {
    await keep(work, imageRequest, again);
    return undefined;
  } catch (error) {
    if (error instanceof SlotLost) throw error;
    const why = leaving.aborted ? 'leaving' : stop.signal.reason instanceof Stopped ? stop.signal.reason.why : undefined;
    if (why === 'leaving') throw new Stopped('leaving');
    return endAttempt(imageRequest, error, why);
  } finally {
    clearInterval(watch);
  }
}

/** Checks for cancellation and timeout. */
function watchOver({ studio, task }: Work, attempt: Attempt, stop: AbortController): NodeJS.Timeout {
  const deadline = attempt.at.getTime() + studio.times.deadlineMs;
  return setInterval(() => {
    if (studio.now().getTime() > deadline) stop.abort(new Stopped('deadline'));
    isCancelled(studio.database, task.batch.id).then(
      (cancelled) => cancelled && stop.abort(new Stopped('cancelled')),
      (error: Error) => studio.onProblem({ event: 'image-watch', detail: error.message }),
    );
  }, studio.times.watchMs);
}

/** Takes an order to an image in the person's gallery. */
async function keep({ studio, task, onStep }: Work, imageRequest: ImageRequest, again: boolean): Promise<void> {
  const { provider, attempt } = imageRequest;
  const found = again ? await keptBefore(studio, attempt) : undefined;
  const attemptNow = found ?? (await store({ studio, task, onStep }, imageRequest, again));
  await finish(studio, task, attemptNow, {
    id: randomUUID(),
    finalPrompt: wordsFor(task, provider).prompt,
    model: provider.model,
    design: provider.manifest.design,
  });
  await onStep('finished');
}

/** The file of an attempt that crashed after storing it. */
async function keptBefore({ blobs }: Studio, attempt: Attempt): Promise<Attempt | undefined> {
  if (attempt.state !== 'received' || attempt.file_key === null) return undefined;
  return (await bytesOfBlob(blobs, attempt.file_key)) ? attempt : undefined;
}

/** Draws, checks and stores the image under the hash of its bytes. */
async function store(
  { studio, task, onStep }: Pick<Work, 'studio' | 'task' | 'onStep'>,
  imageRequest: ImageRequest,
  again: boolean,
): Promise<Attempt> {
  const { provider, attempt } = imageRequest;
  // Only our own services may receive an order twice: others may have drawn and charged for an image we do not know of.
  if (again && attempt.job === null && provider.manifest.place !== 'built-in')
    throw new ProviderFault('ambiguous', 'this process ended while the order was sent');
  const client = await provider.client();
  const drawn = await drawnBy(imageRequest, client);
  await onStep('received');
  const { width, height } = sizeOf(task.batch);
  const picture = await prepareStoredImage(
    await contentOf(imageRequest, drawn),
    { width, height },
    provider.manifest.design ? 'design' : task.batch.mark,
  );
  await checkOutput(studio, picture);
  const key = imageKey(picture);
  const seed = provider.manifest.capabilities.seed ? (drawn.seed ?? task.slot.seed) : null;
  const note = async (): Promise<void> => {
    await noteFile(studio, task, attempt, { key, bytes: picture.byteLength, width, height, seed, ...drawn.design });
    await onStep('noted');
  };
  await studio.blobs.put(key, picture, picture.byteLength, note);
  await onStep('stored');
  return attempt;
}

class Withheld extends Error {
  readonly categories: readonly string[];
  constructor(categories: readonly string[]) {
    super('withheld');
    this.categories = categories;
  }
}

async function checkOutput({ check }: Studio, picture: Uint8Array<ArrayBuffer>): Promise<void> {
  const found = (await check?.(picture)) ?? [];
  if (found.length > 0) throw new Withheld(found);
}

/** Records why generation failed, and cancels the request to the service if it may still be running. */
async function endAttempt(imageRequest: ImageRequest, error: unknown, why: Stopped['why'] | undefined): Promise<ImageFault> {
  const { studio, task, attempt } = imageRequest;
  const { code, detail, categories } = await verdict(imageRequest, error, why);
  if (why !== undefined) await stopUpstream(imageRequest);
  await failAttempt(studio, task, attempt, { fault: code === 'withheld' ? 'refused' : code, detail, categories });
  if (code === 'refused' || code === 'withheld')
    await noteRefusal(studio, task.batch.user_id, code === 'refused' ? 'provider' : 'output', categories);
  return code;
}

type Verdict = { readonly code: AttemptFault | 'withheld'; readonly detail: string; readonly categories: readonly string[] };

async function verdict(imageRequest: ImageRequest, error: unknown, why: Stopped['why'] | undefined): Promise<Verdict> {
  if (why === 'cancelled') return { code: 'cancelled', detail: '', categories: [] };
  // An accepted order is known to have timed out; for any other, the outcome is unknown.
  if (why === 'deadline')
    return { code: (await jobOf(imageRequest)) ? 'timed-out' : 'ambiguous', detail: 'deadline', categories: [] };
  if (error instanceof Withheld) return { code: 'withheld', detail: 'output check', categories: error.categories };
  if (error instanceof ProviderFault) return { code: error.code, detail: error.message, categories: error.categories };
  throw error;
}

async function jobOf({ studio, attempt, task }: ImageRequest): Promise<string | undefined> {
  const now = (await attemptsOf(studio.database, task.slot.id)).find(({ id }) => id === attempt.id);
  return now?.job ?? undefined;
}

async function stopUpstream(imageRequest: ImageRequest): Promise<void> {
  const { provider, studio } = imageRequest;
  if (!provider.manifest.capabilities.cancel) return;
  const client = await provider.client();
  const signal = AbortSignal.timeout(CANCEL_PATIENCE_MS);
  await client
    .cancel?.(await jobOf(imageRequest), { signal })
    .catch((error: Error) => studio.onProblem({ event: 'image-cancel', detail: error.message }));
}
