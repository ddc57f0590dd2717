import { boundsOf, countsOf } from '@bakkum/model-scene/polygons';
import { MODEL_SCENE, sceneOf } from '@bakkum/model-scene/scene';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

async function read(input: Blob) {
  const { outputs } = await convertWith({ engine, manifest }, { input, from: 'drc', to: MODEL_SCENE });
  return sceneOf(outputs[0].content);
}

const rounded = (values: readonly number[] | undefined) => values?.map((value) => Number(value.toFixed(3)));

describe('Draco', () => {
  it('is read with positions and colours within quantization error', async () => {
    const scene = await read(await fixture('models/drc.drc'));
    expect(countsOf(scene)).toMatchObject({ vertices: 4, polygons: 4 });
    expect(rounded(boundsOf(scene)?.most)).toEqual([4, 3, 2]);
    const colours = Array.from({ length: 4 }, (_, at) => [
      ...(scene.meshes[0]?.colours?.values.subarray(at * 4, at * 4 + 3) ?? []),
    ]);
    expect(colours).toContainEqual([1, 0, 0]);
  });

  it('is corrupt if truncated or not a Draco file', async () => {
    const whole = await fixture('models/drc.drc');
    await expect(read(whole.slice(0, 70))).rejects.toMatchObject({ code: 'corrupt' });
    await expect(read(new Blob(['DRACO and nothing else']))).rejects.toMatchObject({ code: 'corrupt' });
  });
});
