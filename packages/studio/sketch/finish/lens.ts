/** Styles that imitate a camera: photorealistic and cinematic. */
import { recolour } from '../canvas.ts';
import { clamp, luma, mix, type Rgb, saturate, smoothstep } from '../colour.ts';
import { layered, type Noise } from '../noise.ts';
import { bloom, type Scene } from '../scene.ts';
import { cornering, grainAt, softened } from './channels.ts';

/** Photorealistic: depth of field, a gentle tone curve, slight grain. */
export function finishPhotorealistic(scene: Scene): void {
  const { canvas } = scene;
  const { unit, width, depth } = canvas;
  bloom(scene, 0.34);
  const soft = softened(canvas, Math.max(1, unit * 0.0035));
  recolour(canvas, (colour, x, y, pixel) => {
    const far = smoothstep(0.35, 0.95, depth[pixel] ?? 1) * 0.75;
    const at = pixel * 3;
    let next = mix(colour, [soft[at] ?? 0, soft[at + 1] ?? 0, soft[at + 2] ?? 0], far);
    next = saturate(curve(next, 0.7), 1.18);
    const dim = 1 - cornering(canvas, x, y) * 0.34;
    const grain = grainAt(x, y, Math.max(1, width / 1400)) * 0.012;
    return [clamp(next[0] * dim + grain), clamp(next[1] * dim + grain), clamp(next[2] * dim + grain)];
  });
}

/** Cinematic: teal shadows, warm highlights, light beams, a lens flare, and black bars where the frame is wide enough. */
export function finishCinematic(scene: Scene, noise: Noise): void {
  const { canvas, sun } = scene;
  const { unit, width, height } = canvas;
  bloom(scene, 0.42);
  const bar = width >= height ? Math.max(0, (height - width / 2.2) / 2) : height * 0.05;
  const edge = Math.min(bar, height * 0.075);
  const sunY = sun.y * unit;
  recolour(canvas, (colour, x, y) => {
    if (y < edge || y >= height - edge) return [0.012, 0.012, 0.014];
    const beam = beamAt(scene, noise, x, y);
    const streak =
      sun.strength * Math.exp(-Math.abs(y - sunY) / (unit * 0.004)) * Math.exp(-Math.abs(x / unit - sun.x) * 2.2) * 0.55;
    let next = mix(colour, [1, 0.86, 0.66], beam);
    next = graded(curve(next, 1));
    next = mix(next, [0.55, 0.8, 1], streak);
    const dim = 1 - cornering(canvas, x, y) * 0.62;
    const grain = grainAt(x, y, Math.max(1, width / 1100)) * 0.024;
    return [clamp(next[0] * dim + grain), clamp(next[1] * dim + grain), clamp(next[2] * dim + grain)];
  });
}

function beamAt({ canvas: { unit }, sun }: Scene, noise: Noise, x: number, y: number): number {
  const [dx, dy] = [x / unit - sun.x, y / unit - sun.y];
  if (dy < 0 || sun.strength === 0) return 0;
  const rays = smoothstep(0, 0.7, layered(noise, Math.atan2(dx, dy) * 6, 4.4, 3) + 0.12);
  return rays * 0.3 * sun.strength * Math.exp(-Math.hypot(dx, dy) * 1.5);
}

function graded(colour: Rgb): Rgb {
  const light = luma(colour);
  const shadow = mix(saturate(colour, 0.9), [light * 0.5, light * 0.96, light * 1.2], 0.42);
  const warm = mix(saturate(colour, 1.15), [Math.min(1, light * 1.14), light * 0.96, light * 0.76], 0.3);
  return mix(shadow, warm, smoothstep(0.22, 0.72, light));
}

/** Increases contrast around mid-grey: 0 none, 1 strong. */
function curve([red, green, blue]: Rgb, strength: number): Rgb {
  const bend = (value: number): number => value + (value * value * (3 - 2 * value) - value) * strength;
  return [bend(clamp(red)), bend(clamp(green)), bend(clamp(blue))];
}
