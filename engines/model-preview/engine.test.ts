import type { Scene } from '@bakkum/model-scene/scene';
import { modelScene } from '@bakkum/model-scene/scene';
import { convertWith } from '@bakkum/tests/engine-context';
import { framesOf } from '@bakkum/tests/test-picture';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

/** A red 2 × 2 floor, and a blue 1 × 1 wall on its far edge, z up. */
const SCENE: Scene = {
  meshes: [
    {
      positions: Float64Array.of(0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0),
      corners: Uint32Array.of(0, 1, 2, 3),
      sizes: Uint32Array.of(4),
      material: 0,
    },
    {
      positions: Float64Array.of(0, 2, 0, 1, 2, 0, 1, 2, 1, 0, 2, 1),
      corners: Uint32Array.of(0, 1, 2, 3),
      sizes: Uint32Array.of(4),
      material: 1,
    },
  ],
  materials: [{ colour: [1, 0, 0, 1] }, { colour: [0, 0, 1, 1] }],
  up: 'z',
};

async function drawn(options = {}) {
  const input = modelScene(SCENE);
  const { outputs } = await convertWith(
    { engine, manifest },
    { input, from: 'model-scene', to: 'raster', options: { previewSize: 64, ...options } },
  );
  const { frames } = await framesOf(outputs[0].content);
  const picture = frames[0]?.read;
  return (x: number, y: number): readonly number[] => [...(picture?.data.slice((y * 64 + x) * 4, (y * 64 + x) * 4 + 4) ?? [])];
}

describe('model preview', () => {
  it('shows only the floor from above, on a transparent background', async () => {
    const pixel = await drawn({ view: 'top' });
    const [red = 0, green, blue, alpha] = pixel(32, 32);
    expect([red > 150, green, blue, alpha]).toEqual([true, 0, 0, 255]);
    expect(pixel(1, 1)[3]).toBe(0);
  });

  it('shows the wall on the left from the front', async () => {
    const pixel = await drawn({ view: 'front' });
    expect(pixel(16, 32)[2]).toBeGreaterThan(150);
    expect(pixel(48, 32)[3]).toBe(0);
  });

  it('hides the content behind it', async () => {
    const pixel = await drawn({ view: 'bottom' });
    expect(pixel(32, 32)[2]).toBe(0); // the wall is on the other side
  });

  it('uses a white background on request', async () => {
    const pixel = await drawn({ view: 'top', previewBackground: 'white' });
    expect(pixel(1, 1)).toEqual([255, 255, 255, 255]);
  });
});
