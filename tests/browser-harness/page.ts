/** Runs in the page of the harness: starts the product's own worker and hands it jobs. Files travel by HTTP, both ways. */
import type { OptionValues } from '@bakkum/conversion/options';
import type { Plan, PlanStep } from '@bakkum/conversion/planner';
import { createRunner, type Runner } from '@bakkum/conversion/runner';
import type { FromWorker, ToWorker, WorkerLink } from '@bakkum/conversion/worker-protocol';
import { probeCapabilities } from '@bakkum/registry/browser/capabilities.browser';
import { spawnBrowserWorker } from '@bakkum/registry/browser/spawn.browser';

export type PageJob = {
  readonly inputs: readonly string[];
  readonly steps: readonly [PlanStep, ...PlanStep[]];
  readonly options: OptionValues;
  readonly outputs: string;
};

let lastJob = 0;
let link: WorkerLink | undefined;
let runner: Runner | undefined;

async function convert(job: PageJob) {
  const [first, ...rest] = await Promise.all(job.inputs.map(async (url) => (await fetch(url)).blob()));
  if (!first) throw new RangeError('a job has inputs');
  lastJob += 1;
  link ??= spawnBrowserWorker();
  const startedAt = performance.now();
  const answer = await answerOf(link, {
    type: 'run',
    job: lastJob,
    steps: job.steps,
    inputs: [first, ...rest],
    options: job.options,
  });
  const elapsedMs = performance.now() - startedAt;
  if (answer.type === 'failed') {
    link?.terminate();
    link = undefined;
    return { ok: false, code: answer.code, engine: answer.engine, detail: answer.detail } as const;
  }
  const files = await Promise.all(
    answer.files.map(async ({ blob, label }, index) => {
      await fetch(`${job.outputs}/${index}`, { method: 'PUT', body: blob });
      return { type: blob.type, size: blob.size, ...(label === undefined ? {} : { label }) };
    }),
  );
  return { ok: true, files, warnings: answer.warnings, elapsedMs } as const;
}

export type PageRun = {
  readonly input: string;
  readonly plans: readonly [Plan, ...Plan[]];
  readonly options: OptionValues;
};

/** Converts as the website does: tries the plans in turn. Returns the engines of the successful one, and how others failed. */
async function run({ input, plans, options }: PageRun) {
  const file = await (await fetch(input)).blob();
  runner ??= createRunner({
    spawn: spawnBrowserWorker,
    maxWorkers: 1,
    memoryBudgetBytes: 2 ** 31,
    estimateBytes: () => 1,
  });
  const result = await runner.run({
    inputs: [file],
    plans,
    options,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  if (!result.ok) return { ok: false, code: result.code, detail: result.detail } as const;
  const engines = result.plan.steps.map(({ engine }) => engine);
  const failures = result.attempts.map(({ engine, code }) => `${engine}: ${code}`);
  return { ok: true, engines, failures, bytes: result.files[0].blob.size } as const;
}

type Answer = Extract<FromWorker, { type: 'done' | 'failed' }>;

function answerOf(worker: WorkerLink, message: Extract<ToWorker, { type: 'run' }>): Promise<Answer> {
  return new Promise((resolve) => {
    worker.onMessage((answer) => {
      if (answer.job === message.job && answer.type !== 'progress') resolve(answer);
    });
    worker.onCrash((detail) => resolve({ type: 'failed', job: message.job, code: 'crashed', engine: '', detail }));
    worker.post(message);
  });
}

async function capabilities() {
  return [...(await probeCapabilities())];
}

const page = { convert, run, capabilities };
export type HarnessPage = typeof page;
Object.assign(globalThis, { bakkumHarness: page });
