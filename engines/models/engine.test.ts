import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ConvertRequest } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import { boundsOf, countsOf } from '@bakkum/model-scene/polygons';
import { MODEL_SCENE, modelScene, type Scene, sceneOf } from '@bakkum/model-scene/scene';
import { contextFor } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../tests/fixtures/models');

async function convert(request: Pick<ConvertRequest, 'from' | 'to' | 'inputs'>, options: OptionValues = {}) {
  return engine.convert({ ...request, options }, contextFor(manifest));
}

async function read(blob: Blob, from: string): Promise<Scene> {
  const { outputs } = await convert({ from, to: MODEL_SCENE, inputs: [blob] });
  return sceneOf(outputs[0].content);
}

const fixture = async (name: string): Promise<Blob> => new Blob([await readFile(path.join(FIXTURES, name))]);

async function write(scene: Scene, to: string, options: OptionValues = {}) {
  const { outputs, warnings } = await convert({ from: MODEL_SCENE, to, inputs: [modelScene(scene)] }, options);
  const { content } = outputs[0];
  if (!(content instanceof Blob)) throw new TypeError('expected a file');
  return { file: content, warnings: warnings.map(({ code }) => code) };
}

/** A 2 × 3 × 4 box of quads without normals, and a triangle. */
const BOX: Scene = {
  meshes: [
    {
      name: '상자',
      positions: Float64Array.of(0, 0, 0, 2, 0, 0, 2, 3, 0, 0, 3, 0, 0, 0, 4, 2, 0, 4, 2, 3, 4, 0, 3, 4),
      corners: Uint32Array.of(0, 3, 2, 1, 4, 5, 6, 7, 0, 1, 5, 4, 1, 2, 6, 5, 2, 3, 7, 6, 3, 0, 4),
      sizes: Uint32Array.of(4, 4, 4, 4, 4, 3),
    },
  ],
  materials: [],
  up: 'z',
  unit: 'mm',
};

const asWritten = { upAxis: 'as-is', modelUnit: 'mm' };

describe('models', () => {
  it.each(['obj', 'ply', 'off', 'x3d', 'wrl', 'vtk'])(
    'survive a round trip through %s with every vertex and polygon',
    async (format) => {
      const { file } = await write({ ...BOX, unit: 'm' }, format, { upAxis: 'as-is' });
      const back = await read(file, format);
      expect(countsOf(back)).toEqual(countsOf(BOX));
      expect(boundsOf(back)).toEqual(boundsOf(BOX));
    },
  );

  it.each(['stl', '3mf', 'amf', 'glb', 'gltf'])('survive a round trip through %s as triangles', async (format) => {
    const { file } = await write({ ...BOX, unit: format.startsWith('gl') ? 'm' : 'mm' }, format, { upAxis: 'as-is' });
    const back = await read(file, format);
    expect(countsOf(back)).toEqual({ vertices: 8, polygons: 11 });
    expect(boundsOf(back)).toEqual(boundsOf(BOX));
  });

  it('keep their size when the unit changes, and stay upright when the up axis changes', async () => {
    const { file, warnings } = await write(BOX, 'glb');
    const bounds = boundsOf(await read(file, 'glb'));
    expect(bounds?.least.map((value) => Number(value.toFixed(6)) + 0)).toEqual([0, 0, -0.003]);
    expect(bounds?.most.map((value) => Number(value.toFixed(6)) + 0)).toEqual([0.002, 0.004, 0]);
    expect(warnings).toEqual([]);
  });

  it('warn if the unit is unknown', async () => {
    const stl = await read(await fixture('stl.stl'), 'stl');
    expect((await write(stl, '3mf')).warnings).toEqual(['unit-unknown']);
    expect((await write(stl, '3mf', { sourceUnit: 'cm' })).warnings).toEqual([]);
  });

  it('are scaled as requested', async () => {
    const { file } = await write(BOX, 'obj', { ...asWritten, modelScale: 200 });
    expect(boundsOf(await read(file, 'obj'))?.most).toEqual([4, 6, 8]);
  });

  it.each([
    ['obj.obj', 'obj', { vertices: 13, polygons: 11 }],
    ['stl.stl', 'stl', { vertices: 13, polygons: 18 }],
    ['text.stl', 'stl', { vertices: 13, polygons: 18 }],
    ['off.off', 'off', { vertices: 13, polygons: 18 }],
    ['ply.ply', 'ply', { vertices: 40, polygons: 11 }],
    ['3mf.3mf', '3mf', { vertices: 40, polygons: 18 }],
    ['amf.amf', 'amf', { vertices: 5, polygons: 6 }],
    ['xyz.xyz', 'xyz', { vertices: 36, polygons: 0 }],
    ['pcd.pcd', 'point-cloud', { vertices: 36, polygons: 0 }],
  ])('of other programs are read completely: %s', async (name, format, counts) => {
    const scene = await read(await fixture(name), format);
    expect({ name, ...countsOf(scene) }).toEqual({ name, ...counts });
  });

  it('draw only the surface of voxels', async () => {
    const scene = await read(await fixture('vox.vox'), 'vox');
    expect(countsOf(scene).polygons).toBe(9 + 12 + 9 + 12 + 4);
    expect(boundsOf(scene)).toEqual({ least: [0, 0, 0], most: [3, 3, 2] });
    expect(scene.materials).toHaveLength(2);
  });

  it('place the parts of a scene', async () => {
    const scene = await read(await fixture('wrl.wrl'), 'wrl');
    expect(scene.meshes).toHaveLength(3);
    const bounds = boundsOf({ ...scene, meshes: scene.meshes.slice(0, 2) });
    expect(bounds?.least.map((value) => Number(value.toFixed(6)))).toEqual([-1.3, -1, -1.8]);
    expect(bounds?.most.map((value) => Number(value.toFixed(6)))).toEqual([3.3, 2.75, 1.8]);
  });

  it('that are point clouds do not become surfaces', async () => {
    const cloud = await read(await fixture('xyz.xyz'), 'xyz');
    await expect(write(cloud, 'stl')).rejects.toMatchObject({ code: 'unsupported-feature' });
  });

  it('are corrupt if they refer to missing vertices', async () => {
    await expect(read(new Blob(['v 0 0 0\nv 1 0 0\nf 1 2 9\n']), 'obj')).rejects.toMatchObject({ code: 'corrupt' });
  });
});

describe('damaged glTF', () => {
  const mesh = { primitives: [{ attributes: { POSITION: 0 } }] };
  const parts = {
    nodes: [{ mesh: 0 }],
    meshes: [mesh],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
  };

  it.each([
    ['nodes in a circle', { nodes: [{ children: [1] }, { children: [0] }], scenes: [{ nodes: [0] }] }, 'corrupt'],
    ['a list of another kind', { ...parts, meshes: [{ primitives: { 0: mesh } }] }, 'corrupt'],
    ['an address that is no text', { ...parts, buffers: [{ uri: 7, byteLength: 36 }] }, 'corrupt'],
    ['its data in another file', { ...parts, buffers: [{ uri: 'box.bin', byteLength: 36 }] }, 'parts-elsewhere'],
    ['no meshes', { nodes: [{}] }, 'empty'],
  ])('is refused with %s', async (_, json, code) => {
    const file = new Blob([JSON.stringify({ asset: { version: '2.0' }, ...json })]);
    await expect(read(file, 'gltf')).rejects.toMatchObject({ code });
  });
});

describe('Irrlicht meshes', () => {
  it('are read in UTF-16, from left-handed coordinates, with their colours', async () => {
    const scene = await read(await fixture('irrmesh.irrmesh'), 'irrmesh');
    expect(countsOf(scene)).toMatchObject({ vertices: 4, polygons: 4 });
    expect(boundsOf(scene)?.most.map((value) => value + 0)).toEqual([4, 3, 2]);
    expect([...(scene.meshes[0]?.corners.subarray(0, 3) ?? [])]).toEqual([0, 2, 1]);
    expect(scene.materials[0]?.colour.map((value) => Number(value.toFixed(1)))).toEqual([0.7, 0.2, 0.1, 1]);
    const whole = await fixture('irrmesh.irrmesh');
    await expect(read(whole.slice(0, whole.size / 2), 'irrmesh')).rejects.toMatchObject({ code: 'corrupt' });
  });
});

describe('terrains and triangles', () => {
  it('from Terragen become squares of the stated size and height', async () => {
    const scene = await read(await fixture('terragen.ter'), 'terragen');
    expect(countsOf(scene)).toMatchObject({ vertices: 25, polygons: 16 });
    // 32 quarters above a base of 2, ten metres per step.
    expect(boundsOf(scene)).toEqual({ least: [0, 0, 20], most: [40, 40, 100] });
    expect([scene.unit, scene.up]).toEqual(['m', 'z']);
  });

  it('in a list share their vertices', async () => {
    const scene = await read(await fixture('raw-triangles.raw'), 'raw-triangles');
    expect(countsOf(scene)).toMatchObject({ vertices: 4, polygons: 4 });
    expect(boundsOf(scene)?.most).toEqual([4, 3, 2]);
  });

  it('are corrupt if truncated', async () => {
    const terrain = await fixture('terragen.ter');
    await expect(read(terrain.slice(0, 70), 'terragen')).rejects.toMatchObject({ code: 'corrupt' });
    await expect(read(new Blob(['a\nb\n']), 'raw-triangles')).rejects.toMatchObject({ code: 'corrupt' });
  });
});
