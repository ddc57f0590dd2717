/** Measures the cost of using one process per file. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createRunner } from '@bakkum/conversion/runner';
import { openFileBlob } from '@bakkum/registry/node/file-blobs.node';
import { openProcessHost, type ProcessHost } from '@bakkum/registry/node/process-host.node';
import type { Lease } from '@bakkum/registry/node/process-leases.node';
import type { Sample } from './samples.ts';

/** Milliseconds from starting the process to its first message, and to the result. */
export type StartCost = { readonly told: number; readonly done: number; readonly sandbox: string };

/** Converts a file several times in a row, as a worker does. */
export async function startCosts({ bytes, to, name }: Sample, times: number): Promise<readonly StartCost[]> {
  const host = await openProcessHost('auto', { allowed: [], searchPath: '' });
  const costs: StartCost[] = [];
  try {
    // The first runs find no compiled code yet.
    for (let turn = -2; turn < times; turn += 1) {
      const lease = await host.lease(`owner-${turn}`, []);
      await writeFile(path.join(lease.inputs, 'input'), bytes);
      const cost = await once(host, lease, path.extname(name).slice(1), to);
      await lease.release();
      if (turn >= 0) costs.push(cost);
    }
  } finally {
    await host.dispose();
  }
  return costs;
}

async function once(host: ProcessHost, { inputs, spawn }: Lease, from: string, to: string): Promise<StartCost> {
  const answer = host.planner.plan(from, to);
  if (!answer.ok) throw new Error(`${from} cannot be converted to ${to} here`);
  const runner = createRunner({
    spawn,
    maxWorkers: 1,
    memoryBudgetBytes: Number.POSITIVE_INFINITY,
    estimateBytes: host.estimateBytes,
    jobsPerWorker: 1,
  });
  const input = await openFileBlob(path.join(inputs, 'input'));
  const startedAt = performance.now();
  let told = 0;
  const result = await runner.run({
    inputs: [input],
    plans: answer.plans,
    options: {},
    onProgress: () => {
      told ||= performance.now() - startedAt;
    },
  });
  const done = performance.now() - startedAt;
  runner.dispose();
  if (!result.ok) throw new Error(result.detail);
  return { told, done, sandbox: host.sandbox };
}
