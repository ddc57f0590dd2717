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

/** Expected counts come from native Assimp. */
describe('models of other programs', () => {
  it.each([
    ['models/fbx.fbx', 'fbx', { vertices: 5, polygons: 6 }, [5, 3, 2.5]],
    ['models/ac3d.ac', 'ac3d', { vertices: 5, polygons: 6 }, [2.3, 1.75, 1.8]],
    ['models/nff.nff', 'nff', { vertices: 4, polygons: 4 }, [4, 3, 2]],
    ['models/ms3d.ms3d', 'ms3d', { vertices: 4, polygons: 4 }, [4, 3, 2]],
    ['models/blend.blend', 'blend', { vertices: 4, polygons: 4 }, [4, 3, 2]],
    ['models/cob.cob', 'cob', { vertices: 4, polygons: 4 }, [4, 3, 2]],
    ['models/nendo.ndo', 'nendo', { vertices: 4, polygons: 4 }, [4, 3, 2]],
    ['models/ogex.ogex', 'ogex', { vertices: 4, polygons: 4 }, [4, 3, 2]],
    ['models/ogre-mesh.mesh.xml', 'ogre-mesh', { vertices: 4, polygons: 4 }, [4, 3, 2]],
    ['models/assbin.assbin', 'assbin', { vertices: 4, polygons: 4 }, [4, 3, 2]],
    ['models/quick3d.q3o', 'quick3d', { vertices: 4, polygons: 4 }, [4, 3, 2]],
    ['models/sib.sib', 'sib', { vertices: 12, polygons: 4 }, [4, 3, 2]],
    // Rotated so that y points up.
    ['models/ase-model.ase', 'ase-model', { vertices: 4, polygons: 4 }, [4, 2, 0]],
    ['models/iqm.iqm', 'iqm', { vertices: 4, polygons: 4 }, [4, 2, 0]],
    ['models/md5mesh.md5mesh', 'md5mesh', { vertices: 4, polygons: 4 }, [4, 2, 0]],
    ['models/mdc-model.mdc', 'mdc-model', { vertices: 4, polygons: 4 }, [4, 2, 0]],
    ['models/mdl.mdl', 'mdl', { vertices: 4, polygons: 4 }, [4, 2, 0]],
    // Converted from a left-handed coordinate system.
    ['models/b3d.b3d', 'b3d', { vertices: 4, polygons: 4 }, [4, 3, 0]],
    ['models/pmx.pmx', 'pmx', { vertices: 4, polygons: 4 }, [4, 3, 0]],
  ])('are read completely: %s', async (file, format, counts, most) => {
    const scene = await read(await fixture(file), format);
    expect({ ...countsOf(scene), polygons: countsOf(scene).polygons }).toEqual(counts);
    expect(boundsOf(scene)?.most.map((value) => Number(value.toFixed(4)))).toEqual(most);
  });

  it('are read from XGL with integer coordinates, deflated or not', async () => {
    const plain = await read(await fixture('models/xgl.xgl'), 'xgl');
    expect(boundsOf(plain)).toEqual({ least: [0, 0, 0], most: [4, 3, 2] });
    expect(boundsOf(await read(await fixture('models/xgl-packed.zgl'), 'xgl'))).toEqual(boundsOf(plain));
  });

  it.each(['bvh', 'csm'])('are drawn from their skeleton if they have no mesh: %s', async (format) => {
    const input = await fixture(`models/${format}.${format}`);
    const { outputs, warnings } = await convertWith({ engine, manifest }, { input, from: format, to: MODEL_SCENE });
    expect(countsOf(sceneOf(outputs[0].content)).polygons).toBeGreaterThan(10);
    expect(warnings.map(({ code }) => code)).toContain('motion-dropped');
  });

  it('warn about images stored outside the scene file', async () => {
    const scene = new Blob(['LWSC\n3\n\nFirstFrame 0\nLoadObjectLayer 1 cube.lwo\n']);
    await expect(read(scene, 'lwo')).rejects.toMatchObject({ code: 'parts-elsewhere' });
  });

  it.each([
    ['ase-model', 'ase-model.ase'],
    ['assbin', 'assbin.assbin'],
    ['b3d', 'b3d.b3d'],
    ['blend', 'blend.blend'],
    ['cob', 'cob.cob'],
    ['iqm', 'iqm.iqm'],
    ['md5mesh', 'md5mesh.md5mesh'],
    ['ogex', 'ogex.ogex'],
    ['ogre-mesh', 'ogre-mesh.mesh.xml'],
    ['quick3d', 'quick3d.q3o'],
    ['sib', 'sib.sib'],
    ['xgl', 'xgl.xgl'],
    ['xgl', 'xgl-packed.zgl'],
  ])('are corrupt if truncated: %s', async (format, file) => {
    const whole = await fixture(`models/${file}`);
    await expect(read(whole.slice(0, whole.size * 0.9), format)).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('keep their colours', async () => {
    const scene = await read(await fixture('models/ac3d.ac'), 'ac3d');
    const colours = scene.materials.map(({ colour }) => colour.map((value) => Number(value.toFixed(3))));
    expect(colours).toContainEqual([0.7, 0.2, 0.15, 1]);
  });

  it('are refused as corrupt if they are not models', async () => {
    await expect(read(new Blob(['Kaydara FBX Binary  \0nothing']), 'fbx')).rejects.toMatchObject({ code: 'corrupt' });
  });
});
