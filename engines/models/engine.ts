import { type ConvertRequest, type ConvertResult, type Engine, type FormatId, readInput } from '@bakkum/conversion/engine';
import { withinBounds } from '@bakkum/conversion/errors';
import { MODEL_SCENE, modelScene, type Reading, sceneOf } from '@bakkum/model-scene/scene';
import { arranged } from './arrange.ts';
import { readAmf } from './formats/amf.ts';
import { readGltf } from './formats/gltf-read.ts';
import { readIrrMesh } from './formats/irrmesh.ts';
import { readObj } from './formats/obj.ts';
import { readOff } from './formats/off.ts';
import { readPly } from './formats/ply.ts';
import { readPcd, readXyz } from './formats/point-clouds.ts';
import { readStl } from './formats/stl.ts';
import { readTerrain } from './formats/terrain.ts';
import { readThreeMf } from './formats/three-mf.ts';
import { readTriangles } from './formats/triangles.ts';
import { readVox } from './formats/vox.ts';
import { readVtk } from './formats/vtk.ts';
import { TARGETS } from './targets.ts';
import { readWrl, readX3d } from './vrml/read.ts';

const READERS: Readonly<Record<FormatId, (file: Uint8Array<ArrayBuffer>) => Reading>> = {
  obj: readObj,
  stl: readStl,
  ply: readPly,
  off: readOff,
  gltf: readGltf,
  glb: readGltf,
  '3mf': readThreeMf,
  amf: readAmf,
  x3d: readX3d,
  wrl: readWrl,
  vox: readVox,
  vtk: readVtk,
  xyz: readXyz,
  'point-cloud': readPcd,
  irrmesh: readIrrMesh,
  terragen: readTerrain,
  'raw-triangles': readTriangles,
};

/** Models take about ten times their file size in memory. */
const MAX_BYTES = 256 * 1024 * 1024;

export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const result = request.to === MODEL_SCENE ? await read(request) : write(request);
    context.onProgress(1);
    return result;
  },
};

async function read({ inputs, from }: ConvertRequest): Promise<ConvertResult> {
  const file = await readInput(inputs[0], MAX_BYTES);
  const reader = READERS[from];
  if (!reader) throw new RangeError(`no model format ${from}`);
  const { scene, warnings } = withinBounds(() => reader(file));
  return { outputs: [{ content: modelScene(scene) }], warnings };
}

function write({ inputs, to, options }: ConvertRequest): ConvertResult {
  const target = TARGETS[to];
  if (!target) throw new RangeError(`no model format ${to}`);
  const { scene, warnings } = arranged(sceneOf(inputs[0]), target, options);
  const written = target.write(scene, String(options['modelEncoding'] ?? 'binary'));
  return { outputs: [{ content: new Blob([written], { type: target.mediaType }) }], warnings };
}
