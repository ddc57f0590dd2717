/** Runs queued conversions in processes that each serve one owner at a time. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { withCircuitBreaker } from '@bakkum/blobs/circuit-breaker';
import { missingRoom } from '@bakkum/blobs/disk-reserve';
import { planOperation, runCombination } from '@bakkum/conversion/combination';
import { uniqueNames } from '@bakkum/conversion/file-names';
import { outputName } from '@bakkum/conversion/output-name';
import { type PlanStep, routeOf } from '@bakkum/conversion/planner';
import { createRunner, type Job, type JobResult, type Runner } from '@bakkum/conversion/runner';
import { Admission } from '@bakkum/conversion/workers/admission';
import type { ClaimedInput } from '@bakkum/conversion-jobs/inputs';
import { safely } from '@bakkum/conversion-jobs/safely';
import { keyWithTime, OUTPUT_PREFIX, prefixOf } from '@bakkum/conversion-jobs/service';
import { InputLost, readSegments } from '@bakkum/conversion-jobs/uploads/uploads';
import {
  type ClaimedJob,
  claimJobs,
  failJob,
  finishJob,
  MAX_ATTEMPTS,
  type Result,
  requeueJob,
  rescueJobs,
} from '@bakkum/conversion-jobs/work';
import { registerWorker, unregisterWorker, WORKER_REPORT_INTERVAL_MS } from '@bakkum/conversion-jobs/workers';
import { MayBeCommitted } from '@bakkum/database/sql';
import { formatById } from '@bakkum/registry/catalogue';
import { openFileBlob } from '@bakkum/registry/node/file-blobs.node';
import type { ProcessHost } from '@bakkum/registry/node/process-host.node';
import type { Lease } from '@bakkum/registry/node/process-leases.node';
import { SANDBOX_ADVICE } from '../config/conversion-settings.ts';
import { type Disk, openDisk } from '../disk.ts';
import type { ConversionOutcome } from '../observability/conversion-duration.ts';
import type { Log } from '../observability/log.ts';
import type { Services } from '../services.ts';
import { ConversionQueue, type Slot } from './conversion-queue.ts';
import { JobStopped, startHeartbeat } from './job-heartbeat.ts';
import { JOB_KINDS } from './job-kinds.ts';
import { startJobRecovery } from './rescue-timer.ts';
import { createWorkerHeartbeat, type WorkerHeartbeat } from './worker-heartbeat.ts';

/** Interval of claims while notifications do not arrive, in milliseconds. */
const UNHEARD_POLL_MS = 500;
/** Interval of looks at the disk during a conversion, in milliseconds. */
const DISK_CHECK_MS = 500;

type Work = Pick<Services, 'conversions' | 'conversionDuration' | 'jobs'> & {
  readonly host: ProcessHost;
  readonly admission: Admission;
  readonly heartbeat: WorkerHeartbeat;
  /** Claims jobs that were left while one waited for memory. */
  readonly resume: () => void;
  readonly firstBudgetMs: number;
  /** Disk of the folders in which files are converted. */
  readonly disk: Disk;
  readonly log: Log;
};

/** Whether files are converted without a sandbox although the setting asks for one where possible. */
export function isUnprotected({ conversions }: Services['settings'], { sandbox }: Pick<ProcessHost, 'sandbox'>): boolean {
  return conversions.sandbox !== 'off' && sandbox === 'none';
}

/** Starts a conversion worker in this process. Returns a function that unregisters it. */
export async function startConverting(services: Services, log: Log): Promise<() => Promise<void>> {
  const { clock, conversions, conversionDuration, jobs, settings } = services;
  const host = await services.converter();
  if (host.problem !== undefined) {
    log.error('nothing-is-converted', { reason: host.problem });
    return () => Promise.resolve();
  }
  const { atOnce } = host;
  const told = (error: Error): void => log.error('conversion-rescue', { error: error.message });
  const admission = new Admission({ maxRunning: atOnce, budgetBytes: host.memoryBytes });
  const work: Work = {
    conversions,
    conversionDuration,
    jobs,
    host,
    firstBudgetMs: settings.conversions.firstBudgetMs,
    disk: openDisk(settings, settings.dataDir),
    admission,
    heartbeat: createWorkerHeartbeat(conversions),
    resume: () => queue.resume(),
    log,
  };
  const queue = new ConversionQueue<ClaimedJob>({
    slots: atOnce,
    // While a job waits for memory, others would only wait too. They are left to other workers.
    isOpen: () => clock.isRight() && admission.queued === 0,
    claim: (most, converted) => claimJobs(conversions, { most, slots: atOnce, converted }),
    run: (job, slot) => runClaimed(work, job, slot),
    // Other workers count a job until its results are stored, and may have left waiting ones because of it.
    onStored: ({ slots }) => void (slots > atOnce && conversions.signals.announceWaiting()),
    onProblem: (error) => log.error('conversion-worker', { error: error.stack ?? error.message }),
  });
  log.info('converting', { atOnce, sandbox: host.sandbox, programs: host.programs });
  if (isUnprotected(settings, host)) {
    const asRoot = process.getuid?.() === 0;
    log.error('conversions-not-isolated', { asRoot, advice: SANDBOX_ADVICE });
  }
  host.prepare().catch((error: Error) => log.error('conversion-process', { error: error.message }));
  const stopListening = startClaiming(services, queue, told);
  jobs.onStop((graceMs) => queue.stop(graceMs));
  const worker = randomUUID();
  // A wrong clock keeps the process from taking jobs, and others must not count on its slots.
  const present = (): Promise<void> =>
    registerWorker(conversions, { id: worker, atOnce, ...(!clock.isRight() && { skewMs: clock.skewMs() }) });
  // Repeated later, so work need not wait for a database that does not answer.
  present().catch(told);
  queue.wake();
  let isLeaving = false;
  const presentAgain = (): void => {
    if (!isLeaving) present().catch(told);
  };
  const presence = setInterval(presentAgain, WORKER_REPORT_INTERVAL_MS);
  clock.onChange(presentAgain);
  return async () => {
    isLeaving = true;
    clearInterval(presence);
    stopListening();
    queue.close();
    // If the second fails, the missing heartbeats mark the worker as gone.
    await Promise.all([host.dispose(), unregisterWorker(conversions, worker).catch(() => undefined)]);
  };
}

/** Wakes the queue when jobs wait. Returns a function that ends this. */
function startClaiming(
  { clock, conversions }: Pick<Services, 'clock' | 'conversions'>,
  queue: ConversionQueue<ClaimedJob>,
  onFailure: (error: Error) => void,
): () => void {
  const { signals } = conversions;
  const rescue = startJobRecovery(async () => {
    const isOpen = await rescueJobs(conversions);
    // Also finds jobs whose announcement was lost.
    if (isOpen) queue.wake();
    return isOpen;
  }, onFailure);
  const unsubscribe = signals.listen({
    onWaiting() {
      queue.wakeSoon();
      // The job runs now, here or in another process, whose end must be noticed.
      rescue.look('soon');
    },
    onConnected: () => queue.wake(),
  });
  clock.onChange(() => queue.wake());
  const poll = setInterval(() => signals.isHeard() || queue.wake(), UNHEARD_POLL_MS);
  return () => {
    clearInterval(poll);
    rescue.stop();
    unsubscribe();
  };
}

/** Runs a claimed job to its end. */
async function runClaimed(work: Work, job: ClaimedJob, slot: Slot): Promise<void> {
  const held: Held = {};
  try {
    await convertJob(work, job, held, slot);
  } finally {
    await held.lease?.release(reuseAfter(job));
  }
}

/** After signing, the memory of the process may hold the private key. */
const reuseAfter = ({ operation }: ClaimedJob) => ({ mayBeReused: operation !== 'sign' });

/** The lease of a job, which holds its files until the results are stored. */
type Held = { lease?: Lease };

async function convertJob(work: Work, job: ClaimedJob, held: Held, { leaving, leave }: Slot): Promise<void> {
  const { conversions, log } = work;
  const heartbeat = startHeartbeat(work, job, leaving, work.firstBudgetMs);
  const unneeded: string[] = [];
  try {
    const result = await run(work, job, held, heartbeat);
    await heartbeat.converted();
    for (const { engine, code, plan } of result.attempts)
      log.info('attempt-failed', { id: job.id, engine, code, route: routeOf(plan) });
    // The next file is converted while the results are stored.
    const isFree = untilAborted(held.lease?.finish(reuseAfter(job)), heartbeat.signal).then(leave);
    await Promise.all([isFree, conclude(work, job, result, { unneeded, signal: heartbeat.signal })]);
    log.debug('converted', { id: job.id, ok: result.ok });
  } catch (error) {
    const why = heartbeat.signal.reason;
    if (why instanceof JobStopped) await handleStop(work, job, why);
    else await failUnexpectedly(work, job, error);
  } finally {
    heartbeat.stop();
  }
  // After the job has ended, so that an unresponsive store does not delay it. The orphan scan removes files left behind.
  const store = withCircuitBreaker(conversions.blobs);
  for (const key of unneeded) await safely(conversions, 'conversion-result-left', () => store.remove(key));
}

type Conclusion = { readonly unneeded: string[]; readonly signal: AbortSignal };

/** Records how a job has ended. */
async function conclude(work: Work, job: ClaimedJob, result: JobResult, { unneeded, signal }: Conclusion): Promise<void> {
  if (result.ok) await deliver(work, job, { ...result, unneeded }, signal);
  else if (signal.aborted) throw signal.reason;
  // The disk of this machine is full, which the job's owner cannot fix.
  else if (result.code === 'storage-full') await failUnexpectedly(work, job, new Error(`no room here: ${result.detail}`));
  else await failJob(work.conversions, job, result);
}

/** Waits for work that may take longer than its job has. */
async function untilAborted(work: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
  if (!work || signal.aborted) return;
  const aborted = Promise.withResolvers<void>();
  const stop = (): void => aborted.resolve();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function handleStop({ conversions, log }: Work, job: ClaimedJob, { why }: JobStopped): Promise<void> {
  if (why === 'yielded') log.info('conversion-yielded', { id: job.id, round: job.round + 1 });
  if (why === 'leaving' || why === 'waited') await requeueJob(conversions, job);
  else if (why === 'no-space')
    await failJob(conversions, job, { code: 'storage-full', detail: 'no space while it was converted' });
  else if (why === 'deadline')
    await failJob(conversions, job, { code: 'timeout', detail: `ran longer than ${job.minutes} minutes` });
}

async function failUnexpectedly({ conversions, log }: Work, job: ClaimedJob, error: unknown): Promise<void> {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.error('conversion-failed', { id: job.id, error: detail });
  // Files may be temporarily unreachable from this machine: the lease expires and another worker retries the job.
  if (job.attempts < MAX_ATTEMPTS) return;
  await failJob(conversions, job, { code: 'internal', detail });
}

type Heartbeat = ReturnType<typeof startHeartbeat>;

async function run(work: Work, job: ClaimedJob, held: Held, heartbeat: Heartbeat): Promise<JobResult> {
  const { host, admission } = work;
  const task = taskOf(host, job);
  if (typeof task === 'string') return { ok: false, code: 'no-route', detail: task, attempts: [] };
  const { bytes } = task;
  await admission.enter(bytes, heartbeat.signal);
  try {
    heartbeat.begin();
    work.resume();
    return await timed(work, () => runAdmitted(work, job, held, { heartbeat, task }));
  } finally {
    admission.leave(bytes);
  }
}

type Given = Pick<Job, 'inputs' | 'options' | 'signal' | 'onProgress'>;

/** How a job is converted. */
type Task = {
  /** Peak memory. */
  readonly bytes: number;
  readonly engines: readonly string[];
  run(runner: Runner, given: Given): Promise<JobResult>;
};

/** Plans a job, or tells why that is not possible. */
function taskOf({ planner, estimateBytes }: ProcessHost, job: ClaimedJob): Task | string {
  const sources = job.inputs.map(({ format }) => format);
  if (job.operation === null) {
    const answer = planner.plan(job.source_format, job.target_format);
    if (!answer.ok) return answer.refusal.reason;
    const plans = planner.honoring(answer.plans, job.options);
    return {
      bytes: estimateBytes(plans[0], job.input_bytes),
      engines: enginesOf(plans[0].steps),
      run: (runner, given) => runner.run({ ...given, plans }),
    };
  }
  const combination = planOperation(planner, job.operation, sources, job.target_format);
  if (!combination) return `${job.operation} ${sources.join(', ')}`;
  const { plan, ways } = combination;
  const leads = ways.flatMap(([[first, ...rest]], index) =>
    first ? [estimateBytes({ ...plan, steps: [first, ...rest] }, job.inputs[index]?.bytes ?? 0)] : [],
  );
  return {
    bytes: Math.max(estimateBytes(plan, job.input_bytes), ...leads),
    engines: enginesOf([...plan.steps, ...ways.flatMap(([lead]) => lead)]),
    run: (runner, given) => runCombination(runner, combination, given),
  };
}

const enginesOf = (steps: readonly PlanStep[]): readonly string[] => [...new Set(steps.map(({ engine }) => engine))];

/** Records how long a conversion took, also when it was stopped. */
async function timed({ conversionDuration }: Work, convert: () => Promise<JobResult>): Promise<JobResult> {
  const startedAt = performance.now();
  let outcome: ConversionOutcome = 'stopped';
  try {
    const result = await convert();
    if (result.ok) outcome = 'completed';
    else if (result.code !== 'cancelled') outcome = 'failed';
    return result;
  } finally {
    conversionDuration.observe(outcome, performance.now() - startedAt);
  }
}

type Admitted = { readonly heartbeat: Heartbeat; readonly task: Task };

async function runAdmitted(work: Work, job: ClaimedJob, held: Held, { heartbeat, task }: Admitted): Promise<JobResult> {
  const { disk, host } = work;
  const { signal } = heartbeat;
  const missing = await missingRoom(disk, () => ({ bytes: job.input_bytes, files: job.inputs.length }));
  if (missing > 0) return { ok: false, code: 'storage-full', detail: `${missing} bytes more are needed`, attempts: [] };
  const lease = await host.lease(job.owner, task.engines);
  held.lease = lease;
  const inputs = await fetchInputs(work, job, lease, signal);
  const runner = createRunner({
    spawn: lease.spawn,
    maxWorkers: 1,
    // Already admitted above.
    memoryBudgetBytes: Number.POSITIVE_INFINITY,
    estimateBytes: host.estimateBytes,
    jobsPerWorker: 1,
  });
  const stopWatching = watchDisk(disk, () => heartbeat.end('no-space'));
  try {
    return await task.run(runner, {
      inputs,
      options: job.options,
      signal,
      onProgress: (progress) => heartbeat.measured(progress.stage === 'working' ? progress.fraction : undefined),
    });
  } finally {
    stopWatching();
    runner.dispose();
  }
}

/** Copies the files of a job to the folder that its process reads, one after the other. */
async function fetchInputs(work: Work, job: ClaimedJob, lease: Lease, signal: AbortSignal): Promise<Job['inputs']> {
  const fetch = async (input: ClaimedInput, index: number): Promise<Blob> => {
    const file = path.join(lease.inputs, `input-${index}`);
    if (!(await linkInput(work, input, file))) {
      const written = createWriteStream(file, { mode: 0o600 });
      await pipeline(readSegments(work.conversions, input.segments, input.bytes), written, { signal });
    }
    return openFileBlob(file);
  };
  const [first, ...rest] = job.inputs;
  const blobs: [Blob, ...Blob[]] = [await fetch(first, 0)];
  for (const [index, input] of rest.entries()) blobs.push(await fetch(input, index + 1));
  return blobs;
}

/** Links an input of one piece, which the conversion can only read. False where that is not possible. @throws InputLost */
async function linkInput(
  { conversions: { blobs }, host }: Work,
  { segments, bytes }: ClaimedInput,
  file: string,
): Promise<boolean> {
  const [only, ...others] = segments;
  const isProtected = host.sandbox === 'bubblewrap';
  if (!only || others.length > 0 || only.bytes !== bytes || !isProtected || !blobs.link) return false;
  if (!(await blobs.link(only.key, file))) throw new InputLost('a segment at 0 is missing');
  return true;
}

/** Looks at the disk while a file is converted: the limit for one file does not bound how many files a conversion writes. */
function watchDisk(disk: Disk, onLow: () => void): () => void {
  const look = async (): Promise<void> => {
    if ((await disk.state()) !== 'enough') onLow();
  };
  // A disk that cannot be read now can be read next time.
  const timer = setInterval(() => void look().catch(() => undefined), DISK_CHECK_MS);
  return () => clearInterval(timer);
}

/** Result of a job. `unneeded` collects the keys of files to delete when the job was lost in the meantime. */
type Delivery = Extract<JobResult, { ok: true }> & { readonly unneeded: string[] };

/** Results up to this many bytes are stored from memory. */
const MAX_BYTES_IN_MEMORY = 1024 ** 2;

async function bodyOf(blob: Blob): Promise<Readable | Uint8Array> {
  return blob.size <= MAX_BYTES_IN_MEMORY ? blob.bytes() : Readable.from(blob.stream(), { objectMode: false });
}

/** Stores the results, then marks the job as completed. */
async function deliver(
  { conversions, jobs }: Work,
  job: ClaimedJob,
  { files, warnings, plan, unneeded }: Delivery,
  signal: AbortSignal,
): Promise<void> {
  const format = formatById(job.target_format);
  const outputs: Result['outputs'][number][] = [];
  let mayBeKept = false;
  try {
    const unique = uniqueNames();
    for (const [index, { blob, label }] of files.entries()) {
      signal.throwIfAborted();
      const given = files.length > 1 ? (label ?? String(index + 1)) : undefined;
      const name = unique(outputName(job.name, format?.extensions[0] ?? job.target_format, given));
      const key = keyWithTime(`${prefixOf(OUTPUT_PREFIX, job.id)}${job.fence}-${index}`, conversions.now());
      outputs.push({ name, mediaType: format?.mediaTypes[0] ?? 'application/octet-stream', bytes: blob.size, key });
      await conversions.blobs.put(key, await bodyOf(blob), blob.size);
    }
    const kept = warnings.map(({ code, params }) => ({ code, ...(params && { params: { ...params } }) }));
    const result = { outputs, warnings: kept, fidelity: plan.fidelity, route: routeOf(plan) };
    const outcome = await finishJob(conversions, job, result);
    mayBeKept = outcome === 'done';
    if (outcome === 'full') await failJob(conversions, job, { code: 'storage-full', detail: 'no room for the result' });
    if (mayBeKept && job.backup) await jobs.send(JOB_KINDS.conversionBackup, {});
  } catch (error) {
    // The job may have ended with these files. If it has not, the orphan scan removes them.
    mayBeKept ||= error instanceof MayBeCommitted;
    throw error;
  } finally {
    if (!mayBeKept) unneeded.push(...outputs.map(({ key }) => key));
  }
}
