import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError, type ConversionErrorCode } from '@bakkum/conversion/errors';
import { MAX_PIXELS } from '@bakkum/raster/raster';
import { initializeImageMagick, ResourceLimits } from '@imagemagick/magick-wasm';
import { fromMagick, isForeignException } from './errors.ts';

let started: Promise<void> | undefined;

/** Failures after which the instance's memory is corrupt or leaks. */
const SPOILING: ReadonlySet<ConversionErrorCode> = new Set<ConversionErrorCode>(['crashed', 'internal', 'out-of-memory']);
/** Maximum number of frames or layers per file, against bombs of empty frames. */
const MAX_FRAMES = 20_000;
/** Out of the 4 GiB a 32-bit WebAssembly memory can have. */
const MAX_MEMORY = 3 * 1024 * 1024 * 1024;

/**
 * Runs `work` with ImageMagick started and converts its failures. There is one instance per worker; after a trap its memory is
 * unreliable, so the next call starts a new one.
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
 * Without disk cache, an image over the area limit is refused before any pixel is allocated. There is no time limit: the library
 * counts from its start, so a warm worker would exceed it.
 */
function limitResources(): void {
  ResourceLimits.area = BigInt(MAX_PIXELS);
  ResourceLimits.memory = BigInt(MAX_MEMORY);
  ResourceLimits.disk = 0n;
  ResourceLimits.listLength = BigInt(MAX_FRAMES);
}
