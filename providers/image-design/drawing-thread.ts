import { parentPort, workerData } from 'node:worker_threads';
import { renderSketch } from '@bakkum/sketch/sketch';
import { STYLE_IDS } from '@bakkum/studio-options/styles';
import { z } from 'zod';

const wanted = z.object({
  prompt: z.string(),
  style: z.enum(STYLE_IDS),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  seed: z.number().int(),
});

parentPort?.postMessage(await renderSketch(wanted.parse(workerData)));
