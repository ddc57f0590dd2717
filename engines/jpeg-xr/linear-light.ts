import type { Pixels } from '@bakkum/raster/raster';

/** A picture of which more is brighter than white is one of high dynamic range, and not one with a few sparks. */
const SHARE_OF_SPARKS = 0.001;
const STEPS_A_STOP = 8;
const STOPS = 20;

/**
 * Linear scRGB (1 is the white of a screen) as sRGB of 16 bits. Where much is brighter than white, as in screenshots of Windows in
 * HDR, brightness is drawn together so that the brightest becomes white (Reinhard and others 2002, formula 4), colours kept.
 * @param light straight RGBA, as many as the picture has pixels
 */
export function toDisplay(light: Float32Array, width: number, height: number): Pixels {
  const white = whiteOf(light);
  const data = new Uint16Array(light.length);
  for (let at = 0; at < light.length; at += 4) {
    const scale = white > 1 ? drawnTogether(brightest(light, at), white) : 1;
    for (let channel = 0; channel < 3; channel += 1)
      data[at + channel] = Math.round(encode((light[at + channel] ?? 0) * scale) * 65_535);
    data[at + 3] = Math.round((light[at + 3] ?? 1) * 65_535);
  }
  return { depth: 16, width, height, data };
}

const brightest = (light: Float32Array, at: number): number => Math.max(light[at] ?? 0, light[at + 1] ?? 0, light[at + 2] ?? 0);

function drawnTogether(level: number, white: number): number {
  return Number.isFinite(level) && level > 0 ? (1 + level / (white * white)) / (1 + level) : 1;
}

/** What is brighter than all but a few pixels, 1 where hardly anything is brighter than the white of a screen. */
function whiteOf(light: Float32Array): number {
  const counts = new Uint32Array(STOPS * STEPS_A_STOP);
  for (let at = 0; at < light.length; at += 4) {
    const step = Math.floor(Math.log2(brightest(light, at) / 1.01) * STEPS_A_STOP);
    if (step >= 0) counts[Math.min(step, counts.length - 1)] = (counts[Math.min(step, counts.length - 1)] ?? 0) + 1;
  }
  const sparks = (light.length / 4) * SHARE_OF_SPARKS;
  let above = 0;
  for (let step = counts.length - 1; step >= 0; step -= 1) {
    above += counts[step] ?? 0;
    if (above > sparks) return 1.01 * 2 ** ((step + 1) / STEPS_A_STOP);
  }
  return 1;
}

/** IEC 61966-2-1. */
function encode(linear: number): number {
  if (!(linear > 0)) return 0;
  if (linear >= 1) return 1;
  return linear <= 0.003_130_8 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
}
