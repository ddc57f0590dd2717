import { bytesOf, type Engine, type EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { modelScene } from '@bakkum/model-scene/scene';
import start from './.prepared/assimp.mjs';
import type { Assimp, Start } from './assimp.ts';
import { readingOf } from './imported.ts';

/** It chooses its reader by the name of the file. */
const EXTENSIONS: Readonly<Record<string, string>> = { ac3d: 'ac' };

/** How texts end that the library reads without an end too. */
const ENDINGS: Readonly<Record<string, RegExp>> = { smd: /\bend\s*$/, dxf: /\bEOF\s*$/ };

/** It holds a file three times over: in, taken apart, and as JSON. */
const MOST_BYTES = 128 * 1024 * 1024;

export const engine: Engine = {
  async convert({ inputs, from }, context) {
    context.signal.throwIfAborted();
    const file = await bytesOf(inputs[0]);
    if (file.length === 0) throw new ConversionError('empty', 'zero bytes');
    if (file.length > MOST_BYTES) throw new ConversionError('too-large', `${file.length} bytes of model`);
    if (ENDINGS[from]?.test(new TextDecoder('latin1').decode(file.subarray(-64))) === false)
      throw new ConversionError('corrupt', 'its last list has no end');
    const program = await started(context);
    context.signal.throwIfAborted();
    const { scene, warnings } = readingOf(imported(program, file, `model.${EXTENSIONS[from] ?? from}`), from);
    context.onProgress(1);
    return { outputs: [{ content: modelScene(scene) }], warnings };
  },
};

/** A start takes tens of milliseconds; its memory goes with it. */
async function started(context: EngineContext): Promise<Assimp> {
  const compiled = await context.wasm('program');
  const begin: Start = start;
  return begin({
    instantiateWasm: (imports, done) => {
      const instance = new WebAssembly.Instance(compiled, imports);
      done(instance);
      return instance.exports;
    },
    print: () => undefined,
    printErr: () => undefined,
  });
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
