import { parentPort, workerData } from 'node:worker_threads';
import { openDesigner } from '@bakkum/design/design';
import { z } from 'zod';

const larger = z.object({ vector: z.string(), width: z.number().int().positive() });
const wanted = z.object({
  prompt: z.string(),
  changes: z.array(z.string()).optional(),
  /** The same design in another format, which need not differ from the one before. */
  isReformatted: z.boolean(),
  style: z.string(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  seed: z.number().int(),
});

const designer = await openDesigner();
parentPort?.postMessage(await drawn());

async function drawn() {
  const enlarging = larger.safeParse(workerData);
  if (enlarging.success) return { picture: designer.png({ svg: enlarging.data.vector }, enlarging.data.width) };
  const { isReformatted, ...request } = wanted.parse(workerData);
  const design = await designer.draw(request);
  if (!design.isChanged && !isReformatted) return { isUnchanged: true };
  return { picture: designer.png(design), design: { vector: design.svg, report: design.report } };
}
