import { type Engine, type EngineContext, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { modelScene } from '@bakkum/model-scene/scene';
import { startProgram } from '@bakkum/raster/emscripten';
import start from './.prepared/ifc.mjs';
import type { Ifc, Settings, Start } from './ifc.ts';
import { sceneOf } from './scene-of.ts';

/** Defaults of the package's own wrapper, except for segments: a circle of 24 looks round. */
const SETTINGS: Settings = {
  ALLOW_INCOMPATIBLE_SCHEMA_ALIASES: true,
  COORDINATE_TO_ORIGIN: false,
  CIRCLE_SEGMENTS: 24,
  TAPE_SIZE: 67_108_864,
  MEMORY_LIMIT: 2_147_483_648,
  LINEWRITER_BUFFER: 10_000,
  TOLERANCE_PLANE_INTERSECTION: 1e-4,
  TOLERANCE_PLANE_DEVIATION: 1e-4,
  TOLERANCE_BACK_DEVIATION_DISTANCE: 1e-4,
  TOLERANCE_INSIDE_OUTSIDE_PERIMETER: 1e-10,
  TOLERANCE_SCALAR_EQUALITY: 1e-4,
  PLANE_REFIT_ITERATIONS: 1,
  BOOLEAN_UNION_THRESHOLD: 150,
};

/** The text is held several times in memory. */
const MAX_BYTES = 512 * 1024 * 1024;

export const engine: Engine = {
  async convert({ inputs }, context) {
    context.signal.throwIfAborted();
    const file = await readInput(inputs[0], MAX_BYTES);
    const end = new TextDecoder('latin1').decode(file.subarray(-256));
    if (!/END-ISO-10303-21\s*;/.test(end)) throw new ConversionError('corrupt', 'its data has no end');
    const program = await started(context);
    context.signal.throwIfAborted();
    const scene = read(() => sceneOf(program, opened(program, file), context.signal));
    context.onProgress(1);
    return { outputs: [{ content: modelScene(scene) }], warnings: [{ code: 'surfaces-faceted' }] };
  },
};

/** Starting takes tens of milliseconds; a fresh instance per run frees all memory. */
async function started(context: EngineContext): Promise<Ifc> {
  const begin: Start = start;
  return startProgram(begin, await context.wasm('program'));
}

function opened(program: Ifc, file: Uint8Array): number {
  return program.OpenModel(SETTINGS, (to, offset, most) => {
    const piece = file.subarray(offset, offset + most);
    program.HEAPU8.set(piece, to);
    return piece.length;
  });
}

/** Its C++ exceptions surface as numbers. */
function read<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof ConversionError || (cause instanceof Error && cause.name === 'AbortError')) throw cause;
    throw new ConversionError('corrupt', 'the building could not be read', { cause });
  }
}
