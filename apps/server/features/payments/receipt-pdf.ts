import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createRunner } from '@bakkum/conversion/runner';
import { openFileBlob } from '@bakkum/registry/node/file-blobs.node';
import { ProblemError } from '../../http/problem-answer.ts';
import type { Services } from '../../services.ts';

/** Converts a drawing to PDF like any other file: with our engines, in a separate process. @throws ProblemError */
export async function pdfOf(
  { converter }: Pick<Services, 'converter'>,
  svg: string,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const host = await converter();
  const answer = host.planner.plan('svg', 'pdf');
  if (host.problem !== undefined || !answer.ok) throw new ProblemError('unavailable');
  const { plans } = answer;
  const lease = await host.lease(
    `receipt:${randomUUID()}`,
    plans[0].steps.map(({ engine }) => engine),
  );
  const runner = createRunner({
    spawn: lease.spawn,
    maxWorkers: 1,
    memoryBudgetBytes: Number.POSITIVE_INFINITY,
    estimateBytes: host.estimateBytes,
    jobsPerWorker: 1,
  });
  try {
    const file = path.join(lease.inputs, 'receipt.svg');
    await writeFile(file, svg, { mode: 0o600 });
    const result = await runner.run({ inputs: [await openFileBlob(file)], plans, options: {}, signal });
    const [pdf] = result.ok ? result.files : [];
    if (!pdf) throw new Error(`a receipt was not converted: ${result.ok ? 'no file' : result.code}`);
    return new Uint8Array(await pdf.blob.arrayBuffer());
  } finally {
    runner.dispose();
    await lease.release();
  }
}
