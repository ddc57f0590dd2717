import { type Engine, type EngineContext, type FormatId, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { modelScene } from '@bakkum/model-scene/scene';
import { startProgram } from '@bakkum/raster/emscripten';
import start from './.prepared/assimp.mjs';
import type { Assimp, Start } from './assimp.ts';
import { readingOf } from './imported.ts';
import { plainXgl } from './xgl.ts';

/** Assimp selects its importer by file extension. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  ac3d: 'ac',
  'ase-model': 'ase',
  'mdc-model': 'mdc',
  nendo: 'ndo',
  quick3d: 'q3o',
};

/** Patterns at the end of a complete text file. The library also accepts files without them, so truncation is checked here. */
const ENDINGS: Readonly<Record<string, RegExp>> = {
  smd: /\bend\s*$/,
  dxf: /\bEOF\s*$/,
  cob: /\bEND\s+V[^\n]*(?:\n\s*)?$|[^\t\n\r -~]/,
  md5mesh: /\}\s*$/,
  'ase-model': /^\}\s*$/m,
  ogex: /\}\s*$/,
  'ogre-mesh': /<\/mesh>\s*$|[^\t\n\r -~]/,
};

/** The file is held three times: as input, as parsed data and as JSON. */
const MAX_BYTES = 128 * 1024 * 1024;

export const engine: Engine = {
  async convert({ inputs, from }, context) {
    context.signal.throwIfAborted();
    const given = await readInput(inputs[0], MAX_BYTES);
    const file = from === 'xgl' ? await plainXgl(given, MAX_BYTES) : given;
    if (ENDINGS[from]?.test(textOf(file.subarray(-64))) === false)
      throw new ConversionError('corrupt', 'its last list has no end');
    if (textOf(file.subarray(0, 4)) === 'LWSC')
      throw new ConversionError('parts-elsewhere', 'a scene whose objects are files of their own');
    const program = await started(context);
    context.signal.throwIfAborted();
    const { scene, warnings } = readingOf(imported(program, file, nameOf(file, from)), from);
    context.onProgress(1);
    return { outputs: [{ content: modelScene(scene) }], warnings };
  },
};

const textOf = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

function nameOf(file: Uint8Array, from: FormatId): string {
  if (from === 'ogre-mesh') return file[0] === 0 && file[1] === 0x10 ? 'model.mesh' : 'model.mesh.xml';
  return `model.${EXTENSIONS[from] ?? from}`;
}

/** Starting takes tens of milliseconds; a fresh instance per run frees all memory. */
async function started(context: EngineContext): Promise<Assimp> {
  const begin: Start = start;
  return startProgram(begin, await context.wasm('program'));
}

function imported(program: Assimp, file: Uint8Array, name: string): unknown {
  try {
    const files = new program.FileList();
    files.AddFile(name, file);
    const result = program.ConvertFileList(files, 'assjson');
    if (!result.IsSuccess() || result.FileCount() === 0) throw new ConversionError('corrupt', result.GetErrorCode());
    return JSON.parse(new TextDecoder().decode(result.GetFile(0).GetContent()));
  } catch (cause) {
    if (cause instanceof ConversionError) throw cause;
    throw new ConversionError('corrupt', 'the model could not be read', { cause });
  }
}
