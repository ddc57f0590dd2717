import { ConversionError, type ConversionErrorCode } from '@bakkum/conversion/errors';

/** The part of Emscripten's module options we set. */
export type EmscriptenOptions = {
  readonly noInitialRun: boolean;
  readonly instantiateWasm: (
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, compiled: WebAssembly.Module) => void,
  ) => WebAssembly.Exports;
  readonly print: (text: string) => void;
  readonly printErr: (text: string) => void;
};

/**
 * Starts an Emscripten program from a compiled module: milliseconds, so every conversion takes a fresh instance and its
 * memory goes back with it, also after a trap. What the program prints goes nowhere; failures come back as values.
 * @param onComplaint told each time the program writes to its error output, for decoders that repair in silence.
 */
export async function startProgram<Program>(
  factory: (options: EmscriptenOptions) => Program | Promise<Program>,
  compiled: WebAssembly.Module,
  onComplaint: () => void = () => undefined,
): Promise<Program> {
  provideImageData();
  return factory({
    noInitialRun: true,
    instantiateWasm: (imports, done) => {
      const instance = new WebAssembly.Instance(compiled, imports);
      done(instance, compiled);
      return instance.exports;
    },
    print: () => undefined,
    printErr: () => onComplaint(),
  });
}

/** Some decoders answer with the host's ImageData, which Node does not have. */
function provideImageData(): void {
  if ('ImageData' in globalThis) return;
  Object.assign(globalThis, { ImageData: PlainImageData });
}

class PlainImageData {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

/**
 * Calls into a WebAssembly program. A trap becomes `onTrap`: `corrupt` for a decoder, whose input is the only thing that
 * can be wrong; `out-of-memory` for an encoder, whose input we made.
 */
export function callProgram<Result>(what: string, onTrap: ConversionErrorCode, call: () => Result | null | undefined): Result {
  let result: Result | null | undefined;
  try {
    result = call();
  } catch (cause) {
    if (cause instanceof RangeError) throw new ConversionError('out-of-memory', `${what}: ${cause.message}`, { cause });
    throw new ConversionError(onTrap, `${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  if (result === null || result === undefined) throw new ConversionError(onTrap, `${what} gave nothing back`);
  return result;
}
