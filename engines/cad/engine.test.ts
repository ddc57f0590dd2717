import { boundsOf, countsOf } from '@bakkum/model-scene/polygons';
import { MODEL_SCENE, sceneOf } from '@bakkum/model-scene/scene';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

async function read(input: Blob, from: string, options = {}) {
  const { outputs, warnings } = await convertWith({ engine, manifest }, { input, from, to: MODEL_SCENE, options });
  return { scene: sceneOf(outputs[0].content), warnings: warnings.map(({ code }) => code) };
}

describe('CAD drawings', () => {
  it.each(['step', 'iges', 'brep'])('have the expected size for a block with a hole: %s', async (format) => {
    const { scene, warnings } = await read(await fixture(`models/${format}.${format}`), format);
    const bounds = boundsOf(scene);
    expect(bounds?.least.map((value) => Number(value.toFixed(3)) + 0)).toEqual([0, 0, 0]);
    expect(bounds?.most.map((value) => Number(value.toFixed(3)))).toEqual([40, 30, 20]);
    expect(scene.unit).toBe(format === 'brep' ? undefined : 'mm');
    expect(warnings).toEqual(['surfaces-faceted']);
  });

  it('have more facets at higher quality', async () => {
    const file = await fixture('models/step.step');
    const coarse = countsOf((await read(file, 'step', { fineness: 'coarse' })).scene);
    const fine = countsOf((await read(file, 'step', { fineness: 'fine' })).scene);
    expect(fine.polygons).toBeGreaterThan(coarse.polygons * 2);
  });

  it('are refused as corrupt if they are not drawings', async () => {
    await expect(read(new Blob(['ISO-10303-21;\nnothing']), 'step')).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('from FreeCAD contain the visible shapes with placement and colour', async () => {
    const { scene } = await read(await fixture('models/fcstd.FCStd'), 'fcstd');
    expect(scene.meshes.map(({ name }) => name)).toEqual(['Block']);
    expect(boundsOf(scene)?.most.map((value) => Number(value.toFixed(3)))).toEqual([40, 30, 20]);
    expect(scene.materials.map(({ colour }) => colour.map((value) => Number(value.toFixed(2))))).toContainEqual([
      0.8, 0.2, 0.2, 1,
    ]);
    expect(scene.unit).toBe('mm');
    const whole = await fixture('models/fcstd.FCStd');
    await expect(read(whole.slice(0, whole.size / 2), 'fcstd')).rejects.toMatchObject({ code: 'corrupt' });
  });
});
