import { parentPort, workerData } from 'node:worker_threads';
import { withoutBackground } from '@bakkum/design/background';
import { type Design, openDesigner } from '@bakkum/design/design';
import { drawVariation } from '@bakkum/design/variation';
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
    variation: z
      .object({
        original: z.object({ vector: z.string().nullable(), seed: z.number().int().nullable() }),
        firstSeed: z.number().int(),
        index: z.number().int(),
      })
      .optional(),
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
  if (order.variation) return varied(order, order.variation);
  const design = await designer.draw(order);
  if (!order.isReformatted && !(await designer.isChanged(order, design))) return { isUnchanged: true };
  const shown = withWantedBackground(order, design);
  return { picture: designer.png(shown), design: { vector: shown.svg, report: shown.report } };
}

type NewDesign = Extract<z.infer<typeof wanted>, { as: 'new' }>;

function withWantedBackground({ isCutOut }: NewDesign, design: Design): Design {
  return isCutOut ? { ...design, svg: withoutBackground(design.svg) } : design;
}

async function varied(order: NewDesign, { original, firstSeed, index }: NonNullable<NewDesign['variation']>) {
  const found = await drawVariation(
    { original: { svg: original.vector, seed: original.seed }, firstSeed, index },
    {
      paletteOf: (seed) => designer.palette({ ...order, seed }),
      draw: async (seed) => withWantedBackground(order, await designer.draw({ ...order, seed })),
    },
  );
  if (!found) return { isUnchanged: true };
  return { picture: designer.png(found), design: { vector: found.svg, report: found.report }, seed: found.seed };
}
