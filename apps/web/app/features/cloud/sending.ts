/** How files leave the device: one after another they are brought to the server, and their conversion is ordered. */
import type { JobView, UploadView } from '@bakkum/api-contract/conversions';
import { askServer, UNREACHABLE } from '../../conversion-api/ask-server.ts';
import { change, found, ownerNow, queueNow, set, stageOf, tenureNow } from './cloud-queue.ts';
import { addressesIn, atRest, type CloudItem } from './cloud-state.ts';
import { followOpen } from './followed-jobs.ts';
import { forgetUpload, keepUpload } from './kept-uploads.ts';
import { loadFormats } from './load-formats.ts';
import { invite, share } from './sharing.ts';
import { UploadFault, uploadFile } from './tus-upload.ts';
import { markUsed } from './what-is-mine.ts';
import { whileWanted } from './while-wanted.ts';

/** What jobs ordered here are tagged with, so that those of programs do not stand between them. */
export const TAG = 'cloud-page';

/** Of the file that is being sent. */
let sending: { readonly id: string; readonly stop: AbortController } | undefined;

/** Sends everything that waits, until nothing does. */
export async function run(): Promise<void> {
  if (queueNow().running) return;
  set({ running: true });
  markUsed();
  for (;;) {
    const next = queueNow().items.find(({ stage }) => stage.status === 'waiting');
    if (!next) break;
    await send(next);
  }
  set({ running: false });
}

/** @param id of one file; without it whatever is being sent */
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
  // Its bytes are gone: the next try sends them anew.
  const isGone = fault.code === 'GONE' || fault.code === 'NOT_FOUND';
  const anew = { uploadId: undefined, uploadKey: crypto.randomUUID(), isUploaded: false };
  change(id, { ...(isGone && anew), stage: { status: 'failed', fault } });
}

function keep(id: string, sent: number): void {
  const [item, owner] = [found(id), ownerNow()];
  if (!item || owner === undefined) return;
  const { stage: _stage, shareId: _shareId, sharingFault: _fault, invitations: _invitations, options, ...kept } = item;
  // Passwords of files are not written down.
  const { password: _password, ...written } = options;
  void keepUpload({ ...kept, options: written, sent, owner });
}

/** What was made for a file that was removed meanwhile, goes as well. */
async function takeBack(path: string, tenure: AbortSignal): Promise<void> {
  if (tenure.aborted) return;
  const answer = await askServer('DELETE', path);
  if (!answer.ok && answer.fault.code !== 'NOT_FOUND' && !tenure.aborted) set({ fault: answer.fault });
}

/** Brings the file to the server. False when it cannot go on from there. */
async function bring(id: string, signal: AbortSignal): Promise<boolean> {
  keep(id, 0);
  await whileWanted(loadFormats(), signal);
  const { formats, formatsFault } = queueNow();
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
  const tenure = tenureNow();
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

/** The server goes on fetching what nobody waits for any more, so its answer is heard to the end. */
async function bringLink({ id, uploadKey }: CloudItem, address: string, signal: AbortSignal): Promise<boolean> {
  const tenure = tenureNow();
  stageOf(id, { status: 'fetching' });
  const fetched = askServer<UploadView>('POST', 'uploads', { body: { url: address }, idempotencyKey: uploadKey }).then(
    (answer) => {
      if (answer.ok && !found(id)) void takeBack(`uploads/${answer.body.upload_id}`, tenure);
      return answer;
    },
  );
  const answer = await whileWanted(fetched, signal);
  if (!answer.ok) throw new UploadFault(answer.fault);
  return uploaded(id, answer.body);
}

/** What the file is, the server knows best. */
function uploaded(id: string, { upload_id: uploadId, filename, size, format }: UploadView): boolean {
  change(id, { uploadId, name: filename, size, isUploaded: true, file: undefined, format: format ?? undefined });
  keep(id, size ?? 0);
  return isOrderable(id);
}

/** Where the chosen format does not fit what the file turned out to be, another one is asked for. */
function isOrderable(id: string): boolean {
  const item = found(id);
  if (!item) return false;
  if (item.format === undefined) throw new UploadFault({ code: 'UNKNOWN_FILE' });
  const format = queueNow().formats.find((one) => one.id === item.format);
  if (!format) throw new UploadFault({ code: 'INVALID_FORMAT' });
  if (item.target !== null && format.targets.includes(item.target)) return true;
  change(id, { target: null, stage: { status: 'pending' } });
  return false;
}

/** Heard to the end as well: what is ordered for a file that was removed meanwhile is deleted. */
async function order(id: string): Promise<void> {
  const item = found(id);
  if (!item?.uploadId || item.target === null) return;
  const tenure = tenureNow();
  stageOf(id, { status: 'ordering' });
  const { uploadId, target, options, orderKey, settings } = item;
  const { storage, retention, backup } = settings;
  const answer = await askServer<JobView>('POST', 'jobs', {
    body: { upload_id: uploadId, target_format: target, options, storage, retention, backup, tag: TAG },
    // Sent twice over a bad line, it is the same job.
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
