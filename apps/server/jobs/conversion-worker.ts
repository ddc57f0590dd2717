/** Does the conversions that were ordered: one at a time each, every file in a process of its own. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { withCircuitBreaker } from '@bakkum/blobs/circuit-breaker';
import { Admission } from '@bakkum/conversion/admission';
import { outputName, withoutCollision } from '@bakkum/conversion/output-name';
import { routeOf } from '@bakkum/conversion/planner';
import { createRunner, type Job, type JobResult } from '@bakkum/conversion/runner';
import { safely } from '@bakkum/conversions/safely';
import { OUTPUT_PREFIX, timedKey } from '@bakkum/conversions/service';
import { readUpload } from '@bakkum/conversions/uploads';
import {
  type ClaimedJob,
  claimJob,
  failJob,
  finishJob,
  handBack,
  MAX_ATTEMPTS,
  type Result,
  rescueJobs,
  wakeNext,
} from '@bakkum/conversions/work';
import { PRESENT_EVERY_MS, registerWorker, unregisterWorker } from '@bakkum/conversions/workers';
import { formatById } from '@bakkum/registry/catalogue';
import { openFileBlob } from '@bakkum/registry/file-blobs.node';
import type { ProcessHost } from '@bakkum/registry/process-host.node';
import type { Log } from '../observability/log.ts';
import type { Services } from '../services.ts';
import { JobStopped, startHeartbeat } from './job-heartbeat.ts';
import { JOB_KINDS } from './job-kinds.ts';
import { startRescue } from './rescue-timer.ts';

/** Of one file a conversion writes. */
const MAX_RESULT_BYTES = 8_000_000_000;

type Work = Pick<Services, 'conversions' | 'jobs'> & {
  readonly host: ProcessHost;
  readonly admission: Admission;
  /** Calls that were not followed while a job waited for memory. */
  skippedWakeUps: number;
  readonly log: Log;
};

/** Makes this process one of those that convert. Answers how to stop looking after others. */
export async function startConverting(services: Services, log: Log): Promise<() => Promise<void>> {
  const { conversions, jobs, settings } = services;
  const host = await services.converter();
  if (host.problem !== undefined) {
    log.error('nothing-is-converted', { reason: host.problem });
    return () => Promise.resolve();
  }
  const atOnce = settings.conversions.atOnce ?? host.atOnce;
  const work: Work = {
    conversions,
    jobs,
    host,
    admission: new Admission({ maxRunning: atOnce, budgetBytes: host.memoryBytes }),
    skippedWakeUps: 0,
    log,
  };
  log.info('converting', { atOnce, sandbox: host.sandbox, programs: host.programs });
  const told = (error: Error): void => log.error('conversion-rescue', { error: error.message });
  const rescue = startRescue(() => rescueJobs(conversions), told);
  await jobs.work(
    JOB_KINDS.conversion,
    ({ signal, retry }) => {
      // Called again is what another worker did not end: it may have died over a job.
      rescue.look(retry > 0 ? 'now' : 'soon');
      return convertNext(work, signal);
    },
    atOnce,
  );
  const worker = randomUUID();
  const present = (): Promise<void> => registerWorker(conversions, { id: worker, atOnce });
  await present();
  const presence = setInterval(() => void present().catch(told), PRESENT_EVERY_MS);
  return () => {
    clearInterval(presence);
    rescue.stop();
    // Where it cannot be said, it is not heard of any more all the same.
    return unregisterWorker(conversions, worker).catch(() => undefined);
  };
}

/** Takes the job that is due, if there is one, and ends it. @param leaving aborted when this process is told to stop */
async function convertNext(work: Work, leaving: AbortSignal): Promise<void> {
  if (leaving.aborted) return;
  // A job that could only wait here is left to others.
  if (work.admission.queued > 0) {
    work.skippedWakeUps += 1;
    return;
  }
  const job = await claimJob(work.conversions);
  if (!job) return;
  const folder = await mkdtemp(path.join(tmpdir(), 'bakkum-job-'));
  try {
    await convertJob(work, job, folder, leaving);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await wakeNext(work.conversions);
  work.jobs.wake(JOB_KINDS.conversion);
}

async function convertJob(work: Work, job: ClaimedJob, folder: string, leaving: AbortSignal): Promise<void> {
  const { conversions, log } = work;
  const heartbeat = startHeartbeat(conversions, job, leaving);
  const unneeded: string[] = [];
  try {
    const result = await run(work, job, folder, heartbeat);
    for (const { engine, code, plan } of result.attempts)
      log.info('attempt-failed', { id: job.id, engine, code, route: routeOf(plan) });
    if (result.ok) await deliver(work, job, { ...result, unneeded }, heartbeat.signal);
    else if (heartbeat.signal.aborted) throw heartbeat.signal.reason;
    // Of this machine, which its owner cannot mend.
    else if (result.code === 'storage-full') await failUnexpectedly(work, job, new Error(`no room here: ${result.detail}`));
    else await failJob(conversions, job, result);
    log.debug('converted', { id: job.id, ok: result.ok });
  } catch (error) {
    const why = heartbeat.signal.reason;
    if (why instanceof JobStopped) await handleStop(work, job, why);
    else await failUnexpectedly(work, job, error);
  } finally {
    heartbeat.stop();
  }
  // After its end: nobody waits with the job for a store that does not answer. What stays in it is taken by the scan for orphans.
  const store = withCircuitBreaker(conversions.blobs);
  for (const key of unneeded) await safely(conversions, 'conversion-result-left', () => store.remove(key));
}

async function handleStop({ conversions }: Work, job: ClaimedJob, { why }: JobStopped): Promise<void> {
  if (why === 'leaving' || why === 'waited') await handBack(conversions, job);
  else if (why === 'deadline')
    await failJob(conversions, job, { code: 'timeout', detail: `ran longer than ${job.minutes} minutes` });
}

async function failUnexpectedly({ conversions, log }: Work, job: ClaimedJob, error: unknown): Promise<void> {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.error('conversion-failed', { id: job.id, error: detail });
  // Files may be out of reach from here, for a while: the lease runs out, and whoever takes the job then may have more luck.
  if (job.attempts < MAX_ATTEMPTS) return;
  await failJob(conversions, job, { code: 'internal', detail });
}

type Heartbeat = ReturnType<typeof startHeartbeat>;

async function run(work: Work, job: ClaimedJob, folder: string, heartbeat: Heartbeat): Promise<JobResult> {
  const { host, admission } = work;
  const answer = host.planner.plan(job.source_format, job.target_format);
  if (!answer.ok) return { ok: false, code: 'no-route', detail: answer.refusal.reason, attempts: [] };
  const bytes = host.estimateBytes(answer.plans[0], job.input_bytes);
  await admission.enter(bytes, heartbeat.signal);
  try {
    heartbeat.begin();
    await safely(work.conversions, 'conversion-wake', () => wakeAnotherWorker(work));
    return await runAdmitted(work, job, folder, { heartbeat, plans: answer.plans });
  } finally {
    admission.leave(bytes);
  }
}

/** One that has begun leaves room for the next, if others were not followed while it waited. */
async function wakeAnotherWorker(work: Work): Promise<void> {
  if (work.skippedWakeUps === 0 || work.admission.queued > 0) return;
  work.skippedWakeUps -= 1;
  await wakeNext(work.conversions);
  work.jobs.wake(JOB_KINDS.conversion);
}

type Admitted = { readonly heartbeat: Heartbeat; readonly plans: Job['plans'] };

async function runAdmitted(
  { conversions, host }: Work,
  job: ClaimedJob,
  folder: string,
  { heartbeat, plans }: Admitted,
): Promise<JobResult> {
  const { signal } = heartbeat;
  const file = path.join(folder, 'input');
  const input = { id: job.upload_id, size: job.input_bytes };
  await pipeline(readUpload(conversions, input), createWriteStream(file, { mode: 0o600 }), { signal });
  const runner = createRunner({
    spawn: () => host.spawn(folder, { fileBytes: MAX_RESULT_BYTES, processorSeconds: job.minutes * 60 * host.atOnce }),
    maxWorkers: 1,
    // It was admitted already.
    memoryBudgetBytes: Number.POSITIVE_INFINITY,
    estimateBytes: host.estimateBytes,
    jobsPerWorker: 1,
  });
  try {
    return await runner.run({
      inputs: [await openFileBlob(file)],
      plans,
      options: job.options,
      signal,
      onProgress: (progress) => heartbeat.measured(progress.stage === 'working' ? progress.fraction : undefined),
    });
  } finally {
    runner.dispose();
  }
}

/** What came of a job, and where keys are put of files that are nobody's: of a job that was lost meanwhile nothing stays. */
type Delivery = Extract<JobResult, { ok: true }> & { readonly unneeded: string[] };

/** Puts the results away, then says that they are there. */
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
    const names = new Set<string>();
    for (const [index, { blob, label }] of files.entries()) {
      signal.throwIfAborted();
      const given = files.length > 1 ? (label ?? String(index + 1)) : undefined;
      const name = withoutCollision(outputName(job.name, format?.extensions[0] ?? job.target_format, given), names);
      names.add(name);
      const key = timedKey(`${OUTPUT_PREFIX}${job.id}/${job.fence}-${index}`, conversions.now());
      outputs.push({ name, mediaType: format?.mediaTypes[0] ?? 'application/octet-stream', bytes: blob.size, key });
      await conversions.blobs.put(key, Readable.from(blob.stream(), { objectMode: false }), blob.size);
    }
    const kept = warnings.map(({ code, params }) => ({ code, ...(params && { params: { ...params } }) }));
    // Where nothing is heard of the end it may be written down all the same; the scan for orphans takes what is not.
    mayBeKept = true;
    const result = { outputs, warnings: kept, fidelity: plan.fidelity, route: routeOf(plan) };
    const outcome = await finishJob(conversions, job, result);
    mayBeKept = outcome === 'done';
    if (outcome === 'full') await failJob(conversions, job, { code: 'storage-full', detail: 'no room for the result' });
    if (mayBeKept && job.backup) await jobs.send(JOB_KINDS.conversionBackup, {});
  } finally {
    if (!mayBeKept) unneeded.push(...outputs.map(({ key }) => key));
  }
}
