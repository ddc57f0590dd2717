import { writeFile } from 'node:fs/promises';
import { type Planner, routeOf } from '@bakkum/conversion/planner';
import { createRunner, type JobResult } from '@bakkum/conversion/runner';
import { estimateBytes, formatById, plannerFor } from '@bakkum/registry/catalogue';
import { nodeCapabilities } from '@bakkum/registry/node/capabilities.node';
import { discardStored, openFileBlob } from '@bakkum/registry/node/file-blobs.node';
import { spawnNodeWorker } from '@bakkum/registry/node/spawn.node';
import { type ConversionPath, MAX_JUDGED, type Outcome } from './conversion-path.ts';

const MEMORY_BUDGET_BYTES = 8 * 1024 ** 3;

type Given = { readonly lanes: number; readonly deadlineMs: number; readonly planner?: Planner; readonly signal?: AbortSignal };

/** Runs the engines in worker threads, as the command line does. */
export function openNodePath({ lanes, deadlineMs, planner = plannerFor(nodeCapabilities()), signal }: Given): ConversionPath {
  const runner = createRunner({
    spawn: spawnNodeWorker,
    maxWorkers: lanes,
    memoryBudgetBytes: MEMORY_BUDGET_BYTES,
    estimateBytes,
    deadlineMs: () => deadlineMs,
  });
  return {
    targetsOf: async ({ from }) => [...planner.targetsOf(from).keys()],
    async convert({ file, from }, to, stem) {
      const answer = planner.plan(from, to);
      if (!answer.ok) return { ok: false, code: 'no-route', milliseconds: 0 };
      const startedAt = performance.now();
      const job = { inputs: [await openFileBlob(file)], plans: answer.plans, options: {} } as const;
      const result = await runner.run({ ...job, ...(signal && { signal }) });
      return outcomeOf(result, performance.now() - startedAt, `${stem}.%.${formatById(to)?.extensions[0] ?? to}`);
    },
    close: async () => runner.dispose(),
  };
}

async function outcomeOf(result: JobResult, milliseconds: number, pattern: string): Promise<Outcome> {
  if (!result.ok) return { ok: false, code: result.code, milliseconds };
  const files: string[] = [];
  const all = result.files;
  const judged = all.length <= MAX_JUDGED ? all : [...all.slice(0, MAX_JUDGED - 1), ...all.slice(-1)];
  for (const [index, { blob }] of judged.entries()) {
    const file = pattern.replace('%', String(index));
    await writeFile(file, blob.stream());
    files.push(file);
  }
  await discardStored(all.map(({ blob }) => blob));
  return {
    ok: true,
    files,
    route: routeOf(result.plan),
    fidelity: result.plan.fidelity,
    bytesOut: all.reduce((sum, { blob }) => sum + blob.size, 0),
    milliseconds: result.elapsedMs,
  };
}
