import type { Bytes } from '@bakkum/bytes/bytes';
import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { type EngineWorker, type EngineWorkerConstructor, webWorkers } from '@bakkum/conversion/workers/web-workers';
import { type Orientation, orient, swapsSides } from '@bakkum/raster/orient';
import type { Pixels } from '@bakkum/raster/raster';
import { decodeStrip } from './decode-strip.ts';
import { readGrid, type Strip } from './grid-strips.ts';

type Pixels8 = Extract<Pixels, { depth: 8 }>;

export type StripRequest = { readonly file: Bytes; readonly program: WebAssembly.Module };
export type StripResponse = Pixels8;

/** Smaller images are decoded sooner than a worker starts. */
const MIN_PIXELS = 2_000_000;

/**
 * Decodes a photo made of tiles in strips, each in a thread of its own. `undefined` if it cannot be divided, or a strip fails: the whole
 * photo then says what is wrong with it.
 * @param size of the upright photo
 */
export async function decodeParallel(
  bytes: Uint8Array,
  size: Size,
  orientation: Orientation,
  context: Pick<EngineContext, 'lanes' | 'signal' | 'wasm'>,
): Promise<Pixels8 | undefined> {
  const Worker = webWorkers();
  if (!Worker || context.lanes < 2 || size.width * size.height < MIN_PIXELS) return undefined;
  const grid = readGrid(bytes);
  const [width, height] = swapsSides(orientation) ? [size.height, size.width] : [size.width, size.height];
  if (grid?.width !== width || grid.height !== height) return undefined;
  const [own, ...others] = grid.strips(context.lanes);
  if (!own || others.length === 0) return undefined;
  const program = await context.wasm('program');
  const helpers = others.map((strip) => startHelper(Worker, { file: strip.file, program }));
  const cancelled = Promise.withResolvers<never>();
  cancelled.promise.catch(() => undefined); // the decoding may have ended before
  const end = (): void => {
    for (const { worker } of helpers) worker.terminate();
    // A thread that was ended answers nothing.
    cancelled.reject(context.signal.reason);
  };
  context.signal.addEventListener('abort', end, { once: true });
  try {
    const decoding = Promise.all([decodeStrip(own.file, program), ...helpers.map(({ pixels }) => pixels)]);
    return orient8(joined(grid, [own, ...others], await Promise.race([decoding, cancelled.promise])), orientation);
  } catch {
    context.signal.throwIfAborted();
    return undefined;
  } finally {
    context.signal.removeEventListener('abort', end);
    end();
  }
}

type Helper = { readonly worker: EngineWorker; readonly pixels: Promise<Pixels8> };

/** @param Worker named as the platform's, because bundlers find the module of a worker by that name */
function startHelper(Worker: EngineWorkerConstructor, request: StripRequest): Helper {
  const worker = new Worker(new URL('./strip-worker.ts', import.meta.url), { type: 'module', name: 'heif-strip' });
  const answer = Promise.withResolvers<Pixels8>();
  worker.addEventListener('message', ({ data }) => answer.resolve(responseOf(data)));
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    answer.reject(new ConversionError('crashed', 'a thread that decodes a strip failed'));
  });
  worker.postMessage(request, []);
  // Offline, its code may not be stored; a small device may lack memory for it.
  return { worker, pixels: answer.promise.catch(() => decodeStrip(request.file, request.program)) };
}

/** Our own thread sent it. */
function responseOf(data: unknown): StripResponse {
  return data as StripResponse;
}

type Size = { readonly width: number; readonly height: number };

function joined({ width, height }: Size, strips: readonly Strip[], parts: readonly Pixels8[]): Pixels8 {
  const data = new Uint8ClampedArray(width * height * 4);
  for (const [index, part] of parts.entries()) {
    const strip = strips[index];
    if (!strip || part.width !== width || part.height !== strip.height)
      throw new ConversionError('corrupt', 'a strip has another size');
    data.set(part.data, strip.top * width * 4);
  }
  return { depth: 8, width, height, data };
}

function orient8(pixels: Pixels8, orientation: Orientation): Pixels8 {
  const upright = orient(pixels, orientation);
  if (upright.depth !== 8) throw new TypeError('8-bit pixels became others');
  return upright;
}
