import type { Page } from './page.ts';

/** Samples of a rectangle, row by row; 16-bit ones in native byte order. */
export type Samples = Uint8Array | Uint16Array;

export type Shape = {
  readonly width: number;
  readonly height: number;
  /** Interleaved samples per pixel. */
  readonly samples: number;
};

/** Rows start at byte boundaries. */
export function bytesNeeded({ width, height, samples }: Shape, bits: number): number {
  return Math.ceil((width * samples * bits) / 8) * height;
}

export function emptySamples({ width, height, samples }: Shape, bits: number): Samples {
  const length = width * height * samples;
  return bits > 8 ? new Uint16Array(length) : new Uint8Array(length);
}

/** Converts decompressed bytes to samples. May reuse the bytes, which belong to the reader. */
export function toSamples(bytes: Uint8Array<ArrayBuffer>, shape: Shape, page: Page): Samples {
  const samples =
    page.bits === 8 ? bytes : page.bits === 16 ? words(bytes, page.littleEndian) : unpacked(bytes, shape, page.bits);
  if (page.predicted) addUp(samples, shape);
  return samples;
}

function words(bytes: Uint8Array<ArrayBuffer>, littleEndian: boolean): Uint16Array {
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice();
  const samples = new Uint16Array(aligned.buffer, aligned.byteOffset, aligned.length >> 1);
  if (littleEndian === MACHINE_IS_LITTLE) return samples;
  return samples.map((sample) => (sample >>> 8) | (sample << 8));
}

const MACHINE_IS_LITTLE = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Unpacks bits, most significant first. */
function unpacked(bytes: Uint8Array, shape: Shape, bits: number): Samples {
  const samples = emptySamples(shape, bits);
  const perRow = shape.width * shape.samples;
  const rowBytes = Math.ceil((perRow * bits) / 8);
  const last = (1 << bits) - 1;
  for (let row = 0; row < shape.height; row += 1) {
    let from = row * rowBytes;
    let [buffer, held] = [0, 0];
    for (let to = row * perRow; to < (row + 1) * perRow; to += 1) {
      while (held < bits) {
        buffer = ((buffer << 8) | (bytes[from++] ?? 0)) & 0xff_ffff;
        held += 8;
      }
      held -= bits;
      samples[to] = (buffer >>> held) & last;
    }
  }
  return samples;
}

/** TIFF 6.0 §14: reverts the horizontal predictor, which stores differences to the previous pixel in the row. */
function addUp(data: Samples, { width, height, samples }: Shape): void {
  const perRow = width * samples;
  for (let row = 0; row < height; row += 1) {
    const end = (row + 1) * perRow;
    for (let at = row * perRow + samples; at < end; at += 1) data[at] = (data[at] ?? 0) + (data[at - samples] ?? 0);
  }
}
