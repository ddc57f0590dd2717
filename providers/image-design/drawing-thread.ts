import { parentPort, workerData } from 'node:worker_threads';
import { openDesigner } from '@bakkum/design/design';
import { z } from 'zod';

const wanted = z.object({
  prompt: z.string(),
  style: z.string(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  seed: z.number().int(),
});

const designer = await openDesigner();
const design = await designer.draw(wanted.parse(workerData));
parentPort?.postMessage({ picture: designer.png(design), vector: design.svg, report: design.report });
