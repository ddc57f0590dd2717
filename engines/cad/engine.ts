import { type Engine, type EngineContext, type FormatId, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { type Material, type Mesh, modelScene, type Scene } from '@bakkum/model-scene/scene';
import { startProgram } from '@bakkum/raster/emscripten';
import start from './.prepared/occt.mjs';
import { shapesShown } from './freecad.ts';
import type { Occt, OcctAnswer, OcctMesh, Start } from './occt.ts';

/** Deviation from the exact curve as a fraction of the model's size, and angle between neighbouring facets. */
const FINENESS: Readonly<Record<string, { readonly linear: number; readonly angular: number }>> = {
  coarse: { linear: 0.005, angular: 0.8 },
  normal: { linear: 0.001, angular: 0.5 },
  fine: { linear: 0.0002, angular: 0.15 },
};

const READS = { step: 'step', iges: 'iges', brep: 'brep' } as const;

/** Tessellates the exact surfaces of CAD drawings. */
export const engine: Engine = {
  async convert({ inputs, from, options }, context) {
    context.signal.throwIfAborted();
    const file = await readInput(inputs[0]);
    const program = await started(context);
    context.signal.throwIfAborted();
    const { linear, angular } = FINENESS[String(options['fineness'])] ?? { linear: 0.001, angular: 0.5 };
    const faceted: Faceted = (kind, drawing) =>
      read(() =>
        program.ReadFile(kind, drawing, {
          linearUnit: 'millimeter',
          linearDeflectionType: 'bounding_box_ratio',
          linearDeflection: linear,
          angularDeflection: angular,
        }),
      );
    const scene = from === 'fcstd' ? documentOf(file, faceted, context) : drawingOf(file, from, faceted);
    context.onProgress(1);
    return { outputs: [{ content: modelScene(scene) }], warnings: [{ code: 'surfaces-faceted' }] };
  },
};

type Kind = keyof typeof READS;
type Faceted = (kind: Kind, drawing: Uint8Array) => OcctAnswer;

function drawingOf(file: Uint8Array, from: FormatId, faceted: Faceted): Scene {
  const kind = Object.values(READS).find((each) => each === from);
  if (!kind) throw new RangeError(`no drawing ${from}`);
  return sceneOf(faceted(kind, file), kind);
}

/** Tessellates every visible shape of a FreeCAD document. */
function documentOf(file: Uint8Array, faceted: Faceted, { signal, onProgress }: EngineContext): Scene {
  const shapes = shapesShown(file);
  const meshes: Mesh[] = [];
  const materials: Material[] = [];
  shapes.forEach(({ name, brep, colour }, index) => {
    signal.throwIfAborted();
    const material = colour ? { material: placeOf(colour, materials) } : {};
    const { success, meshes: solids = [] } = faceted('brep', brep);
    if (!success) throw new ConversionError('corrupt', `the shape ${name} could not be read`);
    for (const solid of solids.filter((each) => each.index.array.length > 0))
      meshes.push({ ...meshOf(solid, materials), name, ...material });
    onProgress((index + 1) / (shapes.length + 1));
  });
  if (meshes.length === 0) throw new ConversionError('unsupported-feature', 'no surfaces in the document');
  return { meshes, materials, unit: 'mm', up: 'z' };
}

/** Starting takes tens of milliseconds; a fresh instance per run frees all memory. */
async function started(context: EngineContext): Promise<Occt> {
  const begin: Start = start;
  return startProgram(begin, await context.wasm('program'));
}

/** Its C++ exceptions surface as numbers. */
function read(work: () => OcctAnswer): OcctAnswer {
  try {
    return work();
  } catch (cause) {
    throw new ConversionError('corrupt', 'the drawing could not be read', { cause });
  }
}

/** BREP files have no unit. */
function sceneOf({ success, meshes = [] }: OcctAnswer, kind: Kind): Scene {
  const solids = meshes.filter(({ index }) => index.array.length > 0);
  if (!success) throw new ConversionError('corrupt', 'no drawing');
  if (solids.length === 0) throw new ConversionError('unsupported-feature', 'no surfaces in the drawing');
  const materials: Material[] = [];
  const made = solids.map((mesh) => meshOf(mesh, materials));
  return { meshes: made, materials, ...(kind === 'brep' ? {} : { unit: 'mm' }), up: 'z' };
}

function meshOf({ name, color, attributes, index }: OcctMesh, materials: Material[]): Mesh {
  const { position, normal } = attributes;
  return {
    ...(name ? { name } : {}),
    positions: Float64Array.from(position.array),
    corners: Uint32Array.from(index.array),
    ...(normal ? { normals: { values: Float32Array.from(normal.array), size: 3 } as const } : {}),
    ...(color ? { material: placeOf(color, materials) } : {}),
  };
}

function placeOf([red, green, blue]: readonly [number, number, number], materials: Material[]): number {
  const known = materials.findIndex(({ colour }) => colour[0] === red && colour[1] === green && colour[2] === blue);
  if (known >= 0) return known;
  materials.push({ colour: [red, green, blue, 1] });
  return materials.length - 1;
}
