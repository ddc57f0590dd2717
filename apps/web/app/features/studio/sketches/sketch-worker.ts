/** Draws sketches in a worker, so that the page stays responsive. */
import { drawSketch, type SketchRequest } from '@bakkum/sketch/sketch';

type Port = {
  onmessage: ((event: MessageEvent<SketchRequest & { readonly key: string }>) => void) | null;
  postMessage: (message: unknown, transfer: readonly Transferable[]) => void;
};

const port = globalThis as unknown as Port;

port.onmessage = ({ data: { key, ...request } }) => {
  const { width, height, rgb } = drawSketch(request);
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++) rgba.set(rgb.subarray(pixel * 3, pixel * 3 + 3), pixel * 4);
  port.postMessage({ key, width, height, rgba }, [rgba.buffer]);
};
