/** Requests one image from one service: translates the order, stores its job id before waiting, and fetches the image. */
import { drawnSize, type Size } from '@bakkum/image-provider/drawn-size';
import { ProviderFault } from '@bakkum/image-provider/fault';
import { readAll } from '@bakkum/image-provider/http';
import { harmlessText, promptOf } from '@bakkum/image-provider/prompt-text';
import type { CallContext, Drawn, ImageClient, PictureOrder, Steps } from '@bakkum/image-provider/provider';
import { REMOVED_BACKGROUND } from '@bakkum/studio-options/design-background';
import { STYLE_WORDS } from '@bakkum/studio-options/styles';
import { z } from 'zod';
import { type Extension, sendsExclusions, wordsToExtend } from './extending/extension.ts';
import { bytesOfBlob } from './files/blob-bytes.ts';
import { canvasToExtend, flattened } from './files/extended-image.ts';
import { maskToEdit, pictureToEdit } from './files/image-file.ts';
import { isGivenPicture, wishFor } from './model-choice.ts';
import { createPreviewWriter } from './previews/preview-writer.ts';
import { showsPreviews } from './previews/shown-previews.ts';
import { sizeOf } from './rows.ts';
import type { EnabledModel, Studio, StudioTimes } from './studio.ts';
import { type Attempt, noteJob, noteProgress, type Task } from './task.ts';
import { strengthFor } from './variations/variation.ts';

const MAX_IMAGE_BYTES = 32 * 1024 * 1024;
const PROGRESS_EVERY_MS = 1000;

type Words = Pick<PictureOrder, 'prompt' | 'rawPrompt' | 'negativePrompt'>;

/** The prompt for this model. */
export function wordsFor({ batch }: Task, { manifest, model }: EnabledModel): Words {
  if (isRedrawn(batch, manifest)) {
    const rawPrompt = harmlessText(batch.prompt);
    return { rawPrompt, prompt: [rawPrompt, ...changesIn(batch)].join(', ') };
  }
  const { extension } = batch;
  const without = extension && !sendsExclusions(model) ? '' : harmlessText(batch.negative_prompt ?? '');
  const wish = harmlessText(extension ? wordsToExtend({ ...batch, ...extension }, model) : wishFor(batch, model));
  if (wish === '') return { rawPrompt: '', prompt: '' };
  return {
    rawPrompt: wish,
    prompt: promptOf({
      prompt: wish,
      ...(batch.style && { styleWords: STYLE_WORDS[batch.style] }),
      ...(!model.negativePrompt && without && { without }),
    }),
    ...(model.negativePrompt && without && { negativePrompt: without }),
  };
}

/** Whether a design is drawn again, with its instructions. */
function isRedrawn({ mode }: Task['batch'], { design }: EnabledModel['manifest']): boolean {
  return mode === 'regenerate' || ((mode === 'extend' || mode === 'variation') && design);
}

/** The instructions for a design, oldest first. */
function changesIn({ instructions }: Task['batch']): readonly string[] {
  return (instructions ?? '').split('\n').map(harmlessText).filter(Boolean);
}

/** The order in the form for this model. */
async function orderFor(studio: Studio, task: Task, enabled: EnabledModel): Promise<PictureOrder> {
  const { batch, slot } = task;
  if (batch.mode === 'upscale' || batch.mode === 'remove-background') return wordlessOrder(studio, task, enabled);
  const size = drawnSize(enabled.model.sizes, sizeOf(batch));
  return {
    ...wordsFor(task, enabled),
    style: batch.style ?? '',
    ...size,
    seed: slot.seed,
    personHash: studio.hashOf(batch.user_id),
    ...(await givenTo(studio, task, enabled, size)),
  };
}

/** What the model receives in addition to words. */
async function givenTo(
  studio: Studio,
  task: Task,
  { manifest, model }: EnabledModel,
  size: Size,
): Promise<Pick<PictureOrder, 'edit' | 'extend' | 'changes' | 'isReformatted' | 'isCutOut' | 'variation'>> {
  const { batch } = task;
  if (isRedrawn(batch, manifest)) {
    const { vector, seed } = await parentOf(studio, task);
    const isCutOut = vector?.includes(REMOVED_BACKGROUND) ?? false;
    const variation = { original: { vector, seed }, firstSeed: batch.seed, index: task.slot.index };
    return {
      ...{ changes: changesIn(batch), isReformatted: batch.mode === 'extend', isCutOut },
      ...(batch.mode === 'variation' && { variation }),
    };
  }
  if (batch.extension) return extensionOf(studio, task, batch.extension, { model, size });
  return isGivenPicture(batch.mode, model) ? { edit: await editOf(studio, task, model, size) } : {};
}

/** The image with the pixels to add, or a larger canvas with a mask of its empty part. */
async function extensionOf(
  studio: Studio,
  task: Task,
  { words: _, ...edges }: Extension,
  { model, size }: { readonly model: EnabledModel['model']; readonly size: Size },
): Promise<Pick<PictureOrder, 'edit' | 'extend'>> {
  const { picture: kept } = await parentOf(studio, task);
  if (model.extend?.kind === 'edges') return { extend: { picture: await flattened(kept), edges } };
  const { picture, mask } = await canvasToExtend(kept, edges);
  return {
    edit: {
      picture: await pictureToEdit(picture, size, model.editBytesBelow),
      ...strengthFor(task.batch, model),
      mask: await maskToEdit(studio.decode, mask, sizeOf(task.batch), size),
    },
  };
}

const parentRow = z.object({ file_key: z.string(), vector: z.string().nullable(), seed: z.number().nullable() });

/** The image that a batch is made from. @throws ProviderFault `invalid` if it is gone */
export async function parentOf({ database, blobs }: Studio, { batch }: Task) {
  const [row] = await database.query('select file_key, vector, seed from studio.images where id = $1 and user_id = $2', [
    batch.parent_id,
    batch.user_id,
  ]);
  const parent = row && parentRow.parse(row);
  const picture = parent && (await bytesOfBlob(blobs, parent.file_key));
  if (!picture) throw new ProviderFault('invalid', 'the image to work on is gone');
  return { picture, vector: parent.vector, seed: parent.seed };
}

/** Orders to enlarge and to remove a background have no words. */
async function wordlessOrder(studio: Studio, task: Task, { model }: EnabledModel): Promise<PictureOrder> {
  const { batch, slot } = task;
  const { picture, vector } = await parentOf(studio, task);
  const takesVector = (model.upscale ?? model.removal)?.takes.kind === 'vector';
  if (takesVector && vector === null) throw new ProviderFault('invalid', 'the drawing to work on is gone');
  const { width, height } = sizeOf(batch);
  const whole = takesVector && vector !== null ? { vector } : { picture };
  return {
    ...{ prompt: '', rawPrompt: '', style: '', width, height, seed: slot.seed },
    personHash: studio.hashOf(batch.user_id),
    ...(model.removal ? { removal: whole } : { upscale: whole }),
  };
}

async function editOf(
  studio: Studio,
  task: Task,
  model: EnabledModel['model'],
  size: Size,
): Promise<NonNullable<PictureOrder['edit']>> {
  const { batch } = task;
  const { picture: kept } = await parentOf(studio, task);
  const mask = batch.mask_key ? await bytesOfBlob(studio.blobs, batch.mask_key) : undefined;
  if (batch.mask_key && !mask) throw new ProviderFault('invalid', 'the mask is gone');
  return {
    picture: await pictureToEdit(kept, size, model.editBytesBelow),
    ...strengthFor(batch, model),
    ...(mask && { mask: await maskToEdit(studio.decode, mask, sizeOf(batch), size) }),
  };
}

export type ImageRequest = {
  readonly studio: Studio;
  readonly task: Task;
  readonly attempt: Attempt;
  readonly enabled: EnabledModel;
  /** Aborted on timeout, when the person cancels, or when this process ends. */
  readonly signal: AbortSignal;
  readonly onStep: (step: Step) => Promise<void> | void;
};

/** Steps between which a process may crash; tests stop it there. */
export type Step = 'taken' | 'sent' | 'submitted' | 'accepted' | 'received' | 'noted' | 'stored' | 'finished';

/** Sends the order, or resumes the job of one already sent, and waits for the image. */
export async function drawnBy(imageRequest: ImageRequest, client: ImageClient): Promise<Drawn> {
  const { studio, task, enabled, signal } = imageRequest;
  const previews = showsPreviews(studio, enabled) ? createPreviewWriter(studio, task) : undefined;
  const progress = progressOf(studio, task);
  const context = { signal, onProgress: progress.note, ...(previews && { onPreview: previews.add }) };
  try {
    return await drawnIn(imageRequest, client, context);
  } finally {
    await Promise.all([previews?.close(), progress.settled()]);
  }
}

async function drawnIn(imageRequest: ImageRequest, client: ImageClient, context: CallContext): Promise<Drawn> {
  const { studio, task, attempt, enabled, onStep } = imageRequest;
  if (attempt.job !== null) return waitFor(imageRequest, client, attempt.job, context);
  const order = await orderFor(studio, task, enabled);
  const submitted = await client.submit(order, context);
  if (submitted.state === 'done') return submitted.drawn;
  await onStep('submitted');
  await noteJob(studio, task, attempt, submitted.job);
  await onStep('accepted');
  return waitFor(imageRequest, client, submitted.job, context);
}

async function waitFor({ studio, signal }: ImageRequest, client: ImageClient, job: string, context: CallContext): Promise<Drawn> {
  const over = new AbortController();
  const watching = watchJob(studio, client, job, { ...context, signal: AbortSignal.any([signal, over.signal]) });
  try {
    for (;;) {
      signal.throwIfAborted();
      const polled = await client.poll?.(job, { signal });
      if (!polled) throw new ProviderFault('failed', 'the service cannot be asked after a job');
      if (polled.state === 'done') return polled.drawn;
      if (polled.progress !== undefined) context.onProgress?.(polled.progress);
      await pause(studio.times.pollMs, signal);
    }
  } finally {
    over.abort();
    await watching;
  }
}

/** Never rejects: the image is polled. */
async function watchJob({ onProblem }: Studio, client: ImageClient, job: string, context: CallContext): Promise<void> {
  try {
    await client.watch?.(job, context);
  } catch (error) {
    onProblem({ event: 'image-preview', detail: error instanceof Error ? error.message : 'unknown' });
  }
}

/** Records progress at intervals. Nothing is written any more once `settled` resolves, so that it cannot be that of a later attempt. */
function progressOf(studio: Studio, task: Task) {
  let notedAt = 0;
  let writing = Promise.resolve();
  return {
    note(progress: number, steps?: Steps): void {
      if (Date.now() - notedAt < PROGRESS_EVERY_MS) return;
      notedAt = Date.now();
      // Only informs subscribers; a lost slot is detected by the writes that matter.
      const write = noteProgress(studio, task, progress, steps).catch(() => undefined);
      writing = writing.then(() => write);
    },
    settled: () => writing,
  };
}

/** Rejects with the signal's reason when it is aborted. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/** The image itself, fetched at once if the service returned a URL. @throws ProviderFault `bad-answer` */
export async function contentOf(
  { studio, enabled }: { readonly studio: { readonly times: Pick<StudioTimes, 'fetchMs'> }; readonly enabled: EnabledModel },
  { content }: Drawn,
): Promise<Uint8Array<ArrayBuffer>> {
  if (content instanceof Uint8Array) return content;
  if (!mayFetch(content.address, enabled))
    throw new ProviderFault('bad-answer', 'the picture is at an address that is not fetched');
  try {
    const response = await fetch(content.address, {
      signal: AbortSignal.timeout(studio.times.fetchMs),
      ...(content.headers && { headers: content.headers }),
    });
    if (!response.ok) throw new ProviderFault('bad-answer', `the picture answers ${response.status}`);
    if (!/^image\/|octet-stream/.test(response.headers.get('Content-Type') ?? 'image/'))
      throw new ProviderFault('bad-answer', 'what was fetched is no picture');
    return await readAll(response, MAX_IMAGE_BYTES);
  } catch (error) {
    if (error instanceof ProviderFault) throw error;
    throw new ProviderFault('bad-answer', 'the picture could not be fetched');
  }
}

const PRIVATE = /^(localhost|.*\.(local|internal|localhost)|\[.*\]|\d+(\.\d+){3})$/i;

/** Allows only public https URLs, or URLs of the service itself: an answer must not make us call our own machines. */
function mayFetch(address: string, { base }: Pick<EnabledModel, 'base'>): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (base && url.origin === new URL(base).origin) return true;
  return url.protocol === 'https:' && !PRIVATE.test(url.hostname);
}
