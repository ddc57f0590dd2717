import { viewOf } from '@bakkum/bytes/bytes';
import { type Engine, type EngineContext, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { modelScene } from '@bakkum/model-scene/scene';
import { startProgram } from '@bakkum/raster/emscripten';
import start from './.prepared/rhino.mjs';
import type { Rhino, RhinoFile, Start } from './rhino.ts';
import { sceneOf } from './scene-of.ts';

export const engine: Engine = {
  async convert({ inputs }, context) {
    context.signal.throwIfAborted();
    const file = await readInput(inputs[0]);
    const program = await started(context);
    context.signal.throwIfAborted();
    const scene = sceneOf(program, opened(program, file));
    context.onProgress(1);
    return { outputs: [{ content: modelScene(scene) }], warnings: [{ code: 'surfaces-faceted' }] };
  },
};

/** Starting takes tens of milliseconds; a fresh instance per run frees all memory. */
async function started(context: EngineContext): Promise<Rhino> {
  const begin: Start = start;
  return startProgram(begin, await context.wasm('program'));
}

/** The library reads truncated files as far as possible, so the end mark of the archive is checked first. */
function opened(program: Rhino, file: Uint8Array<ArrayBuffer>): RhinoFile {
  const view = viewOf(file);
  const END = 0x7fff;
  const hasEnd = [12, 20].some((size) => file.length > size && view.getUint32(file.length - size, true) === END);
  if (!hasEnd) throw new ConversionError('corrupt', 'no mark of the end');
  try {
    const read = program.File3dm.fromByteArray(file);
    if (read) return read;
  } catch (cause) {
    throw new ConversionError('corrupt', 'the model could not be read', { cause });
  }
  throw new ConversionError('corrupt', 'no model');
}
