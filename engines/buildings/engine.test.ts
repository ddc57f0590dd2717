import { boundsOf, countsOf } from '@bakkum/model-scene/polygons';
import { MODEL_SCENE, sceneOf } from '@bakkum/model-scene/scene';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

async function read(input: Blob) {
  const { outputs } = await convertWith({ engine, manifest }, { input, from: 'ifc', to: MODEL_SCENE });
  return sceneOf(outputs[0].content);
}

const rounded = (values: readonly number[] | undefined) => values?.map((value) => Number(value.toFixed(3)));

describe('IFC', () => {
  it('is read in metres with the colours of its elements', async () => {
    const scene = await read(await fixture('models/ifc.ifc'));
    expect(countsOf(scene).polygons).toBe(12);
    expect(rounded(boundsOf(scene)?.least)).toEqual([-2, 0, -0.1]);
    expect(rounded(boundsOf(scene)?.most)).toEqual([2, 3, 0.1]);
    expect(scene.unit).toBe('m');
    expect(rounded(scene.materials[0]?.colour)).toEqual([0.7, 0.2, 0.15, 1]);
  });

  it('is corrupt if truncated, and refused without shapes', async () => {
    const text = await (await fixture('models/ifc.ifc')).text();
    await expect(read(new Blob([text.slice(0, text.length / 2)]))).rejects.toMatchObject({ code: 'corrupt' });
    const bare = text.replace(/#22=.*\n#23=.*\n/, '');
    await expect(read(new Blob([bare]))).rejects.toMatchObject({ code: 'unsupported-feature' });
  });
});
