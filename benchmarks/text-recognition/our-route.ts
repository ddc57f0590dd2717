import path from 'node:path';
import { createRunner } from '@bakkum/conversion/runner';
import { detectFormat, readHead } from '@bakkum/formats/detect';
import { estimateBytes, plannerFor, publicFormats } from '@bakkum/registry/catalogue';
import { openFileBlob } from '@bakkum/registry/node/file-blobs.node';
import { spawnNodeWorker } from '@bakkum/registry/node/spawn.node';

export type OurRoute = { read(file: string): Promise<string>; close(): void };

/**
 * Converts images to text as on the command line, with the default options and one warm worker.
 * @param lanes threads among which it divides the lines of a page
 */
export function openOurRoute(lanes = 1): OurRoute {
  const planner = plannerFor(new Set());
  const runner = createRunner({
    spawn: () => spawnNodeWorker(undefined, lanes),
    maxWorkers: 1,
    memoryBudgetBytes: 8 * 1024 ** 3,
    estimateBytes,
  });
  return {
    async read(file) {
      const blob = await openFileBlob(file);
      const { format } = detectFormat({ ...(await readHead(blob)), name: path.basename(file) }, publicFormats());
      const answer = planner.plan(format?.id ?? '', 'txt');
      if (!answer.ok) throw new Error(`no plan for ${file}`);
      const result = await runner.run({ inputs: [blob], plans: answer.plans, options: {} });
      if (!result.ok) throw new Error(`${path.basename(file)}: ${result.code} (${result.detail})`);
      return result.files[0].blob.text();
    },
    close: () => runner.dispose(),
  };
}
