import { greyToSrgb } from '@bakkum/raster/icc-to-srgb';
import type { Page } from './page.ts';
import type { Samples } from './samples.ts';

type Target = Uint8ClampedArray | Uint16Array;
/** Writes the pixels of `samples` as RGBA, starting at pixel `at`. */
export type Painter = (samples: Samples, out: Target, at: number) => void;

export function depthOf({ bits, colour }: Page): 8 | 16 {
  return bits > 8 && colour !== 'palette' ? 16 : 8;
}

/** Converts a page's samples to colours. A grey profile is applied, because RGB pixels cannot keep it. */
export function painterFor(page: Page): Painter {
  const colours = colourPainter(page);
  if (!page.alpha) return colours;
  const alpha = alphaPainter(page, page.alpha);
  return (samples, out, at) => {
    colours(samples, out, at);
    alpha(samples, out, at);
  };
}

function colourPainter(page: Page): Painter {
  switch (page.colour) {
    case 'grey':
      return greyPainter(page);
    case 'palette':
      return palettePainter(page);
    case 'cmyk':
      return inkPainter(page);
    case 'rgb':
      return rgbPainter(page);
  }
}

/** Maps every sample value to the target depth. */
function levelsOf(page: Page, curve: (level: number) => number = (level) => level): Uint16Array {
  const last = 2 ** page.bits - 1;
  const max = depthOf(page) === 16 ? 65_535 : 255;
  return Uint16Array.from({ length: last + 1 }, (_, value) => Math.round(curve(value / last) * max));
}

function opaqueOf(out: Target): number {
  return out instanceof Uint16Array ? 65_535 : 255;
}

function greyPainter(page: Page): Painter {
  const toSrgb = (page.icc && greyToSrgb(page.icc)) ?? ((level: number) => level);
  const levels = levelsOf(page, (level) => toSrgb(page.whiteIsZero ? 1 - level : level));
  return (samples, out, at) => {
    const opaque = opaqueOf(out);
    for (let from = 0, to = at * 4; from < samples.length; from += page.samples, to += 4) {
      const level = levels[samples[from] ?? 0] ?? 0;
      out[to] = level;
      out[to + 1] = level;
      out[to + 2] = level;
      out[to + 3] = opaque;
    }
  };
}

function rgbPainter(page: Page): Painter {
  const levels = levelsOf(page);
  return (samples, out, at) => {
    const opaque = opaqueOf(out);
    for (let from = 0, to = at * 4; from < samples.length; from += page.samples, to += 4) {
      out[to] = levels[samples[from] ?? 0] ?? 0;
      out[to + 1] = levels[samples[from + 1] ?? 0] ?? 0;
      out[to + 2] = levels[samples[from + 2] ?? 0] ?? 0;
      out[to + 3] = opaque;
    }
  };
}

/** Writers expand a level to 16 bits by 257 or by 256; the high byte is right for both. Some old ones wrote 8 bits. */
function palettePainter({ colourMap, bits, samples: perPixel }: Page): Painter {
  const size = 2 ** bits;
  const shift = colourMap.every((value) => value < 256) ? 0 : 8;
  const map = Uint8Array.from(colourMap, (value) => value >> shift);
  return (samples, out, at) => {
    for (let from = 0, to = at * 4; from < samples.length; from += perPixel, to += 4) {
      const index = samples[from] ?? 0;
      out[to] = map[index] ?? 0;
      out[to + 1] = map[size + index] ?? 0;
      out[to + 2] = map[size * 2 + index] ?? 0;
      out[to + 3] = 255;
    }
  };
}

/** CMYK without a profile: each ink removes its own colour, black removes all. */
function inkPainter(page: Page): Painter {
  const last = 2 ** page.bits - 1;
  const left = Float64Array.from({ length: last + 1 }, (_, ink) => 1 - ink / last);
  return (samples, out, at) => {
    const opaque = opaqueOf(out);
    for (let from = 0, to = at * 4; from < samples.length; from += page.samples, to += 4) {
      const light = (left[samples[from + 3] ?? 0] ?? 0) * opaque;
      out[to] = Math.round((left[samples[from] ?? 0] ?? 0) * light);
      out[to + 1] = Math.round((left[samples[from + 1] ?? 0] ?? 0) * light);
      out[to + 2] = Math.round((left[samples[from + 2] ?? 0] ?? 0) * light);
      out[to + 3] = opaque;
    }
  };
}

function alphaPainter(page: Page, { sample, associated }: NonNullable<Page['alpha']>): Painter {
  // A palette's alpha has the depth of its indexes.
  const max = depthOf(page) === 16 ? 65_535 : 255;
  const last = 2 ** page.bits - 1;
  return (samples, out, at) => {
    for (let from = sample, to = at * 4; from < samples.length; from += page.samples, to += 4) {
      const alpha = Math.round(((samples[from] ?? 0) * max) / last);
      out[to + 3] = alpha;
      if (!associated || alpha === 0 || alpha === max) continue;
      for (let channel = to; channel < to + 3; channel += 1) {
        out[channel] = Math.min(max, Math.round(((out[channel] ?? 0) * max) / alpha));
      }
    }
  };
}
