import { encodeSamples } from '@bakkum/raster/png-file';
import type { StyleId } from '@bakkum/studio-options/styles';
import { type Picture, recolour, toPicture } from './canvas.ts';
import { luma, mix } from './colour.ts';
import { finishAnime, finishDigital, finishMinimalist } from './finish/drawn.ts';
import { finishCinematic, finishPhotorealistic } from './finish/lens.ts';
import { finishArtistic, finishOil, finishWatercolor } from './finish/paint.ts';
import { createNoise, type Noise } from './noise.ts';
import { seedOf } from './random.ts';
import { readPrompt } from './reading.ts';
import { composeScene, type Scene } from './scene.ts';
import { TRAITS } from './traits.ts';

export type SketchRequest = {
  /** English or Korean. Things the renderer cannot draw are ignored. */
  readonly prompt: string;
  readonly style: StyleId;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** An integer; the same request draws the same image, pixel by pixel. */
  readonly seed: number;
};

const FINISHES: Readonly<Record<StyleId, (scene: Scene, noise: Noise) => void>> = {
  photorealistic: finishPhotorealistic,
  artistic: finishArtistic,
  anime: finishAnime,
  'digital-art': finishDigital,
  'oil-painting': finishOil,
  watercolor: finishWatercolor,
  cinematic: finishCinematic,
  minimalist: finishMinimalist,
};

/** Draws an image for a prompt from shapes, noise and light alone: no model, no network, only these arguments. */
export function drawSketch({ prompt, style, width, height, seed }: SketchRequest): Picture {
  const reading = readPrompt(prompt);
  const own = seedOf(prompt, seed);
  const scene = composeScene(reading, TRAITS[style], own, { width, height });
  FINISHES[style](scene, createNoise(own + 1));
  if (reading.moods.includes('monochrome')) {
    recolour(scene.canvas, (colour) => mix([luma(colour), luma(colour), luma(colour)], [0.98, 0.96, 0.93], 0.03));
  }
  return toPicture(scene.canvas);
}

/** Draws the same image as a PNG file. */
export async function renderSketch(request: SketchRequest): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, rgb } = drawSketch(request);
  return encodeSamples({ width, height, depth: 8, channels: 3, bytes: rgb });
}
