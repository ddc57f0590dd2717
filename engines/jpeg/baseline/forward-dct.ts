import { ZIGZAG } from '@bakkum/raster/zigzag';
import type { Steps } from './quantization.ts';

/** Factors of the rows and columns of a transformed block. The transform leaves them to quantization, which multiplies anyway. */
const SCALES = [1, 1.387039845, 1.306562965, 1.175875602, 1, 0.785694958, 0.5411961, 0.275899379];

/** Returns the factors from a transformed block to quantized coefficients, in zigzag order. */
export function quantizationFactors(steps: Steps): Float64Array {
  return Float64Array.from(
    ZIGZAG,
    (place, at) => 1 / (8 * (steps[at] ?? 1) * (SCALES[place >> 3] ?? 1) * (SCALES[place & 7] ?? 1)),
  );
}

/** Transforms a block of 8 × 8 samples in place, with five multiplications per line (Arai, Agui and Nakajima, 1988). */
export function transformBlock(block: Float64Array): void {
  for (let row = 0; row < 64; row += 8) transformLine(block, row, 1);
  for (let column = 0; column < 8; column += 1) transformLine(block, column, 8);
}

/** Written without arrays and destructuring, which take seven times as long. */
function transformLine(block: Float64Array, from: number, step: number): void {
  const at4 = from + 4 * step;
  const x0 = block[from] ?? 0;
  const x1 = block[from + step] ?? 0;
  const x2 = block[from + 2 * step] ?? 0;
  const x3 = block[from + 3 * step] ?? 0;
  const x4 = block[at4] ?? 0;
  const x5 = block[at4 + step] ?? 0;
  const x6 = block[at4 + 2 * step] ?? 0;
  const x7 = block[at4 + 3 * step] ?? 0;
  const outer = x0 + x7 + x3 + x4;
  const inner = x1 + x6 + x2 + x5;
  block[from] = outer + inner;
  block[at4] = outer - inner;
  const edge = x0 + x7 - x3 - x4;
  const tilt = (x1 + x6 - x2 - x5 + edge) * 0.707106781;
  block[from + 2 * step] = edge + tilt;
  block[at4 + 2 * step] = edge - tilt;
  const low = x3 - x4 + x2 - x5;
  const middle = (x2 - x5 + x1 - x6) * 0.707106781;
  const high = x1 - x6 + x0 - x7;
  const turn = (low - high) * 0.382683433;
  const far = x0 - x7 - middle;
  const near = x0 - x7 + middle;
  const lowTurned = 0.5411961 * low + turn;
  const highTurned = 1.306562965 * high + turn;
  block[at4 + step] = far + lowTurned;
  block[from + 3 * step] = far - lowTurned;
  block[from + step] = near + highTurned;
  block[at4 + 3 * step] = near - highTurned;
}
