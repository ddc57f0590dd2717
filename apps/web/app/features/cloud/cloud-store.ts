/** The queue of the cloud page: what leaves the device, in which order, and what becomes of it. */
import type { InvitationList } from '@bakkum/api-contract/cloud';
import { CONVERSION_LIMITS, DEFAULT_RETENTION } from '@bakkum/api-contract/conversion-tiers';
import type { FormatView, JobView, UploadView } from '@bakkum/api-contract/conversions';
import type { OptionValue } from '@bakkum/conversion/options';
import { askServer, type CloudFault } from '../../conversion-api/ask-server.ts';
import {
  addressesIn,
  type CloudItem,
  type CloudSettings,
  canStart,
  formatOfName,
  isSameFile,
  type Limits,
  nameOfAddress,
  openJobs,
  type Stage,
  usualTarget,
} from './cloud-state.ts';
import { followJobs } from './job-events.ts';
import { forgetUpload, type KeptUpload, keepUpload, keptUploads } from './kept-uploads.ts';
import { UploadFault, uploadFile } from './tus-upload.ts';
import { markUsed, readMine } from './what-is-mine.ts';

export type CloudQueue = {
  readonly items: readonly CloudItem[];
  readonly formats: readonly FormatView[];
  readonly settings: CloudSettings;
  readonly limits: Limits;
  /** Of the account, in bytes; undefined without one. */
  readonly used?: { readonly stored: number; readonly archived: number } | undefined;
  /** Names of files that were not taken: empty ones, and those over the limit. */
  readonly refused: readonly string[];
  readonly running: boolean;
  /** What failed that belongs to no upload: a retry, a cancellation, a link. */
  readonly fault?: CloudFault | undefined;
};

/** What jobs ordered here are tagged with, so that those of programs do not stand between them. */
const TAG = 'cloud-page';

/** After the end of a job it is looked so often, and after so long, whether its copy is there. */
const COPY_LOOKS = 5;
const COPY_EVERY_MS = 3000;

const START: CloudQueue = {
  items: [],
  formats: [],
  settings: { storage: 'temporary', sharing: 'private', people: '', retention: DEFAULT_RETENTION, backup: false },
  limits: CONVERSION_LIMITS.anonymous,
  refused: [],
  running: false,
};

let queue = START;
const listeners = new Set<() => void>();
/** Of the file that is being sent. */
let sending: { readonly id: string; readonly stop: AbortController } | undefined;
let opening: Promise<void> | undefined;
let loadingFormats: Promise<void> | undefined;
const events = followJobs({ onJob: (job) => takeJob(job), onGone: (id) => dropJob(id) });

function set(changes: Partial<CloudQueue>): void {
  queue = { ...queue, ...changes };
  for (const listener of listeners) listener();
}

function change(id: string, changes: Partial<CloudItem>): void {
  set({ items: queue.items.map((item) => (item.id === id ? { ...item, ...changes } : item)) });
}

const stageOf = (id: string, stage: Stage): void => change(id, { stage });
const found = (id: string): CloudItem | undefined => queue.items.find((item) => item.id === id);

export const cloudStore = {
  snapshot: (): CloudQueue => queue,
  onServer: (): CloudQueue => START,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Brings back what an earlier page left here, and what the server has. */
  open(): Promise<void> {
    opening ??= restore();
    return opening;
  },
  async add(files: readonly File[]): Promise<void> {
    const isTaken = ({ size }: File): boolean => size > 0 && size <= queue.limits.fileBytes;
    set({ refused: files.filter((file) => !isTaken(file)).map(({ name }) => name) });
    await loadFormats();
    addItems(files.filter(isTaken).map((file) => ({ name: file.name, size: file.size, file })));
  },
  /** @param address of the web */
  async addLink(address: string): Promise<void> {
    await loadFormats();
    addItems([{ name: nameOfAddress(address), size: null, address }]);
  },
  setTarget: (id: string, target: string): void => change(id, { target, options: {} }),
  setOption(id: string, name: string, value: OptionValue): void {
    change(id, { options: { ...found(id)?.options, [name]: value } });
  },
  setSettings: (settings: CloudSettings): void => set({ settings }),
  /** Sends everything that can be sent, one after another. */
  start(): void {
    const { settings } = queue;
    const items = queue.items.map((item): CloudItem => {
      if (!canStart(item)) return item;
      const asked = item.stage.status === 'pending' && { settings, orderKey: crypto.randomUUID() };
      return { ...item, ...asked, stage: { status: 'waiting' } };
    });
    set({ items, fault: undefined });
    void run();
  },
  pause(id: string): void {
    const item = found(id);
    if (item?.stage.status === 'waiting') stageOf(id, { status: 'paused', sent: 0 });
    if (sending?.id === id) sending.stop.abort();
  },
  /** Goes on with one that was paused or has failed. */
  resume(id: string): void {
    stageOf(id, { status: 'waiting' });
    void run();
  },
  /** The file of an upload that was begun. False where it is another one. */
  provide(id: string, file: File): boolean {
    const item = found(id);
    if (!item || !isSameFile(item, file)) return false;
    change(id, { file, stage: { status: 'waiting' } });
    void run();
    return true;
  },
  cancel: (jobId: string): Promise<void> => command('POST', `jobs/${jobId}/cancel`),
  retry: (jobId: string): Promise<void> => command('POST', `jobs/${jobId}/retry`),
  /** Takes a file off the list, and off the server. */
  async remove(id: string): Promise<void> {
    const item = found(id);
    if (!item) return;
    if (sending?.id === id) sending.stop.abort();
    const { stage, uploadId } = item;
    if (stage.status === 'job') {
      const answer = await askServer('DELETE', `jobs/${stage.job.job_id}`);
      if (!answer.ok && answer.fault.code !== 'NOT_FOUND') return set({ fault: answer.fault });
    } else if (uploadId !== undefined) void askServer('DELETE', `uploads/${uploadId}`);
    void forgetUpload(id);
    set({ items: queue.items.filter((other) => other.id !== id), fault: undefined });
    events.follow(openJobs(queue.items));
  },
  async share(id: string, jobId: string): Promise<void> {
    const answer = await askServer<{ readonly share_id: string }>('POST', `cloud/jobs/${jobId}/share`);
    if (answer.ok) change(id, { shareId: answer.body.share_id });
    set({ fault: answer.ok ? undefined : answer.fault });
  },
  /** Shares a result with people; answers whether that was done. */
  async invite(id: string, jobId: string, addresses: readonly string[]): Promise<boolean> {
    const answer = await askServer<InvitationList>('POST', `cloud/jobs/${jobId}/invitations`, { body: { addresses } });
    if (answer.ok) change(id, { invitations: answer.body.invitations });
    set({ fault: answer.ok ? undefined : answer.fault });
    return answer.ok;
  },
  async uninvite(id: string, invitationId: string): Promise<void> {
    const answer = await askServer('DELETE', `cloud/invitations/${invitationId}`);
    const isGone = answer.ok || answer.fault.code === 'NOT_FOUND';
    const left = (found(id)?.invitations ?? []).filter(({ invitation_id: other }) => other !== invitationId);
    if (isGone) change(id, { invitations: left });
    set({ fault: isGone ? undefined : answer.fault });
  },
  async revoke(id: string, jobId: string): Promise<void> {
    const answer = await askServer('DELETE', `cloud/jobs/${jobId}/share`);
    if (answer.ok || answer.fault.code === 'NOT_FOUND') change(id, { shareId: undefined });
    set({ fault: answer.ok || answer.fault.code === 'NOT_FOUND' ? undefined : answer.fault });
  },
};

type Source = Pick<CloudItem, 'name' | 'size' | 'file' | 'address'>;

function addItems(sources: readonly Source[]): void {
  const { settings } = queue;
  const made = sources.map((source): CloudItem => {
    const format = formatOfName(source.name, queue.formats);
    return {
      ...source,
      id: crypto.randomUUID(),
      isUploaded: false,
      format: format?.id,
      target: format ? usualTarget(format) : null,
      options: {},
      settings,
      invitations: [],
      stage: { status: 'pending' },
    };
  });
  set({ items: [...queue.items, ...made] });
}

function loadFormats(): Promise<void> {
  loadingFormats ??= askServer<{ readonly formats: readonly FormatView[] }>('GET', 'formats').then((answer) => {
    if (answer.ok) return set({ formats: answer.body.formats, fault: undefined });
    loadingFormats = undefined;
    return set({ fault: answer.fault });
  });
  return loadingFormats;
}

async function restore(): Promise<void> {
  const [kept, mine] = await Promise.all([keptUploads(), readMine(TAG)]);
  if (kept.length > 0) await loadFormats();
  const jobs = mine.jobs.map(
    (job): CloudItem => ({
      ...itemOfJob(job),
      shareId: mine.links.get(job.job_id),
      invitations: mine.invitations.filter(({ job_id: jobId }) => jobId === job.job_id),
    }),
  );
  set({
    // What was added meanwhile stays.
    items: [...jobs, ...kept.map(itemOfKept), ...queue.items],
    ...(mine.limits && { limits: mine.limits, used: mine.used }),
  });
  events.follow(openJobs(queue.items));
}

function itemOfJob(job: JobView): CloudItem {
  return {
    id: job.job_id,
    name: job.original_filename ?? '',
    size: job.original_size,
    isUploaded: true,
    format: job.source_format,
    target: job.target_format,
    options: {},
    settings: START.settings,
    invitations: [],
    stage: { status: 'job', job },
  };
}

function itemOfKept({ sent, ...found }: KeptUpload): CloudItem {
  const kept = { ...found, invitations: [] };
  // The server told what it is, and waits for a format.
  if (kept.isUploaded && kept.target === null) return { ...kept, stage: { status: 'pending' } };
  const canGoOn = kept.isUploaded || kept.address !== undefined || kept.file !== undefined;
  return { ...kept, stage: { status: canGoOn ? 'paused' : 'file-needed', sent } };
}

function keep(id: string, sent: number): void {
  const item = found(id);
  if (!item) return;
  const { stage: _stage, shareId: _shareId, invitations: _invitations, options, ...kept } = item;
  // Passwords of files are not written down.
  const { password: _password, ...written } = options;
  void keepUpload({ ...kept, options: written, sent });
}

/** One file after another leaves the device. */
async function run(): Promise<void> {
  if (queue.running) return;
  set({ running: true });
  markUsed();
  for (;;) {
    const next = queue.items.find(({ stage }) => stage.status === 'waiting');
    if (!next) break;
    await send(next);
  }
  set({ running: false });
}

async function send({ id }: CloudItem): Promise<void> {
  const stop = new AbortController();
  sending = { id, stop };
  try {
    if (await bring(id, stop.signal)) await order(id, stop.signal);
  } catch (error) {
    if (stop.signal.aborted) pausedNow(id);
    else if (error instanceof UploadFault) stageOf(id, { status: 'failed', fault: error.fault });
    else throw error;
  } finally {
    sending = undefined;
  }
}

function pausedNow(id: string): void {
  const stage = found(id)?.stage;
  const sent = stage?.status === 'uploading' ? stage.sent : 0;
  stageOf(id, { status: 'paused', sent });
  keep(id, sent);
}

/** Brings the file to the server. False when it cannot go on from there. */
async function bring(id: string, signal: AbortSignal): Promise<boolean> {
  const item = found(id);
  if (!item) return false;
  keep(id, 0);
  if (item.isUploaded) return isOrderable(id);
  if (item.address !== undefined) return bringLink(id, item.address, signal);
  if (!item.file) {
    stageOf(id, { status: 'file-needed', sent: 0 });
    return false;
  }
  stageOf(id, { status: 'uploading', sent: 0 });
  const uploadId = await uploadFile({
    file: item.file,
    name: item.name,
    uploadId: item.uploadId,
    signal,
    onBegun: (begun) => {
      change(id, { uploadId: begun });
      keep(id, 0);
    },
    onSent: (sent) => {
      if (found(id)?.stage.status === 'uploading') stageOf(id, { status: 'uploading', sent });
    },
  });
  const answer = await askServer<UploadView>('GET', `uploads/${uploadId}`, { signal });
  if (!answer.ok) throw new UploadFault(answer.fault);
  return uploaded(id, answer.body);
}

async function bringLink(id: string, address: string, signal: AbortSignal): Promise<boolean> {
  stageOf(id, { status: 'fetching' });
  const answer = await askServer<UploadView>('POST', 'uploads', { body: { url: address }, signal });
  if (!answer.ok) throw new UploadFault(answer.fault);
  return uploaded(id, answer.body);
}

/** What the file is, the server knows best. */
function uploaded(id: string, { upload_id: uploadId, filename, size, format }: UploadView): boolean {
  change(id, { uploadId, name: filename, size, isUploaded: true, file: undefined, format: format ?? undefined });
  keep(id, size ?? 0);
  if (format === null) throw new UploadFault({ code: 'UNKNOWN_FILE' });
  return isOrderable(id);
}

/** Where the chosen format does not fit what the file turned out to be, another one is asked for. */
function isOrderable(id: string): boolean {
  const item = found(id);
  const format = queue.formats.find((one) => one.id === item?.format);
  if (!item || !format) throw new UploadFault({ code: 'INVALID_FORMAT' });
  if (item.target !== null && format.targets.includes(item.target)) return true;
  change(id, { target: null, stage: { status: 'pending' } });
  return false;
}

async function order(id: string, signal: AbortSignal): Promise<void> {
  const item = found(id);
  if (!item?.uploadId || item.target === null) return;
  stageOf(id, { status: 'ordering' });
  const { uploadId, target, options, orderKey, settings } = item;
  const { storage, retention, backup } = settings;
  const answer = await askServer<JobView>('POST', 'jobs', {
    body: { upload_id: uploadId, target_format: target, options, storage, retention, backup, tag: TAG },
    // Sent twice over a bad line, it is the same job.
    idempotencyKey: `${uploadId}-${orderKey ?? ''}`,
    signal,
  });
  if (!answer.ok) {
    // Its bytes are gone: the next try sends them anew.
    if (['GONE', 'NOT_FOUND'].includes(answer.fault.code)) change(id, { uploadId: undefined, isUploaded: false });
    throw new UploadFault(answer.fault);
  }
  void forgetUpload(id);
  stageOf(id, { status: 'job', job: answer.body });
  events.follow(openJobs(queue.items));
  if (settings.sharing === 'public') await cloudStore.share(id, answer.body.job_id);
  const { addresses } = addressesIn(settings.people);
  if (settings.sharing === 'team' && addresses.length > 0) await cloudStore.invite(id, answer.body.job_id, addresses);
}

/** @param looks how often it was looked for its second copy, which is made after the end */
function takeJob(job: JobView, looks = 0): void {
  const item = queue.items.find(({ stage }) => stage.status === 'job' && stage.job.job_id === job.job_id);
  if (!item) return;
  stageOf(item.id, { status: 'job', job });
  events.follow(openJobs(queue.items));
  if (job.status !== 'completed' || job.backup !== 'pending' || looks === COPY_LOOKS) return;
  setTimeout(() => void command('GET', `jobs/${job.job_id}`, looks + 1), COPY_EVERY_MS);
}

function dropJob(jobId: string): void {
  set({ items: queue.items.filter(({ stage }) => stage.status !== 'job' || stage.job.job_id !== jobId) });
  events.follow(openJobs(queue.items));
}

async function command(method: 'GET' | 'POST', path: string, looks = 0): Promise<void> {
  const answer = await askServer<JobView>(method, path);
  if (answer.ok) takeJob(answer.body, looks);
  set({ fault: answer.ok ? undefined : answer.fault });
}
