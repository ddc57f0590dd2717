import type { Engine } from '@bakkum/conversion/engine';
import { sceneOf } from '@bakkum/model-scene/scene';
import { stillRaster } from '@bakkum/raster/construct';
import { createPause } from '@bakkum/raster/pause';
import { type Drawn, drawScene } from './render.ts';

const BACKGROUNDS: Readonly<Record<string, number>> = { white: 255, grey: 238 };

/** Renders a model from a corner or a side in parallel projection with two lights. */
export const engine: Engine = {
  async convert({ inputs, options }, context) {
    context.signal.throwIfAborted();
    const pause = createPause(context.signal);
    const drawn = await drawScene(sceneOf(inputs[0]), String(options['view']), Number(options['previewSize']), async (done) => {
      await pause();
      context.onProgress(done);
    });
    const shade = BACKGROUNDS[String(options['previewBackground'])];
    const data = shade === undefined ? drawn.data : onto(drawn, shade);
    const pixels = { depth: 8, width: drawn.size, height: drawn.size, data } as const;
    return {
      outputs: [{ content: stillRaster(pixels, { width: drawn.size, height: drawn.size, mayHaveAlpha: shade === undefined }) }],
      warnings: [],
    };
  },
};

function onto({ data }: Drawn, shade: number): Uint8ClampedArray<ArrayBuffer> {
  const result = new Uint8ClampedArray(data.length).fill(255);
  for (let at = 0; at < data.length; at += 4) {
    const cover = (data[at + 3] ?? 0) / 255;
    for (let channel = 0; channel < 3; channel += 1)
      result[at + channel] = (data[at + channel] ?? 0) * cover + shade * (1 - cover);
  }
  return result;
}
