import { describe, expect, test } from 'vitest';
import type { Plan } from './planner.ts';
import { createRunner, type Job, type RunnerOptions } from './runner.ts';
import type { FromWorker, ToWorker, WorkerLink } from './workers/worker-protocol.ts';

const plan = (engine: string): Plan => ({
  from: 'a',
  to: 'b',
  steps: [{ engine, from: 'a', to: 'b', fidelity: 'lossless', cost: 1 }],
  fidelity: 'lossless',
  kept: 'lossless',
  rank: 0,
  cost: 1,
});
const job = (...engines: [string, ...string[]]): Job => {
  const [first, ...rest] = engines;
  return { inputs: [new Blob(['input'])], plans: [plan(first), ...rest.map(plan)], options: {} };
};

type Fake = { readonly link: WorkerLink; terminated: boolean; crash(): void };
type Answer = (
  message: Extract<ToWorker, { type: 'run' }>,
) => Omit<Extract<FromWorker, { type: 'failed' }>, 'job'> | 'done' | 'slowly done' | 'silence' | 'hang at start' | 'crash';

/** Progress every 20 ms, ten times. */
async function advance(job: number, tell: (message: FromWorker) => void, done: () => void): Promise<void> {
  for (let step = 1; step <= 10; step += 1) {
    await pause(20);
    tell({ type: 'progress', job, progress: { stage: 'working', engine: 'first', fraction: step / 10 } });
  }
  done();
}

/** Workers whose answer depends on the engine's name: at once, slowly or never. */
function workers(answer: Answer) {
  const made: Fake[] = [];
  const warmed: (readonly string[])[] = [];
  const spawn = (): WorkerLink => {
    let tell: (message: FromWorker) => void = () => undefined;
    let crash: (detail: string) => void = () => undefined;
    const fake: Fake = {
      terminated: false,
      crash: () => crash('gone'),
      link: {
        onMessage: (listener) => {
          tell = listener;
        },
        onCrash: (listener) => {
          crash = listener;
        },
        discard: () => undefined,
        terminate: () => {
          fake.terminated = true;
        },
        post: (message) => {
          if (message.type === 'warm') warmed.push(message.engines);
          if (message.type !== 'run') return;
          const reply = answer(message);
          queueMicrotask(() => {
            const done = (): void =>
              tell({ type: 'done', job: message.job, files: [{ blob: new Blob(['output']) }], warnings: [] });
            if (reply === 'crash') crash('gone');
            else if (reply === 'done') done();
            else if (reply === 'slowly done') void advance(message.job, tell, done);
            else if (reply === 'hang at start')
              tell({ type: 'progress', job: message.job, progress: { stage: 'starting', engine: 'first' } });
            else if (reply !== 'silence') tell({ ...reply, job: message.job });
          });
        },
      },
    };
    made.push(fake);
    return fake.link;
  };
  return { made, spawn, warmed };
}

const runnerOn = (spawn: () => WorkerLink, options: Partial<RunnerOptions> = {}) =>
  createRunner({
    spawn,
    maxWorkers: 2,
    memoryBudgetBytes: 100,
    estimateBytes: () => 10,
    abortGraceMs: 20,
    idleMs: 20,
    ...options,
  });
const failed = (code: 'corrupt' | 'encrypted' | 'needs-capability' | 'unsupported-feature', engine = 'first') =>
  ({ type: 'failed', code, engine, detail: '' }) as const;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('the share of processors', () => {
  test('is sent to each worker as the number of running jobs', async () => {
    const sent: number[] = [];
    const { spawn } = workers(({ sharers }) => {
      sent.push(sharers);
      return 'done';
    });
    const runner = runnerOn(spawn);
    await Promise.all([runner.run(job('first')), runner.run(job('first')), runner.run(job('first'))]);
    expect(sent.slice(0, 2)).toEqual([3, 3]);
    await runner.run(job('first'));
    expect(sent.at(-1)).toBe(1);
    runner.dispose();
  });
});

describe('a runner', () => {
  test('returns the files and reuses the worker for the next job', async () => {
    const { made, spawn } = workers(() => 'done');
    const runner = runnerOn(spawn);
    expect(await runner.run(job('first'))).toMatchObject({ ok: true, attempts: [] });
    expect(await runner.run(job('first'))).toMatchObject({ ok: true });
    expect(made).toHaveLength(1);
  });

  test('retries a hanging start in a fresh worker with the full deadline', async () => {
    let tries = 0;
    const { made, spawn } = workers(() => {
      tries += 1;
      return tries === 1 ? 'hang at start' : 'done';
    });
    expect(await runnerOn(spawn, { startPatienceMs: 20 }).run(job('first'))).toMatchObject({ ok: true, attempts: [] });
    expect(made.map(({ terminated }) => terminated)).toEqual([true, false]);
  });

  test('ends at the deadline when the start hangs again', async () => {
    const { made, spawn } = workers(() => 'hang at start');
    const runner = runnerOn(spawn, { startPatienceMs: 20, deadlineMs: () => 60 });
    expect(await runner.run(job('first'))).toMatchObject({ ok: false, code: 'engine-unavailable', attempts: [{}] });
    expect(made).toHaveLength(2);
  });

  test('leaves the file to another engine when one does not start', async () => {
    const { spawn } = workers(({ steps }) => (steps[0].engine === 'first' ? 'hang at start' : 'done'));
    const runner = runnerOn(spawn, { startPatienceMs: 20, deadlineMs: () => 60 });
    expect(await runner.run(job('first', 'second'))).toMatchObject({
      ok: true,
      plan: { steps: [{ engine: 'second' }] },
      attempts: [{ code: 'engine-unavailable', engine: 'first' }],
    });
  });

  test('does not try an engine again that fails on every file on this device', async () => {
    const tried: string[] = [];
    const { spawn } = workers(({ steps }) => {
      tried.push(steps[0].engine);
      return steps[0].engine === 'first' ? { ...failed('needs-capability'), unfit: true } : 'done';
    });
    const unfit: string[] = [];
    const runner = runnerOn(spawn, { onUnfit: (engine) => unfit.push(engine) });
    const second = { ok: true, plan: { steps: [{ engine: 'second' }] } };
    expect(await runner.run(job('first', 'second'))).toMatchObject({ ...second, attempts: [{ code: 'needs-capability' }] });
    expect(await runner.run(job('first', 'second'))).toMatchObject({ ...second, attempts: [] });
    const refused = await runner.run(job('first'));
    expect(refused).toMatchObject({ ok: false, code: 'needs-capability', attempts: [{ engine: 'first', step: 0 }] });
    expect(tried).toEqual(['first', 'second', 'second']);
    expect(unfit).toEqual(['first']);
  });

  test('warms up a likely plan once if memory allows, and runs it in that worker', async () => {
    const { made, spawn, warmed } = workers(() => 'done');
    const runner = runnerOn(spawn, { idleMs: 1000 });
    runner.warm(plan('first'));
    runner.warm(plan('first'));
    expect(await runner.run(job('first'))).toMatchObject({ ok: true });
    expect([made.length, warmed]).toEqual([1, [['first']]]);
    const small = workers(() => 'done');
    runnerOn(small.spawn, { memoryBudgetBytes: 5 }).warm(plan('first'));
    expect(small.made).toHaveLength(0);
    runner.dispose();
  });

  test('tries the next plan after a failure that another engine may not share', async () => {
    const { spawn } = workers(({ steps }) => (steps[0].engine === 'first' ? failed('unsupported-feature') : 'done'));
    expect(await runnerOn(spawn).run(job('first', 'second'))).toMatchObject({
      ok: true,
      plan: { steps: [{ engine: 'second' }] },
      attempts: [{ code: 'unsupported-feature' }],
    });
  });

  test('warns when a plan with lower fidelity was used', async () => {
    const { spawn } = workers(({ steps }) => (steps[0].engine === 'first' ? failed('unsupported-feature') : 'done'));
    const plans = [plan('first'), { ...plan('second'), fidelity: 'layout-lost' }] as const;
    expect(await runnerOn(spawn).run({ ...job('first'), plans })).toMatchObject({ warnings: [{ code: 'less-faithful' }] });
    expect(await runnerOn(spawn).run(job('first', 'second'))).toMatchObject({ warnings: [] });
  });

  test('warns when the route cannot keep what the target could hold', async () => {
    const { spawn } = workers(() => 'done');
    const plans = [{ ...plan('first'), fidelity: 'picture', kept: 'layout-lost' }] as const;
    expect(await runnerOn(spawn).run({ ...job('first'), plans })).toMatchObject({ warnings: [{ code: 'layout-lost' }] });
  });

  test('does not repeat a failed step in front of another one', async () => {
    const behind = (engine: string, next: string): Plan => ({
      ...plan(engine),
      steps: [plan(engine).steps[0], { ...plan(next).steps[0], from: 'b', to: 'c' }],
    });
    const { spawn } = workers(({ steps }) => (steps[0].engine === 'first' ? { ...failed('corrupt'), step: 0 } : 'done'));
    const plans = [behind('first', 'x'), behind('first', 'y'), behind('second', 'x')] as const;
    expect(await runnerOn(spawn).run({ ...job('first'), plans })).toMatchObject({
      ok: true,
      plan: { steps: [{ engine: 'second' }, { engine: 'x' }] },
      attempts: [{ code: 'corrupt', step: 0 }],
    });
  });

  test('does not try another plan for an encrypted file', async () => {
    const { spawn } = workers(() => failed('encrypted'));
    expect(await runnerOn(spawn).run(job('first', 'second'))).toMatchObject({ ok: false, code: 'encrypted', attempts: [{}] });
  });

  test('reports the most specific of several failures', async () => {
    const { spawn } = workers(({ steps }) => failed(steps[0].engine === 'first' ? 'corrupt' : 'unsupported-feature'));
    expect(await runnerOn(spawn).run(job('first', 'second'))).toMatchObject({ ok: false, code: 'corrupt' });
  });

  test('loses only one job to a crash and continues with another worker', async () => {
    let crashes = 1;
    const { made, spawn } = workers(() => (crashes-- > 0 ? 'crash' : 'done'));
    const runner = runnerOn(spawn);
    expect(await runner.run(job('first'))).toMatchObject({ ok: false, code: 'crashed' });
    expect(await runner.run(job('first'))).toMatchObject({ ok: true });
    expect(made.map(({ terminated }) => terminated)).toEqual([true, false]);
  });

  test('terminates a worker that ignores an abort after the grace period', async () => {
    const { made, spawn } = workers(() => 'silence');
    const controller = new AbortController();
    const running = runnerOn(spawn).run({ ...job('first'), signal: controller.signal });
    await pause(5);
    controller.abort();
    expect(await running).toMatchObject({ ok: false, code: 'cancelled' });
    expect(made[0]?.terminated).toBe(true);
  });

  test('terminates a worker that hangs', async () => {
    const { made, spawn } = workers(() => 'silence');
    expect(await runnerOn(spawn, { deadlineMs: () => 10 }).run(job('first'))).toMatchObject({ ok: false, code: 'timeout' });
    expect(made[0]?.terminated).toBe(true);
  });

  test('lets a slow worker continue while it makes progress', async () => {
    const { spawn } = workers(() => 'slowly done');
    expect(await runnerOn(spawn, { deadlineMs: () => 120 }).run(job('first'))).toMatchObject({ ok: true });
  });

  test('cancels a queued job that has no worker yet', async () => {
    const { made, spawn } = workers(() => 'silence');
    const runner = runnerOn(spawn, { maxWorkers: 1, deadlineMs: () => 30 });
    const first = runner.run(job('first'));
    const controller = new AbortController();
    const second = runner.run({ ...job('first'), signal: controller.signal });
    await pause(1);
    expect(runner.load()).toEqual({ workers: 1, running: 1, queued: 1 });
    controller.abort();
    expect(await second).toMatchObject({ ok: false, code: 'cancelled' });
    expect(await first).toMatchObject({ ok: false, code: 'timeout' });
    expect(made).toHaveLength(1);
  });

  test('admits no more than the memory budget allows, but always one job', async () => {
    const { spawn } = workers(() => 'silence');
    const runner = runnerOn(spawn, { maxWorkers: 4, memoryBudgetBytes: 5, deadlineMs: () => 10 });
    const jobs = [runner.run(job('first')), runner.run(job('first'))];
    expect(runner.load()).toMatchObject({ running: 1, queued: 1 });
    await Promise.all(jobs);
  });

  test('terminates an idle worker', async () => {
    const { made, spawn } = workers(() => 'done');
    const runner = runnerOn(spawn);
    await runner.run(job('first'));
    expect(runner.load().workers).toBe(1);
    await pause(60);
    expect(runner.load().workers).toBe(0);
    expect(made[0]?.terminated).toBe(true);
  });
});
