import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError, UnfitDeviceError } from '@bakkum/conversion/errors';
import { isOutOfMemory } from '@bakkum/conversion/platform-errors';
import { type EmscriptenOptions, optionsFor } from '@bakkum/raster/emscripten';

/** The part of the program that is used here. */
export type Vips = {
  readonly memory: WebAssembly.Memory;
  readonly Image: {
    /** Copies the pixels. */
    newFromMemory(data: Uint8ClampedArray, width: number, height: number, bands: number, format: 'uchar'): VipsImage;
  };
  /** Sets the number of threads of an operation. */
  concurrency(threads: number): void;
  endThreads(): void;
};

export type VipsImage = {
  copy(options: { readonly interpretation: 'srgb' }): VipsImage;
  extractBand(band: number, options: { readonly n: number }): VipsImage;
  writeToBuffer(suffix: string, options: Readonly<Record<string, number | boolean>>): Uint8Array<ArrayBuffer>;
  /** Frees it. */
  delete(): void;
};

/** Options of the prepared script; see prepare.mjs. */
type Options = EmscriptenOptions & {
  /** Number of threads that are started in advance. One cannot start while the program runs, which would wait for it forever. */
  readonly threads: number;
  readonly mainScriptUrlOrBlob: string;
  readonly dynamicLibraries: readonly string[];
  readonly modules: Readonly<Record<string, WebAssembly.Module>>;
};

/** Threads for each lane of a conversion: of libvips and of the encoder. */
const THREADS_PER_LANE = 2;
/** libvips has some of its own. */
const OWN_THREADS = 4;
const JXL_PLUGIN = 'vips-jxl.wasm';
/** Lanes of a conversion that has all processors. A program stays for conversions with more lanes than the first. */
const MAX_LANES = 4;

export async function startVips(context: EngineContext): Promise<Vips> {
  const script = context.url('script');
  const start = startOf(await import(/* @vite-ignore */ script));
  const [compiled, plugin] = await Promise.all([context.wasm('program'), context.wasm('jxl')]);
  try {
    return await start({
      ...optionsFor(compiled),
      threads: OWN_THREADS + THREADS_PER_LANE * Math.min(MAX_LANES, navigator.hardwareConcurrency),
      mainScriptUrlOrBlob: script,
      dynamicLibraries: [JXL_PLUGIN],
      modules: { [JXL_PLUGIN]: plugin },
    });
  } catch (cause) {
    // Small devices refuse to reserve the memory that its threads share, and would for each image.
    if (isOutOfMemory(cause)) throw new UnfitDeviceError('2 GiB cannot be reserved for libvips', { cause });
    throw cause;
  }
}

/** The script is our own but loaded by URL, so its export is checked here. */
function startOf(script: unknown): (options: Options) => Promise<Vips> {
  if (typeof script !== 'object' || script === null || !('default' in script) || typeof script.default !== 'function')
    throw new ConversionError('engine-unavailable', 'the start script exports no function');
  return script.default as (options: Options) => Promise<Vips>;
}
