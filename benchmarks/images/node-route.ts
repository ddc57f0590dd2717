import path from 'node:path';
import type { FormatId } from '@bakkum/conversion/engine';
import { createRunner } from '@bakkum/conversion/runner';
import { detectFormat, readHead } from '@bakkum/formats/detect';
import { estimateBytes, plannerFor, publicFormats } from '@bakkum/registry/catalogue';
import { openFileBlob } from '@bakkum/registry/node/file-blobs.node';
import { spawnNodeWorker } from '@bakkum/registry/node/spawn.node';

/** Runs one conversion as on the command line, with a warm worker. `undefined` where no plan exists without a browser. */
export async function openNodeRoute(
  file: string,
  to: FormatId,
): Promise<{ convert(): Promise<void>; close(): void } | undefined> {
  const blob = await openFileBlob(file);
  const { format } = detectFormat({ ...(await readHead(blob)), name: path.basename(file) }, publicFormats());
  const answer = format && plannerFor(new Set()).plan(format.id, to);
  if (!answer?.ok) return undefined;
  const runner = createRunner({ spawn: spawnNodeWorker, maxWorkers: 1, memoryBudgetBytes: 8 * 1024 ** 3, estimateBytes });
  return {
    async convert() {
      const result = await runner.run({ inputs: [blob], plans: answer.plans, options: {} });
      if (!result.ok) throw new Error(`${path.basename(file)} to ${to} in Node: ${result.code} (${result.detail})`);
    },
    close: () => runner.dispose(),
  };
}
