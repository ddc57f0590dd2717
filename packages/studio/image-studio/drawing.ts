/** Draws one slot: tries service after service until there is an image or a reason to stop. May be restarted at any point. */
import { randomUUID } from 'node:crypto';
import type { AttemptFault, ImageFault } from '@bakkum/api-contract/images/faults';
import type { Size } from '@bakkum/image-provider/drawn-size';
import { mayTryNextService, ProviderFault } from '@bakkum/image-provider/fault';
import { imageCredits } from '@bakkum/studio-options/prices';
import { backgroundRemoversFor } from './background/background.ts';
import { extendersFor } from './extending/extending.ts';
import { bytesOfBlob } from './files/blob-bytes.ts';
import { prepareCutOut } from './files/cut-out.ts';
import { prepareExtendedImage } from './files/extended-image.ts';
import { isTransparent, prepareStoredImage } from './files/image-file.ts';
import { imageKey } from './files/image-key.ts';
import type { ImageSource } from './files/xmp.ts';
import { modelsFor } from './model-choice.ts';
import { checkPicture, noteRefusal } from './moderation/moderation.ts';
import { contentOf, drawnBy, type ImageRequest, parentOf, pause, type Step, wordsFor } from './request-image.ts';
import { sizeOf } from './rows.ts';
import type { EnabledModel, Studio } from './studio.ts';
import {
  type Attempt,
  attemptsOf,
  beginAttempt,
  failAttempt,
  finish,
  giveUp,
  isAttemptWith,
  isCancelled,
  type NewImage,
  noteFile,
  parentSource,
  SlotLost,
  type Task,
  takeTask,
} from './task.ts';
import { upscaleCredits, upscalersFor } from './upscaling/upscaling.ts';
import { showsOriginal, strengthOf } from './variations/variation.ts';
import { variatorsFor } from './variations/variations.ts';

const CANCEL_PATIENCE_MS = 10_000;

/** Why waiting ended for a reason other than the service. */
class Stopped extends Error {
  readonly why: 'cancelled' | 'deadline' | 'leaving';
  constructor(why: Stopped['why']) {
    super(why);
    this.why = why;
  }
}

/** Why an attempt failed; `unchecked` if the operator's check of images did not answer and the model checks nothing itself. */
type Failure = ImageFault | 'unchecked';

/** The models to try for a batch, in order. */
function chainFor(studio: Studio, { batch }: Task): readonly EnabledModel[] {
  if (batch.mode === 'upscale') return upscalersFor(studio, batch);
  if (batch.mode === 'extend') return extendersFor(studio, batch);
  if (batch.mode === 'remove-background') return backgroundRemoversFor(studio, batch);
  if (batch.mode === 'variation') return variatorsFor(studio, batch);
  return modelsFor(studio, { ...batch, negativePrompt: batch.negative_prompt, size: sizeOf(batch) });
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
  const { chain, tried, resumed } = planOf(work, before, open);
  let fault: ImageFault | undefined;
  let isCheckDown = false;
  const isSkipped = (enabled: EnabledModel): boolean =>
    tried.has(enabled) ||
    (isCheckDown && !isShownUnchecked(enabled)) ||
    (resumed !== undefined && resumed !== enabled && !tried.has(resumed));
  for (const enabled of chain) {
    if (isSkipped(enabled)) continue;
    const failure = await takeTurn(work, enabled, async () => {
      const attempt = open && resumed === enabled ? open : await beginAttempt(studio, task, enabled);
      return attemptWith(work, enabled, attempt, attempt === open);
    });
    if (failure === undefined) return;
    tried.add(enabled);
    isCheckDown ||= failure === 'unchecked';
    fault = failure === 'unchecked' ? 'unavailable' : failure;
    if (fault === 'cancelled') return giveUp(studio, task, { state: 'cancelled' });
    if (fault === 'withheld' || !mayTryNextService(fault as AttemptFault))
      return giveUp(studio, task, { state: 'failed', fault });
  }
  return giveUp(studio, task, { state: 'failed', fault: tried.size > 1 || !fault ? 'all-failed' : fault });
}

/** Whether the images of a model are shown while the operator's check of images does not answer. */
function isShownUnchecked({ manifest, model }: EnabledModel): boolean {
  return model.moderated || manifest.design;
}

/** The models to try, those that were tried before, and the one whose order is still open. */
function planOf({ studio, task }: Work, before: readonly Attempt[], open: Attempt | undefined) {
  const chain = chainFor(studio, task);
  const tried = new Set(chain.filter((one) => before.some((attempt) => attempt !== open && isAttemptWith(attempt, one))));
  const resumed = open && chain.find((one) => isAttemptWith(open, one));
  // An order that was sent to a model that is no longer enabled may have been drawn, so no other one is tried.
  return { chain: open && !resumed ? [] : chain, tried, resumed };
}

/** Waits until the service accepts another order from this process; the person may cancel meanwhile. */
async function takeTurn(
  { studio, task, leaving }: Work,
  { load, manifest }: EnabledModel,
  work: () => Promise<Failure | undefined>,
): Promise<Failure | undefined> {
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
async function attemptWith(work: Work, enabled: EnabledModel, attempt: Attempt, again: boolean): Promise<Failure | undefined> {
  const { studio, task, leaving, onStep } = work;
  if (!again) await onStep('sent');
  const stop = new AbortController();
  const watch = watchOver(work, attempt, stop);
  const imageRequest: ImageRequest = { studio, task, attempt, enabled, onStep, signal: AbortSignal.any([stop.signal, leaving]) };
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
  const { enabled, attempt } = imageRequest;
  const found = again ? await keptBefore(studio, attempt) : undefined;
  const attemptNow = found ?? (await store({ studio, task, onStep }, imageRequest, again));
  await finish(studio, task, attemptNow, {
    id: randomUUID(),
    finalPrompt: wordsFor(task, enabled).prompt,
    origin: originOf(task, enabled),
    credits: creditsOf(task, enabled),
    strength: strengthOf(task.batch, enabled.model),
    showsOriginal: showsOriginal(task.batch, enabled.model),
  });
  await onStep('finished');
}

/** Nothing is drawn by enlarging without a model, so the copy is what its original is. */
function originOf({ batch }: Task, { manifest }: EnabledModel): NewImage['origin'] {
  const isRemoval = batch.mode === 'remove-background';
  if (!manifest.design) return isRemoval ? 'cut-out' : 'service';
  return isRemoval || batch.mode === 'upscale' ? 'copy' : 'design';
}

/** A model that stood in costs no more than the one that was ordered. */
function creditsOf({ batch }: Task, { manifest, model }: EnabledModel): number {
  const size = sizeOf(batch);
  return manifest.design ? 0 : Math.min(batch.price, ownPrice(model, size));
}

function ownPrice({ upscale, removal, creditRate }: EnabledModel['model'], size: Size): number {
  if (upscale) return upscaleCredits(upscale, size);
  return removal ? removal.credits : imageCredits(size, creditRate);
}

/** The file of an attempt that crashed after storing it. */
async function keptBefore({ blobs }: Studio, attempt: Attempt): Promise<Attempt | undefined> {
  if (attempt.state !== 'received' || attempt.file_key === null) return undefined;
  return (await bytesOfBlob(blobs, attempt.file_key)) ? attempt : undefined;
}

/** Draws, checks and stores the image under the hash of its bytes. */
async function store(
  work: Pick<Work, 'studio' | 'task' | 'onStep'>,
  imageRequest: ImageRequest,
  again: boolean,
): Promise<Attempt> {
  const { studio, task, onStep } = work;
  const { enabled, attempt } = imageRequest;
  const { manifest, model } = enabled;
  // Only our own services may receive an order twice: others may have drawn and charged for an image we do not know of.
  if (again && attempt.job === null && manifest.place !== 'built-in')
    throw new ProviderFault('ambiguous', 'this process ended while the order was sent');
  const client = await enabled.client();
  const drawn = await drawnBy(imageRequest, client);
  await onStep('received');
  const { width, height } = sizeOf(task.batch);
  const picture = await preparedFile(work, imageRequest, await contentOf(imageRequest, drawn));
  // Designs are made of our own figures and the person's words. Copies were checked as originals.
  if (!manifest.design) await checkOutput(studio, picture, model.moderated);
  const transparent = await isTransparent(picture);
  if (model.removal && !transparent) throw new ProviderFault('bad-answer', 'no background was removed');
  const key = imageKey(picture);
  const seed = model.seed ? (drawn.seed ?? task.slot.seed) : null;
  const note = async (): Promise<void> => {
    await noteFile(studio, task, attempt, { key, bytes: picture.byteLength, width, height, transparent, seed, ...drawn.design });
    await onStep('noted');
  };
  await studio.blobs.put(key, picture, picture.byteLength, note);
  await onStep('stored');
  return attempt;
}

/** The file to store, with what an extended image showed before. */
async function preparedFile(
  { studio, task }: Pick<Work, 'studio' | 'task'>,
  { enabled }: ImageRequest,
  content: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const source = await sourceOf(studio, task, enabled);
  const { width, height } = sizeOf(task.batch);
  const { extension } = task.batch;
  if (enabled.model.removal?.method === 'model') return prepareCutOut(content, { width, height }, source);
  if (!extension || enabled.manifest.design) return prepareStoredImage(content, { width, height }, source);
  const { picture } = await parentOf(studio, task);
  return prepareExtendedImage(content, { picture, edges: extension }, source);
}

/** The origin to record in the file. */
async function sourceOf(studio: Studio, task: Task, enabled: EnabledModel): Promise<ImageSource | undefined> {
  const origin = originOf(task, enabled);
  if (origin === 'service') return task.batch.mark;
  if (origin === 'design') return 'design';
  const { source, isImported } = await parentSource(studio, task);
  return origin === 'copy' || isImported ? source : task.batch.mark;
}

class Unchecked extends Error {}

class Withheld extends Error {
  readonly categories: readonly string[];
  constructor(categories: readonly string[]) {
    super('withheld');
    this.categories = categories;
  }
}

/** @throws Withheld, or Unchecked if nothing checked the image */
async function checkOutput(studio: Studio, picture: Uint8Array<ArrayBuffer>, moderated: boolean): Promise<void> {
  const found = await checkPicture(studio, picture, moderated);
  if (!found) throw new Unchecked('the image could not be checked');
  if (found.length > 0) throw new Withheld(found);
}

/** Records why generation failed, and cancels the request to the service if it may still be running. */
async function endAttempt(imageRequest: ImageRequest, error: unknown, why: Stopped['why'] | undefined): Promise<Failure> {
  const { studio, task, attempt } = imageRequest;
  const { code, detail, categories } = await verdict(imageRequest, error, why);
  if (why !== undefined) await stopUpstream(imageRequest);
  await failAttempt(studio, task, attempt, { fault: storedFault(code), detail, categories });
  if (code === 'refused' || code === 'withheld')
    await noteRefusal(studio, task.batch.user_id, code === 'refused' ? 'provider' : 'output', categories);
  return code;
}

/** The fault in the record of an attempt. */
function storedFault(code: Verdict['code']): AttemptFault {
  if (code === 'withheld') return 'refused';
  return code === 'unchecked' ? 'unavailable' : code;
}

type Verdict = {
  readonly code: AttemptFault | 'withheld' | 'unchecked';
  readonly detail: string;
  readonly categories: readonly string[];
};

async function verdict(imageRequest: ImageRequest, error: unknown, why: Stopped['why'] | undefined): Promise<Verdict> {
  if (why === 'cancelled') return { code: 'cancelled', detail: '', categories: [] };
  // An accepted order is known to have timed out; for any other, the outcome is unknown.
  if (why === 'deadline')
    return { code: (await jobOf(imageRequest)) ? 'timed-out' : 'ambiguous', detail: 'deadline', categories: [] };
  if (error instanceof Unchecked) return { code: 'unchecked', detail: error.message, categories: [] };
  if (error instanceof Withheld) return { code: 'withheld', detail: 'output check', categories: error.categories };
  if (error instanceof ProviderFault) return { code: error.code, detail: error.message, categories: error.categories };
  throw error;
}

async function jobOf({ studio, attempt, task }: ImageRequest): Promise<string | undefined> {
  const now = (await attemptsOf(studio.database, task.slot.id)).find(({ id }) => id === attempt.id);
  return now?.job ?? undefined;
}

async function stopUpstream(imageRequest: ImageRequest): Promise<void> {
  const { enabled, studio } = imageRequest;
  if (!enabled.manifest.capabilities.cancel) return;
  const client = await enabled.client();
  const signal = AbortSignal.timeout(CANCEL_PATIENCE_MS);
  await client
    .cancel?.(await jobOf(imageRequest), { signal })
    .catch((error: Error) => studio.onProblem({ event: 'image-cancel', detail: error.message }));
}
