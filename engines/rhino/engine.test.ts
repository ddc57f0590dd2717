import { boundsOf, countsOf } from '@bakkum/model-scene/polygons';
import { MODEL_SCENE, sceneOf } from '@bakkum/model-scene/scene';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

async function read(input: Blob) {
  const { outputs } = await convertWith({ engine, manifest }, { input, from: '3dm', to: MODEL_SCENE });
  return sceneOf(outputs[0].content);
}

const rounded = (values: readonly number[] | undefined) => values?.map((value) => Number(value.toFixed(3)));

describe('Rhino', () => {
  it('is read with its unit, colours and placed blocks', async () => {
    const scene = await read(await fixture('models/3dm.3dm'));
    expect(countsOf(scene)).toMatchObject({ vertices: 8, polygons: 8 });
    expect(rounded(boundsOf(scene)?.most)).toEqual([14, 3, 2]);
    expect([scene.unit, scene.up]).toEqual(['cm', 'z']);
    expect(rounded(scene.materials[0]?.colour)).toEqual([0.702, 0.2, 0.149, 1]);
  });

  it('is corrupt if truncated', async () => {
    const whole = await fixture('models/3dm.3dm');
    await expect(read(whole.slice(0, whole.size / 2))).rejects.toMatchObject({ code: 'corrupt' });
  });
});
