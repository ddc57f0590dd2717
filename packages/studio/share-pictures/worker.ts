/** Entry point of the rendering thread. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

export type DrawOrder = { readonly svg: string };
export type Drawn = { readonly png: Uint8Array<ArrayBuffer> } | { readonly fault: string };

const require = createRequire(import.meta.url);
const FAMILY = 'Pretendard';
const fontBuffers = [
  readFileSync(require.resolve('pretendard/dist/public/static/Pretendard-Regular.otf')),
  readFileSync(require.resolve('pretendard/dist/public/static/Pretendard-Bold.otf')),
];
const ready = initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')));

parentPort?.on('message', ({ svg }: DrawOrder) => {
  void ready.then(() => parentPort?.postMessage(drawn(svg)));
});

function drawn(svg: string): Drawn {
  try {
    const drawing = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: FAMILY, sansSerifFamily: FAMILY } });
    const image = drawing.render();
    const png = Uint8Array.from(image.asPng());
    image.free();
    drawing.free();
    return { png };
  } catch (error) {
    return { fault: String(error) };
  }
}
