import { parentPort, workerData } from 'node:worker_threads';
import { withoutBackground } from '@bakkum/design/background';
import { openDesigner } from '@bakkum/design/design';
import { z } from 'zod';

const pixels = z.number().int().positive();
const wanted = z.discriminatedUnion('as', [
  z.object({ as: z.literal('larger'), vector: z.string(), width: pixels }),
  z.object({ as: z.literal('cut-out'), vector: z.string(), width: pixels }),
  z.object({
    as: z.literal('new'),
    prompt: z.string(),
    changes: z.array(z.string()).optional(),
    /** The same design in another shape, whose drawing need not differ from the one before. */
    isReformatted: z.boolean(),
    isCutOut: z.boolean(),
    style: z.string(),
    width: pixels,
    height: pixels,
    seed: z.number().int(),
  }),
]);

const designer = await openDesigner();
parentPort?.postMessage(await drawn(wanted.parse(workerData)));

async function drawn(order: z.infer<typeof wanted>) {
  if (order.as === 'larger') return { picture: designer.png({ svg: order.vector }, order.width) };
  if (order.as === 'cut-out') {
    const vector = withoutBackground(order.vector);
    return { picture: designer.png({ svg: vector }, order.width), design: { vector } };
  }
  const { as: _, isReformatted, isCutOut, ...request } = order;
  const design = await designer.draw(request);
  if (!design.isChanged && !isReformatted) return { isUnchanged: true };
  const vector = isCutOut ? withoutBackground(design.svg) : design.svg;
  return { picture: designer.png({ svg: vector }), design: { vector, report: design.report } };
}
