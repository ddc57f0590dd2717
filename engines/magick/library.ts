import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError, type ConversionErrorCode } from '@bakkum/conversion/errors';
import { MAX_PIXELS } from '@bakkum/raster/raster';
import { initializeImageMagick, ResourceLimits } from '@imagemagick/magick-wasm';
import { fromMagick, isForeignException } from './errors.ts';

let started: Promise<void> | undefined;

/** Failures after which the instance's memory is broken, or leaks. */
const SPOILING: ReadonlySet<ConversionErrorCode> = new Set<ConversionErrorCode>(['crashed', 'internal', 'out-of-memory']);
/** Most frames or layers of one file; a bomb of empty frames stops here. */
const MAX_FRAMES = 20_000;
/** Of the 4 GiB a 32-bit WebAssembly memory can have. */
const MAX_MEMORY = 3 * 1024 * 1024 * 1024;

/**
 * Runs `work` with ImageMagick started, its failures typed. The library is one instance per worker; after a trap its memory
 * cannot be trusted, so the next call starts another.
 */
export async function withMagick<T>(context: EngineContext, work: () => T | Promise<T>): Promise<T> {
  await start(context);
  try {
    return await work();
  } catch (thrown) {
    const failure = fromMagick(thrown);
    if (SPOILING.has(failure.code) || isForeignException(thrown)) started = undefined;
    throw failure;
  }
}

function start(context: EngineContext): Promise<void> {
  started ??= context.wasm('library').then(async (module) => {
    await initializeImageMagick(module);
    limitResources();
  });
  return started.catch((cause: unknown) => {
    started = undefined;
    if (cause instanceof ConversionError) throw cause;
    throw new ConversionError('engine-unavailable', 'ImageMagick did not start', { cause });
  });
}

/**
 * Without a disk a picture over the area limit is refused instead of being spilt to one, before any pixel is allocated.
 * There is no time limit: the library counts from its start, so a warm worker would run out of it.
 */
function limitResources(): void {
  ResourceLimits.area = BigInt(MAX_PIXELS);
  ResourceLimits.memory = BigInt(MAX_MEMORY);
  ResourceLimits.disk = 0n;
  ResourceLimits.listLength = BigInt(MAX_FRAMES);
}
