import { createPause } from './pause.ts';
import type { Fit } from './pixel-options.ts';
import type { Pixels } from './raster.ts';

/** The part of the source to use and its target size. Target values are whole pixels, source values may be fractions. */
export type Scaling = {
  readonly left: number;
  readonly top: number;
  readonly sourceWidth: number;
  readonly sourceHeight: number;
  readonly width: number;
  readonly height: number;
};

/**
 * Resolves the requested size for an image. With one side given, the other follows the proportions. `undefined` when nothing
 * changes.
 */
export function scalingFor(
  source: { readonly width: number; readonly height: number },
  box: { readonly width?: number; readonly height?: number; readonly fit: Fit },
): Scaling | undefined {
  if (box.width === undefined && box.height === undefined) return undefined;
  const ratio = source.width / source.height;
  const boxWidth = box.width ?? atLeastOne((box.height ?? source.height) * ratio);
  const boxHeight = box.height ?? atLeastOne(boxWidth / ratio);
  const whole = { left: 0, top: 0, sourceWidth: source.width, sourceHeight: source.height };
  const scaling = ((): Scaling => {
    const free = box.width === undefined || box.height === undefined;
    if (box.fit === 'stretch' || free) return { ...whole, width: boxWidth, height: boxHeight };
    if (box.fit === 'cover') return covering(source, boxWidth, boxHeight);
    const scale = Math.min(boxWidth / source.width, boxHeight / source.height);
    return { ...whole, width: atLeastOne(source.width * scale), height: atLeastOne(source.height * scale) };
  })();
  return isIdentity(source, scaling) ? undefined : scaling;
}

function covering(source: { readonly width: number; readonly height: number }, width: number, height: number): Scaling {
  const scale = Math.max(width / source.width, height / source.height);
  const sourceWidth = Math.min(source.width, width / scale);
  const sourceHeight = Math.min(source.height, height / scale);
  const left = (source.width - sourceWidth) / 2;
  const top = (source.height - sourceHeight) / 2;
  return { left, top, sourceWidth, sourceHeight, width, height };
}

function isIdentity(source: { readonly width: number; readonly height: number }, scaling: Scaling): boolean {
  const sameArea = scaling.sourceWidth === source.width && scaling.sourceHeight === source.height;
  return sameArea && scaling.width === source.width && scaling.height === source.height;
}

function atLeastOne(value: number): number {
  return Math.max(1, Math.round(value));
}

/** Scales the whole image to `width` × `height`. */
export function resize(pixels: Pixels, width: number, height: number, signal?: AbortSignal): Promise<Pixels> {
  return rescale(pixels, { left: 0, top: 0, sourceWidth: pixels.width, sourceHeight: pixels.height, width, height }, signal);
}

/**
 * Scales with separable Lanczos-3 on premultiplied samples at the given depth; the source is not changed.
 * Rejects with the signal's reason within about 50 ms of an abort.
 */
export async function rescale(pixels: Pixels, scaling: Scaling, signal?: AbortSignal): Promise<Pixels> {
  const { width, height } = scaling;
  const across = tapsFor(pixels.width, scaling.left, scaling.sourceWidth, width);
  const down = tapsFor(pixels.height, scaling.top, scaling.sourceHeight, height);
  const rows = createRowCache(pixels, across, down.perTarget);
  const pause = createPause(signal);
  const target = blank(pixels.depth, width, height);
  const sum = new Float32Array(width * 4);
  for (let y = 0; y < height; y++) {
    sum.fill(0);
    const first = down.first[y] ?? 0;
    const count = down.count[y] ?? 0;
    for (let tap = 0; tap < count; tap++) {
      addWeighted(sum, rows(first + tap), down.weights[y * down.perTarget + tap] ?? 0);
      const waiting = pause();
      if (waiting) await waiting;
    }
    store(sum, target, y);
  }
  return target;
}

/** For each target position: the first source sample, the number of samples, and their weights, which sum to 1. */
type Taps = {
  readonly first: Int32Array;
  readonly count: Int32Array;
  readonly weights: Float32Array;
  readonly perTarget: number;
};

const LOBES = 3;

function lanczos(x: number): number {
  if (x === 0) return 1;
  if (Math.abs(x) >= LOBES) return 0;
  const angle = Math.PI * x;
  return (LOBES * Math.sin(angle) * Math.sin(angle / LOBES)) / (angle * angle);
}

function tapsFor(sourceSize: number, offset: number, extent: number, targetSize: number): Taps {
  const step = extent / targetSize;
  const stretch = Math.max(1, step);
  const radius = LOBES * stretch;
  const perTarget = Math.min(sourceSize, Math.ceil(radius * 2) + 1);
  const first = new Int32Array(targetSize);
  const count = new Int32Array(targetSize);
  const weights = new Float32Array(targetSize * perTarget);
  for (let i = 0; i < targetSize; i++) {
    const centre = offset + (i + 0.5) * step - 0.5;
    const from = clamp(Math.ceil(centre - radius), 0, sourceSize - 1);
    const to = clamp(Math.floor(centre + radius), from, sourceSize - 1);
    const taps = Math.min(perTarget, to - from + 1);
    let total = 0;
    for (let t = 0; t < taps; t++) {
      const weight = lanczos((from + t - centre) / stretch);
      weights[i * perTarget + t] = weight;
      total += weight;
    }
    for (let t = 0; t < taps; t++) weights[i * perTarget + t] = (weights[i * perTarget + t] ?? 0) / total;
    first[i] = from;
    count[i] = taps;
  }
  return { first, count, weights, perTarget };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/**
 * Caches source rows already scaled horizontally. It holds only as many rows as one target row needs, so that a tall image is not
 * copied a second time.
 */
function createRowCache(pixels: Pixels, across: Taps, held: number): (y: number) => Float32Array {
  const slots = Array.from({ length: held }, () => ({ y: -1, row: new Float32Array(across.first.length * 4) }));
  const premultiplied = new Float32Array(pixels.width * 4);
  return (y) => {
    const slot = slots[y % held];
    if (!slot) throw new RangeError('a row cache holds at least one row');
    if (slot.y !== y) {
      premultiply(pixels, y, premultiplied);
      scaleAcross(premultiplied, across, slot.row);
      slot.y = y;
    }
    return slot.row;
  };
}

/** Converts one row to floats, colour times alpha, so that invisible pixels do not affect the colour of their neighbours. */
function premultiply(pixels: Pixels, y: number, row: Float32Array): void {
  const { data } = pixels;
  const max = pixels.depth === 8 ? 255 : 65_535;
  let from = y * pixels.width * 4;
  for (let i = 0; i < row.length; i += 4, from += 4) {
    const alpha = data[from + 3] ?? 0;
    const share = alpha === max ? 1 : alpha / max;
    row[i] = (data[from] ?? 0) * share;
    row[i + 1] = (data[from + 1] ?? 0) * share;
    row[i + 2] = (data[from + 2] ?? 0) * share;
    row[i + 3] = alpha;
  }
}

function scaleAcross(source: Float32Array, taps: Taps, target: Float32Array): void {
  const { first, count, weights, perTarget } = taps;
  for (let x = 0; x < first.length; x++) {
    let red = 0;
    let green = 0;
    let blue = 0;
    let alpha = 0;
    let from = (first[x] ?? 0) * 4;
    const start = x * perTarget;
    const end = start + (count[x] ?? 0);
    for (let tap = start; tap < end; tap++, from += 4) {
      const weight = weights[tap] ?? 0;
      red += (source[from] ?? 0) * weight;
      green += (source[from + 1] ?? 0) * weight;
      blue += (source[from + 2] ?? 0) * weight;
      alpha += (source[from + 3] ?? 0) * weight;
    }
    target[x * 4] = red;
    target[x * 4 + 1] = green;
    target[x * 4 + 2] = blue;
    target[x * 4 + 3] = alpha;
  }
}

function addWeighted(sum: Float32Array, row: Float32Array, weight: number): void {
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (row[i] ?? 0) * weight;
}

/** Converts back to straight alpha, rounded and clamped, as Lanczos overshoots at edges. */
function store(sum: Float32Array, target: Pixels, y: number): void {
  const { data } = target;
  const max = target.depth === 8 ? 255 : 65_535;
  let to = y * target.width * 4;
  for (let i = 0; i < sum.length; i += 4, to += 4) {
    const alpha = clamp(Math.round(sum[i + 3] ?? 0), 0, max);
    const gain = alpha === max ? 1 : alpha === 0 ? 0 : max / (sum[i + 3] ?? max);
    data[to] = clamp(Math.round((sum[i] ?? 0) * gain), 0, max);
    data[to + 1] = clamp(Math.round((sum[i + 1] ?? 0) * gain), 0, max);
    data[to + 2] = clamp(Math.round((sum[i + 2] ?? 0) * gain), 0, max);
    data[to + 3] = alpha;
  }
}

function blank(depth: 8 | 16, width: number, height: number): Pixels {
  return depth === 8
    ? { depth, width, height, data: new Uint8ClampedArray(width * height * 4) }
    : { depth, width, height, data: new Uint16Array(width * height * 4) };
}
