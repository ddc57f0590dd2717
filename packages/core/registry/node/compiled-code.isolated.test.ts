import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createRunner } from '@bakkum/conversion/runner';
import { expect, it } from 'vitest';
import { openFileBlob, temporaryFolder } from './file-blobs.node.ts';
import { openProcessHost } from './process-host.node.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#08f"/></svg>';

// A process compiles once, so that other tests must not have started one.
it('compiled code is stored for later processes', async () => {
  const host = await openProcessHost('auto', { allowed: [], searchPath: '' });
  const answer = host.planner.plan('svg', 'png');
  if (!answer.ok) throw new Error('no plan');
  const convert = async () => {
    const { inputs, spawn, release } = await host.lease('somebody', []);
    writeFileSync(path.join(inputs, 'input'), SVG);
    const runner = createRunner({
      spawn,
      maxWorkers: 1,
      memoryBudgetBytes: host.memoryBytes,
      estimateBytes: host.estimateBytes,
      jobsPerWorker: 1,
    });
    const result = await runner.run({
      inputs: [await openFileBlob(path.join(inputs, 'input'))],
      plans: answer.plans,
      options: {},
    });
    await release();
    return result;
  };
  expect(await convert()).toMatchObject({ ok: true });
  const compiled = (): readonly string[] =>
    readdirSync(path.join(temporaryFolder(), 'compiled'), { recursive: true }).map(String);
  if (host.sandbox === 'bubblewrap') await expect.poll(() => compiled().length).toBeGreaterThan(1);
  expect(await convert()).toMatchObject({ ok: true });
  await host.dispose();
});
