/** The commands of the cloud page: which files leave the device, in which order, and what happens to the results. */
import { randomId } from '@bakkum/bytes/random-id';
import type { OptionValue } from '@bakkum/conversion/options';
import { type Answered, askServer, UNREACHABLE } from '../../conversion-api/ask-server.ts';
import { currentSession, knownSession, subscribeToSession } from '../../session/session.ts';
import type { Refused } from '../../workbench/refused-notice.tsx';
import {
  type CloudQueue,
  change,
  chosenTargets,
  currentOwner,
  currentQueue,
  emptyQueue,
  found,
  isWatched,
  lastTargetOf,
  ownerSignal,
  type QueueOwner,
  START,
  set,
  setOwner,
  stageOf,
  subscribe,
} from './cloud-queue.ts';
import {
  type CloudItem,
  type CloudSettings,
  canRetry,
  canStart,
  faultInSharing,
  isChoosable,
  isSameFile,
  kindOf,
  kindOfFormat,
  nameOfAddress,
} from './cloud-state.ts';
import { commandJob, followOpen, jobIdOf } from './queue/followed-jobs.ts';
import { loadFormats } from './queue/load-formats.ts';
import { type MyJobs, readMyJobs } from './queue/my-jobs.ts';
import { invite, revoke, share, uninvite } from './share/sharing.ts';
import { forgetUpload, forgetUploads, type KeptUpload, keptUploads } from './upload/kept-uploads.ts';
import { run, stopSending, TAG } from './upload/sending.ts';

let opening: Promise<void> | undefined;

export const cloudStore = {
  snapshot: currentQueue,
  initial: (): CloudQueue => START,
  /** The first listener opens the queue. */
  subscribe(listener: () => void): () => void {
    if (!isWatched()) void cloudStore.open();
    return subscribe(listener);
  },
  share,
  invite,
  uninvite,
  revoke,
  /** Restores the interrupted uploads of an earlier page and the jobs on the server; retries what failed to load. */
  open(): Promise<void> {
    opening ??= restore();
    return opening;
  },
  /** Retries what failed to load. */
  readAgain(): void {
    void cloudStore.open();
    void loadFormats();
  },
  /**
   * Clears all data of the previous owner.
   * @param keepsFiles keeps files that are not ordered yet: the visitor who chose them has signed in
   */
  forget({ keepsFiles = false }: { readonly keepsFiles?: boolean } = {}): void {
    stopSending();
    opening = undefined;
    emptyQueue({ keepsFiles });
    followOpen();
    if (!keepsFiles) void forgetUploads();
  },
  async add(files: readonly File[]): Promise<void> {
    const tenure = await ready();
    if (tenure.aborted) return;
    const checked = files.map((file) => ({ file, why: reasonAgainst(file) }));
    const refused = checked.flatMap(({ file: { name }, why }): Refused[] => (why ? [{ name, why }] : []));
    const taken = checked.flatMap(({ file, why }) => (why ? [] : [file]));
    set({ refused, nothingTaken: taken.length === 0 });
    const added = addItems(taken.map((file) => ({ name: file.name, size: file.size, file, preview: file })));
    await Promise.all(added.map((item) => identify(item, tenure)));
  },
  closeNotice: (): void => set({ refused: [], nothingTaken: false }),
  /** @param address a web address */
  async addLink(address: string): Promise<void> {
    const tenure = await ready();
    if (!tenure.aborted) addItems([{ name: nameOfAddress(address), size: null, address }]);
  },
  /** Sets a target that the user chose, which becomes the default for later files of this format. */
  setTarget(id: string, target: string): void {
    const from = found(id)?.format;
    if (from !== undefined) chosenTargets.choose(from, target);
    change(id, { target, options: {}, reason: undefined });
  },
  /** Sets the target of every unsent file that supports it. */
  setTargetOfAll(target: string): void {
    const { items, formats } = currentQueue();
    const fits = new Set(formats.filter(({ targets }) => targets.includes(target)).map(({ id }) => id));
    for (const item of items)
      if (isChoosable(item) && fits.has(item.format ?? '') && item.target !== target) cloudStore.setTarget(item.id, target);
  },
  setOption(id: string, name: string, value: OptionValue): void {
    change(id, { options: { ...found(id)?.options, [name]: value } });
  },
  setSettings(settings: CloudSettings): void {
    const { settings: before, peopleChecked } = currentQueue();
    const isSame = settings.people === before.people && settings.sharing === before.sharing;
    set({ settings, peopleChecked: isSame && peopleChecked });
  },
  /** Shows errors in the invited addresses. */
  checkPeople: (): void => set({ peopleChecked: true }),
  /** Sends all files that are ready, one after another. Returns false if the invited addresses are still missing. */
  start(): boolean {
    const { settings, items } = currentQueue();
    const isNew = (item: CloudItem): boolean => item.stage.status === 'pending' && canStart(item);
    if (items.some(isNew) && faultInSharing(settings)) {
      cloudStore.checkPeople();
      return false;
    }
    const started = items.map((item): CloudItem => {
      if (!canStart(item)) return item;
      return { ...item, ...(isNew(item) && { settings, orderKey: randomId() }), stage: { status: 'waiting' } };
    });
    set({ items: started, fault: undefined });
    void run();
    return true;
  },
  pauseAll(): void {
    for (const { id, stage } of currentQueue().items)
      if (stage.status === 'waiting' || stage.status === 'uploading') cloudStore.pause(id);
  },
  pause(id: string): void {
    const item = found(id);
    if (item?.stage.status === 'waiting') stageOf(id, { status: 'paused', sent: 0 });
    stopSending(id);
  },
  /** Resumes or retries a file. */
  resume(id: string): void {
    stageOf(id, { status: 'waiting' });
    void run();
  },
  /** Resumes an upload with its file. Returns false if it is another file. */
  provide(id: string, file: File): boolean {
    const item = found(id);
    if (!item || !isSameFile(item, file)) return false;
    change(id, { file, stage: { status: 'waiting' } });
    void run();
    return true;
  },
  /** Retries every failed file. */
  retryFailed(): void {
    for (const { id, stage } of currentQueue().items) {
      if (stage.status === 'failed') cloudStore.resume(id);
      else if (stage.status === 'job' && canRetry(stage.job)) void cloudStore.retry(stage.job.job_id);
    }
  },
  cancel: (jobId: string): Promise<void> => commandJob(jobId, 'cancel'),
  retry: (jobId: string): Promise<void> => commandJob(jobId, 'retry'),
  /** Deletes a file from the list and from the server. */
  async remove(id: string): Promise<void> {
    const item = found(id);
    if (!item) return;
    const tenure = ownerSignal();
    stopSending(id);
    const { stage, uploadId } = item;
    if (stage.status === 'job') {
      const answer = await askServer('DELETE', `jobs/${stage.job.job_id}`);
      if (tenure.aborted) return;
      if (!answer.ok && answer.fault.code !== 'NOT_FOUND') return set({ fault: answer.fault });
    } else if (uploadId !== undefined) void askServer('DELETE', `uploads/${uploadId}`);
    void forgetUpload(id);
    set({ items: currentQueue().items.filter((other) => other.id !== id), fault: undefined });
    followOpen();
  },
};

/** Loads the account's limits before files are checked against them. Returns the signal that aborts when the queue's owner changes. */
async function ready(): Promise<AbortSignal> {
  await cloudStore.open();
  const tenure = ownerSignal();
  await loadFormats();
  return tenure;
}

type Source = Pick<CloudItem, 'name' | 'size' | 'file' | 'preview' | 'address'>;

function addItems(sources: readonly Source[]): readonly CloudItem[] {
  const { settings, formats, items } = currentQueue();
  const made = sources.map(
    (source): CloudItem => ({
      ...source,
      ...kindOf(source.name, formats, lastTargetOf),
      id: randomId(),
      uploadKey: randomId(),
      isUploaded: false,
      options: {},
      settings,
      invitations: [],
      stage: { status: 'pending' },
    }),
  );
  set({ items: [...items, ...made] });
  return made;
}

function reasonAgainst({ size }: File): Refused['why'] | undefined {
  if (size === 0) return 'empty';
  return size > currentQueue().limits.fileBytes ? 'too-large' : undefined;
}

/** Detects the format from the content, unless the user has chosen a target meanwhile. The name is enough where this fails. */
async function identify({ id, file, target, format: named }: CloudItem, tenure: AbortSignal): Promise<void> {
  if (!file) return;
  const detected = await import('../../targets/detect-file.ts').then(({ detectFile }) => detectFile(file)).catch(() => undefined);
  const format = currentQueue().formats.find((one) => one.id === detected?.format?.id);
  const item = found(id);
  if (tenure.aborted || !detected || !format || item?.stage.status !== 'pending' || item.isUploaded) return;
  if (item.target === target && item.format === named) change(id, kindOfFormat(format, detected.traits, lastTargetOf));
}

async function restore(): Promise<void> {
  await knownSession();
  const [owner, tenure] = [currentOwner(), ownerSignal()];
  const [kept, mine] = await read(owner);
  if (kept.length > 0) await loadFormats();
  if (tenure.aborted) return;
  if (!mine.ok) opening = undefined;
  const { items } = currentQueue();
  const isHere = (id: string): boolean => items.some((item) => item.id === id || jobIdOf(item) === id);
  const earlier = [...(mine.ok ? itemsOf(mine.body) : []), ...kept.map(itemOfKept)].filter(({ id }) => !isHere(id));
  set({
    // Keeps files added meanwhile.
    items: [...earlier, ...items],
    listFault: mine.ok ? undefined : mine.fault,
    ...(mine.ok && mine.body.limits && { limits: mine.body.limits, used: mine.body.used }),
  });
  followOpen();
}

async function read(owner: QueueOwner | undefined): Promise<[readonly KeptUpload[], Answered<MyJobs>]> {
  if (owner === undefined) return [[], { ok: false, fault: UNREACHABLE }];
  return Promise.all([keptUploads(owner), readMyJobs(TAG, owner !== null)]);
}

function itemsOf({ jobs, links, invitations }: MyJobs): CloudItem[] {
  return jobs.map((job) => ({
    id: job.job_id,
    name: job.original_filename ?? '',
    size: job.original_size,
    isUploaded: true,
    format: job.source_format,
    target: job.target_format,
    options: {},
    settings: START.settings,
    shareId: links.get(job.job_id),
    invitations: invitations.filter(({ job_id: jobId }) => jobId === job.job_id),
    stage: { status: 'job', job },
  }));
}

function itemOfKept({ sent, owner: _owner, ...rest }: KeptUpload): CloudItem {
  const kept = { ...rest, invitations: [] };
  // The server has detected the type and waits for a target format.
  if (kept.isUploaded && kept.target === null) return { ...kept, stage: { status: 'pending' } };
  const canGoOn = kept.isUploaded || kept.address !== undefined || kept.file !== undefined;
  return { ...kept, stage: { status: canGoOn ? 'paused' : 'file-needed', sent } };
}

function ownerOf(session: ReturnType<typeof currentSession>): QueueOwner | undefined {
  if (session.status === 'signed-in') return session.person.id;
  return session.status === 'signed-out' ? null : undefined;
}

/** The queue follows the session, whichever page changes it. */
function takeSession(): void {
  const [before, next] = [currentOwner(), ownerOf(currentSession())];
  if (next === undefined || next === before) return;
  setOwner(next);
  if (before === undefined) return;
  cloudStore.forget({ keepsFiles: before === null });
  if (isWatched()) void cloudStore.open();
}

takeSession();
subscribeToSession(takeSession);
