/** Generated source images with the same pixels on every machine. */

export const WIDTH = 4000;
export const HEIGHT = 3000;

/** A deterministic sequence of numbers from 0 to 1 (Marsaglia's 32-bit xorshift). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Adds one octave of smooth noise to a plane: random values on a grid with linear interpolation. */
function addOctave(plane: Float32Array, random: () => number, cell: number, strength: number): void {
  const columns = Math.ceil(WIDTH / cell) + 2;
  const grid = Float32Array.from({ length: columns * (Math.ceil(HEIGHT / cell) + 2) }, () => (random() - 0.5) * strength);
  for (let y = 0; y < HEIGHT; y += 1) {
    const row = Math.floor(y / cell) * columns;
    const down = (y % cell) / cell;
    for (let x = 0; x < WIDTH; x += 1) {
      const at = row + Math.floor(x / cell);
      const across = (x % cell) / cell;
      const top = (grid[at] ?? 0) * (1 - across) + (grid[at + 1] ?? 0) * across;
      const bottom = (grid[at + columns] ?? 0) * (1 - across) + (grid[at + columns + 1] ?? 0) * across;
      const index = y * WIDTH + x;
      plane[index] = (plane[index] ?? 0) + top * (1 - down) + bottom * down;
    }
  }
}

/**
 * Generates 12 megapixels that resemble a photo: brightness in octaves of decreasing amplitude as in landscapes, smooth colours,
 * a horizon and other sharp edges, and sensor noise. A binary PPM.
 */
export function photoLikePpm(): Uint8Array<ArrayBuffer> {
  const random = randomFrom(12);
  const light = new Float32Array(WIDTH * HEIGHT);
  for (const [cell, strength] of [
    [1024, 150],
    [256, 70],
    [64, 32],
    [16, 14],
    [4, 8],
  ] as const)
    addOctave(light, random, cell, strength);
  const warmth = new Float32Array(WIDTH * HEIGHT);
  addOctave(warmth, random, 700, 90);
  const header = new TextEncoder().encode(`P6\n${WIDTH} ${HEIGHT}\n255\n`);
  const file = new Uint8Array(header.length + WIDTH * HEIGHT * 3);
  file.set(header);
  const samples = new Uint8ClampedArray(file.buffer, header.length);
  for (let index = 0; index < light.length; index += 1) {
    const level = light[index] ?? 0;
    const edge = level > 20 ? 30 : level < -40 ? -25 : 0;
    const value = 128 + level + edge + (random() + random() - 1) * 7;
    const hue = warmth[index] ?? 0;
    samples[index * 3] = value + hue;
    samples[index * 3 + 1] = value;
    samples[index * 3 + 2] = value - hue;
  }
  return file;
}

/** Generates a drawing of the same size: gradients, translucent curves and outlines. */
export function drawingSvg(): string {
  const random = randomFrom(7);
  const point = (): string => `${Math.round(random() * WIDTH)} ${Math.round(random() * HEIGHT)}`;
  const colour = (): string => `hsl(${Math.round(random() * 360)} 70% 50%)`;
  const curves = Array.from(
    { length: 250 },
    (_, index) =>
      `<path d="M${point()} C${point()} ${point()} ${point()} S${point()} ${point()}" fill="${index % 2 ? 'none' : 'url(#sky)'}" fill-opacity=".3" stroke="${colour()}" stroke-width="${1 + Math.round(random() * 20)}"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    '<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#3478f6"/><stop offset="1" stop-color="#ffd9a0"/></linearGradient></defs>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>`,
    ...curves,
    '</svg>',
  ].join('\n');
}
