/** Runs in the page of the harness: starts the product's own worker and hands it jobs. Files travel by HTTP, both ways. */
import type { OptionValues } from '@bakkum/conversion/options';
import type { Plan, PlanStep } from '@bakkum/conversion/planner';
import { createRunner } from '@bakkum/conversion/runner';
import { probeCapabilities } from '@bakkum/registry/browser/capabilities.browser';
import { spawnBrowserWorker } from '@bakkum/registry/browser/spawn.browser';

export type PageJob = {
  readonly inputs: readonly string[];
  readonly steps: readonly [PlanStep, ...PlanStep[]];
  readonly options: OptionValues;
  readonly outputs: string;
};

const runner = createRunner({
  spawn: spawnBrowserWorker,
  maxWorkers: 1,
  memoryBudgetBytes: 2 ** 31,
  estimateBytes: () => 1,
});

/** Runs these steps alone, within the product's time limits: a browser that stops answering fails one conversion, not all that follow. */
async function convert({ inputs, steps, options, outputs }: PageJob) {
  const [first, ...rest] = await Promise.all(inputs.map(async (url) => (await fetch(url)).blob()));
  if (!first) throw new RangeError('a job has inputs');
  const result = await runner.run({ inputs: [first, ...rest], plans: [planOf(steps)], options });
  if (!result.ok) {
    const { code, detail, attempts } = result;
    return {
      ok: false,
      code,
      engine: attempts[0]?.engine ?? '',
      detail,
    } as const;
  }
  const files = await Promise.all(
    result.files.map(async ({ blob, label }, index) => {
      await fetch(`${outputs}/${index}`, { method: 'PUT', body: blob });
      return { type: blob.type, size: blob.size, ...(label === undefined ? {} : { label }) };
    }),
  );
  return { ok: true, files, warnings: result.warnings, elapsedMs: result.elapsedMs } as const;
}

function planOf(steps: PageJob['steps']): Plan {
  return {
    from: steps[0].from,
    to: (steps.at(-1) ?? steps[0]).to,
    steps,
    fidelity: 'lossless',
    kept: 'lossless',
    rank: 0,
    cost: 0,
  };
}

export type PageRun = {
  readonly input: string;
  readonly plans: readonly [Plan, ...Plan[]];
  readonly options: OptionValues;
};

/** Converts as the website does: tries the plans in turn. Returns the engines of the successful one, and how others failed. */
async function run({ input, plans, options }: PageRun) {
  const file = await (await fetch(input)).blob();
  const result = await runner.run({ inputs: [file], plans, options });
  if (!result.ok) return { ok: false, code: result.code, detail: result.detail } as const;
  const engines = result.plan.steps.map(({ engine }) => engine);
  const failures = result.attempts.map(({ engine, code }) => `${engine}: ${code}`);
  const warnings = result.warnings.map(({ code }) => code);
  return { ok: true, engines, failures, warnings, bytes: result.files[0].blob.size } as const;
}

async function capabilities() {
  return [...(await probeCapabilities())];
}

const page = { convert, run, capabilities };
export type HarnessPage = typeof page;
Object.assign(globalThis, { bakkumHarness: page });
