import { boundsOf, countsOf } from '@bakkum/model-scene/polygons';
import { MODEL_SCENE, sceneOf } from '@bakkum/model-scene/scene';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

async function read(input: Blob, from: string) {
  const { outputs } = await convertWith({ engine, manifest }, { input, from, to: MODEL_SCENE });
  return sceneOf(outputs[0].content);
}

/** As native Assimp counts them. */
describe('models of other programs', () => {
  it.each([
    ['models/fbx.fbx', 'fbx', { vertices: 5, polygons: 6 }, [5, 3, 2.5]],
    ['models/ac3d.ac', 'ac3d', { vertices: 5, polygons: 6 }, [2.3, 1.75, 1.8]],
    ['models/nff.nff', 'nff', { vertices: 4, polygons: 4 }, [4, 3, 2]],
    ['models/ms3d.ms3d', 'ms3d', { vertices: 4, polygons: 4 }, [4, 3, 2]],
  ])('are read whole: %s', async (file, format, counts, most) => {
    const scene = await read(await fixture(file), format);
    expect({ ...countsOf(scene), polygons: countsOf(scene).polygons }).toEqual(counts);
    expect(boundsOf(scene)?.most.map((value) => Number(value.toFixed(4)))).toEqual(most);
  });

  it('keep their colours', async () => {
    const scene = await read(await fixture('models/ac3d.ac'), 'ac3d');
    const colours = scene.materials.map(({ colour }) => colour.map((value) => Number(value.toFixed(3))));
    expect(colours).toContainEqual([0.7, 0.2, 0.15, 1]);
  });

  it('that are none are damaged', async () => {
    await expect(read(new Blob(['Kaydara FBX Binary  \0nothing']), 'fbx')).rejects.toMatchObject({ code: 'corrupt' });
  });
});
