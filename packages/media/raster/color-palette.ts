/** Selection of the colors that represent an image best: variance-based median cut, refined by k-means. */
import type { Pause } from './pause.ts';

/** Bits per channel of the histogram. */
const BITS = 5;
const BINS = 1 << (4 * BITS);
/** Rounds of k-means. More change very little. */
const ROUNDS = 4;
/** Pixels or bins between two pauses. */
const STRETCH = 1 << 12;

/** Colors as four numbers each, from 0 to 255: red, green and blue premultiplied by alpha, and alpha. */
type Colors = Float32Array;

type Histogram = {
  /** Mean color of each bin. */
  readonly colors: Colors;
  /** Number of pixels in each bin. */
  readonly weights: Float64Array;
  /** The color of more than half of a bin's pixels, as a pixel; 0 if there is none. */
  readonly majorities: Uint32Array;
};

async function histogramOf(words: Uint32Array, pause: Pause): Promise<Histogram> {
  const counts = new Uint32Array(BINS);
  const sums = new Float64Array(4 * BINS);
  // Boyer–Moore majority vote.
  const candidates = new Uint32Array(BINS);
  const votes = new Int32Array(BINS);
  const color = new Float32Array(4);
  for (let start = 0; start < words.length; start += STRETCH) {
    await pause();
    for (const word of words.subarray(start, start + STRETCH)) {
      if (word === 0) continue;
      premultiply(word, color);
      const bin = binOf(color);
      counts[bin] = (counts[bin] ?? 0) + 1;
      for (let axis = 0; axis < 4; axis += 1) sums[4 * bin + axis] = (sums[4 * bin + axis] ?? 0) + (color[axis] ?? 0);
      if (votes[bin] === 0) candidates[bin] = word;
      votes[bin] = (votes[bin] ?? 0) + (candidates[bin] === word ? 1 : -1);
    }
  }
  return withoutEmptyBins(counts, sums, candidates, votes);
}

function withoutEmptyBins(counts: Uint32Array, sums: Float64Array, candidates: Uint32Array, votes: Int32Array): Histogram {
  const used = counts.reduce((total, count) => total + (count > 0 ? 1 : 0), 0);
  const colors = new Float32Array(4 * used);
  const weights = new Float64Array(used);
  const majorities = new Uint32Array(used);
  let next = 0;
  for (let bin = 0; bin < BINS; bin += 1) {
    const count = counts[bin] ?? 0;
    if (count === 0) continue;
    weights[next] = count;
    for (let axis = 0; axis < 4; axis += 1) colors[4 * next + axis] = (sums[4 * bin + axis] ?? 0) / count;
    // The lead over all others: the candidate surely has more than half if it is that large.
    if ((votes[bin] ?? 0) * 2 > count) majorities[next] = candidates[bin] ?? 0;
    next += 1;
  }
  return { colors, weights, majorities };
}

/** Converts a pixel to a premultiplied color. */
export function premultiply(word: number, color: Float32Array): void {
  const alpha = word >>> 24;
  const share = alpha / 255;
  color[0] = (word & 255) * share;
  color[1] = ((word >>> 8) & 255) * share;
  color[2] = ((word >>> 16) & 255) * share;
  color[3] = alpha;
}

function binOf(color: Float32Array): number {
  let bin = 0;
  for (let axis = 3; axis >= 0; axis -= 1) bin = (bin << BITS) | ((color[axis] ?? 0) >> (8 - BITS));
  return bin;
}

export type Palette = {
  readonly colors: Colors;
  /** The same colors as pixels. */
  readonly words: Uint32Array;
};

/**
 * Returns at most `limit` colors for the pixels that are not fully transparent. Throws if the pause does.
 * @param words pixels of red, green, blue and alpha, from the low byte up; 0 is transparent
 */
export async function paletteOf(words: Uint32Array, limit: number, pause: Pause): Promise<Palette> {
  const histogram = await histogramOf(words, pause);
  const centers = await medianCut(histogram, limit, pause);
  const nearest = new Int32Array(histogram.weights.length);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let bin = 0; bin < nearest.length; bin += 1) {
      if (bin % STRETCH === 0) await pause();
      nearest[bin] = nearestOf(histogram.colors, bin, centers);
    }
    moveToMeans(histogram, nearest, centers);
  }
  return settled(histogram, nearest, centers);
}

/** A range of `order`, with the mean and the weighted variance of its colors. */
type Box = {
  readonly start: number;
  readonly end: number;
  readonly mean: Float64Array;
  /** Axis with the largest variance. */
  readonly axis: number;
  /** Sum of squared differences from the mean, over all axes. */
  readonly error: number;
};

/** Splits the box with the largest error at its mean until there are `limit` boxes. Returns their means. */
async function medianCut({ colors, weights }: Histogram, limit: number, pause: Pause): Promise<Colors> {
  const order = Int32Array.from(weights.keys());
  const boxes = [boxOf(order, 0, order.length, colors, weights)];
  while (boxes.length < limit) {
    await pause();
    const largest = boxes.reduce((best, { error }, at) => (error > (boxes[best]?.error ?? 0) ? at : best), 0);
    const box = boxes[largest];
    if (!box || box.error <= 0) break;
    const middle = partition(order, box, colors);
    if (middle === box.start || middle === box.end) break;
    boxes[largest] = boxOf(order, box.start, middle, colors, weights);
    boxes.push(boxOf(order, middle, box.end, colors, weights));
  }
  return Float32Array.from(boxes.flatMap(({ mean }) => [...mean]));
}

function boxOf(order: Int32Array, start: number, end: number, colors: Colors, weights: Float64Array): Box {
  const mean = new Float64Array(4);
  const squares = new Float64Array(4);
  let total = 0;
  for (let at = start; at < end; at += 1) {
    const bin = order[at] ?? 0;
    const weight = weights[bin] ?? 0;
    total += weight;
    for (let axis = 0; axis < 4; axis += 1) {
      const value = colors[4 * bin + axis] ?? 0;
      mean[axis] = (mean[axis] ?? 0) + weight * value;
      squares[axis] = (squares[axis] ?? 0) + weight * value * value;
    }
  }
  let [axis, error] = [0, 0];
  const errors = squares.map((square, each) => Math.max(0, square - ((mean[each] ?? 0) * (mean[each] ?? 0)) / total));
  errors.forEach((value, each) => {
    if (value > (errors[axis] ?? 0)) axis = each;
    error += value;
  });
  return { start, end, mean: mean.map((sum) => sum / total), axis, error: end - start > 1 ? error : 0 };
}

/** Moves the colors up to the mean to the front. Returns where the others start. */
function partition(order: Int32Array, { start, end, mean, axis }: Box, colors: Colors): number {
  const limit = mean[axis] ?? 0;
  let middle = start;
  for (let at = start; at < end; at += 1) {
    const bin = order[at] ?? 0;
    if ((colors[4 * bin + axis] ?? 0) > limit) continue;
    order[at] = order[middle] ?? 0;
    order[middle] = bin;
    middle += 1;
  }
  return middle;
}

/** Returns the index of the center that looks most like a color. */
export function nearestOf(colors: Colors, index: number, centers: Colors): number {
  const red = colors[4 * index] ?? 0;
  const green = colors[4 * index + 1] ?? 0;
  const blue = colors[4 * index + 2] ?? 0;
  const alpha = colors[4 * index + 3] ?? 0;
  let best = 0;
  let least = Infinity;
  for (let at = 0; at < centers.length; at += 4) {
    const a = alpha - (centers[at + 3] ?? 0);
    const r = red - (centers[at] ?? 0);
    const g = green - (centers[at + 1] ?? 0);
    const b = blue - (centers[at + 2] ?? 0);
    // Premultiplied: on black, channels differ by r, g and b; on white, by r, g and b minus the difference of alpha.
    const difference =
      Math.max(r * r, (r - a) * (r - a)) + Math.max(g * g, (g - a) * (g - a)) + Math.max(b * b, (b - a) * (b - a));
    if (difference >= least) continue;
    least = difference;
    best = at / 4;
  }
  return best;
}

function moveToMeans({ colors, weights }: Histogram, nearest: Int32Array, centers: Colors): void {
  const sums = new Float64Array(centers.length);
  const totals = new Float64Array(centers.length / 4);
  nearest.forEach((center, bin) => {
    const weight = weights[bin] ?? 0;
    totals[center] = (totals[center] ?? 0) + weight;
    for (let axis = 0; axis < 4; axis += 1)
      sums[4 * center + axis] = (sums[4 * center + axis] ?? 0) + weight * (colors[4 * bin + axis] ?? 0);
  });
  totals.forEach((total, center) => {
    if (total > 0) for (let axis = 0; axis < 4; axis += 1) centers[4 * center + axis] = (sums[4 * center + axis] ?? 0) / total;
  });
}

/** Rounds the centers to pixels. A center most of whose pixels have one color becomes that color, so that flat areas keep theirs. */
function settled({ weights, majorities }: Histogram, nearest: Int32Array, centers: Colors): Palette {
  const words = new Uint32Array(centers.length / 4);
  const totals = new Float64Array(words.length);
  const heaviest = new Int32Array(words.length).fill(-1);
  nearest.forEach((center, bin) => {
    const weight = weights[bin] ?? 0;
    totals[center] = (totals[center] ?? 0) + weight;
    if (weight > (weights[heaviest[center] ?? -1] ?? 0)) heaviest[center] = bin;
  });
  const colors = new Float32Array(centers.length);
  words.forEach((_, center) => {
    const bin = heaviest[center] ?? -1;
    const isFlat = 2 * (weights[bin] ?? 0) > (totals[center] ?? 0);
    const majority = isFlat ? (majorities[bin] ?? 0) : 0;
    const word = majority === 0 ? straight(centers, center) : majority;
    words[center] = word;
    premultiply(word, colors.subarray(4 * center, 4 * center + 4));
  });
  return { colors, words };
}

/** Returns a premultiplied color as a pixel. */
function straight(colors: Colors, index: number): number {
  const alpha = Math.round(colors[4 * index + 3] ?? 0);
  const channel = (axis: number): number =>
    Math.min(255, Math.round(((colors[4 * index + axis] ?? 0) * 255) / Math.max(1, alpha)));
  return (channel(0) | (channel(1) << 8) | (channel(2) << 16) | (alpha << 24)) >>> 0;
}
