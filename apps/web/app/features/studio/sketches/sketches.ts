import type { SketchRequest } from '@bakkum/sketch/sketch';

type Drawn = {
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8ClampedArray<ArrayBuffer>;
};

type Waiting = { readonly key: string; readonly request: SketchRequest; readonly show: (image: ImageData) => void };

/** Number of cached sketches: enough for a few prompts. */
const MAX_CACHED = 64;

const drawn = new Map<string, ImageData>();
/** Drawn one at a time, so that sketches no longer needed are never started. */
let waiting: readonly Waiting[] = [];
let busy: string | undefined;
let worker: Worker | undefined;

/**
 * Draws a small sketch in a worker; requests for the same sketch share one.
 * @returns a function that cancels the request
 */
export function sketch(request: SketchRequest, show: (image: ImageData) => void): () => void {
  const key = JSON.stringify(request);
  const known = drawn.get(key);
  if (known) {
    show(known);
    return () => undefined;
  }
  const wish: Waiting = { key, request, show };
  waiting = [...waiting, wish];
  drawNext();
  return () => {
    waiting = waiting.filter((other) => other !== wish);
  };
}

function drawNext(): void {
  const [next] = waiting;
  if (!next || busy !== undefined) return;
  busy = next.key;
  worker ??= start();
  worker.postMessage({ ...next.request, key: next.key });
}

function start(): Worker {
  const made = new Worker(new URL('./sketch-worker.ts', import.meta.url), { type: 'module' });
  made.onmessage = ({ data: { key, width, height, rgba } }: MessageEvent<Drawn>) => {
    const image = new ImageData(rgba, width, height);
    const [oldest] = drawn.keys();
    if (drawn.size >= MAX_CACHED && oldest !== undefined) drawn.delete(oldest);
    drawn.set(key, image);
    busy = undefined;
    const wishes = waiting.filter((wish) => wish.key === key);
    waiting = waiting.filter((wish) => wish.key !== key);
    for (const { show } of wishes) show(image);
    drawNext();
  };
  return made;
}
