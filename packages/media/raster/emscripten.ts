import { ConversionError, type ConversionErrorCode } from '@bakkum/conversion/errors';

/** The Emscripten module options in use. */
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
 * Starts an Emscripten program from a compiled module. That takes milliseconds, so every conversion uses a fresh instance and its
 * memory is freed afterwards, also after a trap. Program output is discarded; failures are returned as values.
 * @param onComplaint called each time the program writes to its error output, for decoders that repair silently
 */
export async function startProgram<Program>(
  factory: (options: EmscriptenOptions) => Program | Promise<Program>,
  compiled: WebAssembly.Module,
  onComplaint: () => void = () => undefined,
): Promise<Program> {
  return factory(optionsFor(compiled, onComplaint));
}

/** Returns the options that start a compiled program and discard its output. */
export function optionsFor(compiled: WebAssembly.Module, onComplaint: () => void = () => undefined): EmscriptenOptions {
  provideImageData();
  return {
    noInitialRun: true,
    instantiateWasm: (imports, done) => {
      const instance = new WebAssembly.Instance(compiled, imports);
      done(instance, compiled);
      return instance.exports;
    },
    print: () => undefined,
    printErr: () => onComplaint(),
  };
}

/** Defines ImageData for decoders that return it, as Node does not have it. */
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
 * Calls a function of a WebAssembly program. A trap becomes `onTrap`: `corrupt` for a decoder, where only the input can be at
 * fault; `out-of-memory` for an encoder, whose input we created.
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
