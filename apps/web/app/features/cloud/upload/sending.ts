/** Uploads files one after another and orders their conversion. */

import type { JobView, UploadView } from '@bakkum/api-contract/conversions/conversions';
import { randomId } from '@bakkum/bytes/random-id';
import { askServer, UNREACHABLE } from '../../../conversion-api/ask-server.ts';
import { change, currentOwner, currentQueue, found, lastTargetOf, ownerSignal, set, stageOf } from '../cloud-queue.ts';
import { addressesIn, atRest, type CloudItem, kindOfFormat } from '../cloud-state.ts';
import { followOpen } from '../queue/followed-jobs.ts';
import { loadFormats } from '../queue/load-formats.ts';
import { markUsed } from '../queue/my-jobs.ts';
import { invite, share } from '../share/sharing.ts';
import { forgetUpload, keepUpload } from './kept-uploads.ts';
import { UploadFault, uploadFile } from './tus-upload.ts';
import { unlessAborted } from './unless-aborted.ts';

/** Tag of jobs ordered here, to keep them apart from jobs of API clients. */
export const TAG = 'cloud-page';

/** Aborts the upload of the current file. */
let sending: { readonly id: string; readonly stop: AbortController } | undefined;

/** Sends all waiting files. */
export async function run(): Promise<void> {
  if (currentQueue().running) return;
  set({ running: true });
  markUsed();
  for (;;) {
    const next = currentQueue().items.find(({ stage }) => stage.status === 'waiting');
    if (!next) break;
    await send(next);
  }
  set({ running: false });
}

/** @param id a file; by default any that is being sent */
export function stopSending(id?: string): void {
  if (id === undefined || sending?.id === id) sending?.stop.abort();
}

async function send({ id }: CloudItem): Promise<void> {
  const stop = new AbortController();
  sending = { id, stop };
  try {
    if (await bring(id, stop.signal)) await order(id);
  } catch (error) {
    if (stop.signal.aborted) rest(id);
    else if (error instanceof UploadFault) fail(id, error);
    else throw error;
  } finally {
    sending = undefined;
  }
}

function rest(id: string): void {
  const item = found(id);
  if (!item) return;
  const { stage } = atRest(item);
  stageOf(id, stage);
  keep(id, 'sent' in stage ? stage.sent : 0);
}

function fail(id: string, { fault }: UploadFault): void {
  // The uploaded bytes are gone: the next try sends them again.
  const isGone = fault.code === 'GONE' || fault.code === 'NOT_FOUND';
  const anew = { uploadId: undefined, uploadKey: randomId(), isUploaded: false };
  change(id, { ...(isGone && anew), stage: { status: 'failed', fault } });
}

function keep(id: string, sent: number): void {
  const [item, owner] = [found(id), currentOwner()];
  if (!item || owner === undefined) return;
  const {
    stage: _stage,
    shareId: _shareId,
    sharingFault: _fault,
    invitations: _invitations,
    reason: _reason,
    preview: _preview,
    options,
    ...kept
  } = item;
  // Passwords of files are not stored.
  const { password: _password, ...written } = options;
  void keepUpload({ ...kept, options: written, sent, owner });
}

/** Deletes the job or upload of a file that was removed meanwhile. */
async function takeBack(path: string, tenure: AbortSignal): Promise<void> {
  if (tenure.aborted) return;
  const answer = await askServer('DELETE', path);
  if (!answer.ok && answer.fault.code !== 'NOT_FOUND' && !tenure.aborted) set({ fault: answer.fault });
}

/** Uploads the file. Returns false if it cannot continue. */
async function bring(id: string, signal: AbortSignal): Promise<boolean> {
  keep(id, 0);
  await unlessAborted(loadFormats(), signal);
  const { formats, formatsFault } = currentQueue();
  if (formats.length === 0) throw new UploadFault(formatsFault ?? UNREACHABLE);
  const item = found(id);
  if (!item) return false;
  if (item.isUploaded) return isOrderable(id);
  if (item.address !== undefined) return bringLink(item, item.address, signal);
  if (!item.file) {
    stageOf(id, { status: 'file-needed', sent: 0 });
    return false;
  }
  return bringFile(item, item.file, signal);
}

async function bringFile({ id, name, uploadId, uploadKey }: CloudItem, file: File, signal: AbortSignal): Promise<boolean> {
  const tenure = ownerSignal();
  stageOf(id, { status: 'uploading', sent: 0 });
  const brought = await uploadFile({
    file,
    name,
    uploadId,
    key: uploadKey,
    signal,
    onBegun: (begun) => {
      if (!found(id)) return void takeBack(`uploads/${begun}`, tenure);
      change(id, { uploadId: begun });
      keep(id, 0);
    },
    onSent: (sent) => {
      if (found(id)?.stage.status === 'uploading') stageOf(id, { status: 'uploading', sent });
    },
  });
  const answer = await askServer<UploadView>('GET', `uploads/${brought}`, { signal });
  if (!answer.ok) throw new UploadFault(answer.fault);
  return uploaded(id, answer.body);
}

/** The server fetches the link even when the user has left, so the answer is read to the end. */
async function bringLink({ id, uploadKey }: CloudItem, address: string, signal: AbortSignal): Promise<boolean> {
  const tenure = ownerSignal();
  stageOf(id, { status: 'fetching' });
  const fetched = askServer<UploadView>('POST', 'uploads', { body: { url: address }, idempotencyKey: uploadKey }).then(
    (answer) => {
      if (answer.ok && !found(id)) void takeBack(`uploads/${answer.body.upload_id}`, tenure);
      return answer;
    },
  );
  const answer = await unlessAborted(fetched, signal);
  if (!answer.ok) throw new UploadFault(answer.fault);
  return uploaded(id, answer.body);
}

/** The server's detection of the type wins. */
function uploaded(id: string, { upload_id: uploadId, filename, size, format }: UploadView): boolean {
  change(id, { uploadId, name: filename, size, isUploaded: true, file: undefined, format: format ?? undefined });
  keep(id, size ?? 0);
  return isOrderable(id);
}

/** If the chosen target does not fit the detected type, the user has to confirm another one. */
function isOrderable(id: string): boolean {
  const item = found(id);
  if (!item) return false;
  if (item.format === undefined) throw new UploadFault({ code: 'UNKNOWN_FILE' });
  const format = currentQueue().formats.find((one) => one.id === item.format);
  if (!format) throw new UploadFault({ code: 'INVALID_FORMAT' });
  if (item.target !== null && format.targets.includes(item.target)) return true;
  change(id, { ...kindOfFormat(format, {}, lastTargetOf), stage: { status: 'pending' } });
  return false;
}

/** Read to the end as well: a job for a file that was removed meanwhile is deleted. */
async function order(id: string): Promise<void> {
  const item = found(id);
  if (!item?.uploadId || item.target === null) return;
  const tenure = ownerSignal();
  stageOf(id, { status: 'ordering' });
  const { uploadId, target, options, orderKey, settings } = item;
  const { storage, retention, backup } = settings;
  const answer = await askServer<JobView>('POST', 'jobs', {
    body: { upload_id: uploadId, target_format: target, options, storage, retention, backup, tag: TAG },
    // Idempotency key: a repeated request over a bad connection creates no second job.
    idempotencyKey: `${uploadId}-${orderKey ?? ''}`,
    signal: tenure,
  });
  if (!answer.ok) throw new UploadFault(answer.fault);
  const { job_id: jobId } = answer.body;
  if (!found(id)) return takeBack(`jobs/${jobId}`, tenure);
  void forgetUpload(id);
  stageOf(id, { status: 'job', job: answer.body });
  followOpen();
  if (settings.sharing === 'public') await share(id, jobId);
  if (settings.sharing === 'team') await invite(id, jobId, addressesIn(settings.people).addresses);
}
