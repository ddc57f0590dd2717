import { ConversionError } from '@bakkum/conversion/errors';
import type { AnimationFrame } from './animation.ts';

type Area = Pick<AnimationFrame, 'x' | 'y' | 'width' | 'height'>;

/** The composed image of an animation: straight RGBA, initially transparent. */
export type Canvas = {
  /** Draws a frame's pixels at its position. */
  draw(pixels: Uint8ClampedArray, frame: AnimationFrame): void;
  clear(area: Area): void;
  /** Returns a copy that the caller owns. */
  snapshot(): Uint8ClampedArray<ArrayBuffer>;
};

export function createCanvas(width: number, height: number): Canvas {
  const data = new Uint8ClampedArray(width * height * 4);
  return {
    draw(pixels, frame) {
      if (frame.x + frame.width > width || frame.y + frame.height > height) {
        throw new ConversionError('corrupt', 'a frame reaches outside the picture');
      }
      for (let row = 0; row < frame.height; row += 1) {
        const source = pixels.subarray(row * frame.width * 4, (row + 1) * frame.width * 4);
        const at = ((frame.y + row) * width + frame.x) * 4;
        if (frame.blend) blendRow(source, data.subarray(at, at + source.length));
        else data.set(source, at);
      }
    },
    clear(area) {
      for (let row = area.y; row < area.y + area.height; row += 1) {
        data.fill(0, (row * width + area.x) * 4, (row * width + area.x + area.width) * 4);
      }
    },
    snapshot: () => data.slice(),
  };
}

/** Alpha blending of straight colours as in the WebP container specification. */
function blendRow(source: Uint8ClampedArray, target: Uint8ClampedArray): void {
  for (let at = 0; at < source.length; at += 4) {
    const over = source[at + 3] ?? 0;
    if (over === 0) continue;
    if (over === 255) {
      target.set(source.subarray(at, at + 4), at);
      continue;
    }
    const under = ((target[at + 3] ?? 0) * (255 - over)) / 255;
    const alpha = over + under;
    for (let channel = at; channel < at + 3; channel += 1) {
      target[channel] = ((source[channel] ?? 0) * over + (target[channel] ?? 0) * under) / alpha;
    }
    target[at + 3] = alpha;
  }
}
