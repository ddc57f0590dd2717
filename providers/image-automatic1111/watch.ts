/** Progress and previews of an image that the web UI draws during a request. */
import { setTimeout as wait } from 'node:timers/promises';
import { anyJson, ask, isOk, jsonInit, under } from '@bakkum/image-provider/http';
import { MAX_PREVIEW_CHARACTERS, previewOfBase64 } from '@bakkum/image-provider/preview';
import type { CallContext, Steps } from '@bakkum/image-provider/provider';
import { z } from 'zod';

const LOOK_EVERY_MS = 1000;
const MAX_STEPS = 1000;
/** Maximum size of an answer: a preview and a few numbers. */
const MAX_LOOK_BYTES = MAX_PREVIEW_CHARACTERS + 64 * 1024;

/** `GET sdapi/v1/progress`: of whatever the server draws. */
export const progressed = z.object({
  progress: z.number(),
  state: z.object({ sampling_step: z.number().int(), sampling_steps: z.number().int() }).optional().catch(undefined),
});

/** `POST internal/progress`: of one task. Servers without a web UI do not have it. */
const taskProgress = z.object({
  active: z.boolean(),
  queued: z.boolean(),
  progress: z.number().nullish(),
  /** A data URI. Absent if it is the one with the id that was sent. */
  live_preview: z.string().nullish(),
  id_live_preview: z.number().int().nullish(),
});

export type WatchedTask = { readonly base: string; readonly task: string };

/** Asks every second until the signal is aborted. */
export async function watchTask(watched: WatchedTask, context: CallContext): Promise<void> {
  if (!context.onProgress && !context.onPreview) return;
  let lastPreview = -1;
  while (await pause(LOOK_EVERY_MS, context.signal)) lastPreview = await look(watched, context, lastPreview);
}

/** Returns the id of the newest preview. */
async function look({ base, task }: WatchedTask, context: CallContext, lastPreview: number): Promise<number> {
  const { signal, onPreview } = context;
  const request = jsonInit({ id_task: task, id_live_preview: lastPreview, live_preview: onPreview !== undefined });
  const own = taskProgress.safeParse(await answerTo(under(base, 'internal/progress'), { ...request, signal })).data;
  // The server draws something else, for another process or program. Its progress is not that of this image.
  if (own?.queued) return lastPreview;
  await showProgress(base, context, own?.active ? (own.progress ?? undefined) : undefined);
  if (!own?.active || signal.aborted) return lastPreview;
  const preview = previewOfBase64(own.live_preview ?? '');
  if (preview) onPreview?.(preview);
  return own.id_live_preview ?? lastPreview;
}

/** @param share of the task, if the server knows it */
async function showProgress(base: string, { signal, onProgress }: CallContext, share: number | undefined): Promise<void> {
  const overall = await overallProgress(base, signal);
  const progress = share ?? overall?.progress;
  if (progress === undefined || signal.aborted) return;
  onProgress?.(Math.min(1, Math.max(0, progress)), overall?.state && stepsOf(overall.state));
}

async function overallProgress(base: string, signal: AbortSignal) {
  const address = under(base, 'sdapi/v1/progress?skip_current_image=true');
  return progressed.safeParse(await answerTo(address, { signal })).data;
}

/** The answer in JSON; undefined without one. Whether the image is drawn depends on another request. */
async function answerTo(address: string, init: RequestInit & { readonly signal: AbortSignal }): Promise<unknown> {
  const answer = await ask(address, init, MAX_LOOK_BYTES).catch(() => undefined);
  return answer && isOk(answer) ? anyJson(answer) : undefined;
}

function stepsOf({
  sampling_step: done,
  sampling_steps: total,
}: NonNullable<z.infer<typeof progressed>['state']>): Steps | undefined {
  return total > 0 && total <= MAX_STEPS && done >= 0 && done <= total ? { done, total } : undefined;
}

/** Resolves to true after the delay, or false if aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return wait(milliseconds, true, { signal }).catch(() => false);
}
