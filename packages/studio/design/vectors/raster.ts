import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

const require = createRequire(import.meta.url);
let ready: Promise<void> | undefined;

/** Loads the SVG renderer, once per thread. */
export function loadRenderer(): Promise<void> {
  ready ??= initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')));
  return ready;
}

/**
 * @param fonts files of the typefaces that the text names
 * @param width of the image in pixels. Default: that of the drawing
 */
export function renderPng(svg: string, fonts: readonly Uint8Array[], width?: number): Uint8Array<ArrayBuffer> {
  const drawing = new Resvg(svg, {
    font: { fontBuffers: [...fonts], defaultFontFamily: 'Pretendard' },
    ...(width !== undefined && { fitTo: { mode: 'width', value: width } }),
  });
  const image = drawing.render();
  try {
    return Uint8Array.from(image.asPng());
  } finally {
    image.free();
    drawing.free();
  }
}

export type Pixels = { readonly width: number; readonly height: number; readonly rgba: Uint8Array };

export function renderPixels(svg: string): Pixels {
  const drawing = new Resvg(svg);
  const image = drawing.render();
  try {
    return { width: image.width, height: image.height, rgba: Uint8Array.from(image.pixels) };
  } finally {
    image.free();
    drawing.free();
  }
}
