/** Follows the jobs of the list on the server, and sends commands to them. */
import type { JobView } from '@bakkum/api-contract/conversions/conversions';
import { askServer } from '../../../conversion-api/ask-server.ts';
import { chosenTargets, currentQueue, ownerSignal, set, stageOf } from '../cloud-queue.ts';
import { type CloudItem, openJobs } from '../cloud-state.ts';
import { followJobs } from './job-events.ts';

/** How often a finished job is polled for its second copy, and at which interval. */
const COPY_POLLS = 5;
const COPY_EVERY_MS = 3000;

const events = followJobs({ onJob: (job) => takeJob(job), onGone: (id) => dropJob(id) });

/** Subscribes to all jobs of the list that may still change, or to none. */
export function followOpen(): void {
  events.follow(openJobs(currentQueue().items));
}

export function jobIdOf({ stage }: CloudItem): string | undefined {
  return stage.status === 'job' ? stage.job.job_id : undefined;
}

const itemOf = (jobId: string): CloudItem | undefined => currentQueue().items.find((item) => jobIdOf(item) === jobId);

/** @param looks how many times the job was polled for its second copy, which is made after the end */
function takeJob(job: JobView, looks = 0): void {
  const item = itemOf(job.job_id);
  if (!item) return;
  stageOf(item.id, { status: 'job', job });
  if (job.status === 'completed' || job.status === 'error')
    chosenTargets.ended(job.source_format, job.target_format, failureOf(job));
  followOpen();
  if (job.status !== 'completed' || job.backup !== 'pending' || looks === COPY_POLLS) return;
  setTimeout(() => void lookForCopy(job.job_id, looks + 1), COPY_EVERY_MS);
}

/** Runs in the background, so a failure is not shown. */
async function lookForCopy(jobId: string, looks: number): Promise<void> {
  if (!itemOf(jobId)) return;
  const answer = await askServer<JobView>('GET', `jobs/${jobId}`);
  if (answer.ok) takeJob(answer.body, looks);
}

/** The code of a failure as conversions on this device report it: `WRONG_PASSWORD` is `wrong-password`. */
function failureOf({ error }: JobView): string | undefined {
  return error?.code.toLowerCase().replaceAll('_', '-');
}

function dropJob(jobId: string): void {
  set({ items: currentQueue().items.filter((item) => jobIdOf(item) !== jobId) });
  followOpen();
}

export async function commandJob(jobId: string, what: 'cancel' | 'retry'): Promise<void> {
  const tenure = ownerSignal();
  const answer = await askServer<JobView>('POST', `jobs/${jobId}/${what}`);
  if (tenure.aborted) return;
  if (answer.ok) takeJob(answer.body);
  set({ fault: answer.ok ? undefined : answer.fault });
}
