import type { Pixels } from '@bakkum/raster/raster';

/**
 * If more than this share of pixels is brighter than white, the image is high dynamic range rather than one with a few
 * highlights.
 */
const SHARE_OF_SPARKS = 0.001;
const STEPS_A_STOP = 8;
const STOPS = 20;

/**
 * Converts linear scRGB (1 is display white) to 16-bit sRGB. If large parts are brighter than white, as in Windows HDR
 * screenshots, tone mapping makes the brightest pixels white (Reinhard et al. 2002, equation 4) and preserves hue.
 * @param light straight RGBA, one entry per pixel
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

/** Returns the level that only a few pixels exceed, or 1 if hardly any exceeds display white. */
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
