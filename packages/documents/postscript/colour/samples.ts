import type { ByteStream } from '../filters/byte-stream.ts';

export type ImageLayout = {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly components: number;
  /** Every component has its own source. */
  readonly isPlanar: boolean;
};

/** Samples pixel by pixel, one byte each; the upper eight bits of larger ones. Missing samples are 0. */
export function readSamples(image: ImageLayout, streams: readonly ByteStream[]): Uint8Array {
  const { width, height, components, isPlanar } = image;
  const samples = new Uint8Array(width * height * components);
  if (!isPlanar) {
    const [stream] = streams;
    if (stream) readRows(stream, image, width * components, samples, { first: 0, step: 1 });
    return samples;
  }
  // Rows of the components alternate, in the order procedures expect to be called.
  const rows = streams.map((stream) => rowReader(stream, image.bits, width));
  for (let y = 0; y < height; y += 1) {
    rows.forEach((next, channel) => {
      const row = next();
      for (let x = 0; row && x < width; x += 1) samples[(y * width + x) * components + channel] = row[x] ?? 0;
    });
  }
  return samples;
}

function readRows(
  stream: ByteStream,
  { height, bits }: ImageLayout,
  count: number,
  samples: Uint8Array,
  { first, step }: { readonly first: number; readonly step: number },
): void {
  const next = rowReader(stream, bits, count);
  for (let y = 0; y < height; y += 1) {
    const row = next();
    if (!row) return;
    for (let index = 0; index < count; index += 1) samples[first + (y * count + index) * step] = row[index] ?? 0;
  }
}

/** Reads rows, each starting at a whole byte; `undefined` at the end of the data. */
function rowReader(stream: ByteStream, bits: number, count: number): () => Uint8Array | undefined {
  const rowBytes = Math.ceil((count * bits) / 8);
  return () => {
    const packed = stream.take(rowBytes);
    if (packed.length === 0) return undefined;
    return bits === 8 ? packed : unpacked(packed, bits, count);
  };
}

function unpacked(packed: Uint8Array, bits: number, count: number): Uint8Array {
  const row = new Uint8Array(count);
  for (let index = 0; index < count; index += 1) {
    const bit = index * bits;
    const at = bit >> 3;
    if (bits === 16) row[index] = packed[at] ?? 0;
    else if (bits === 12) row[index] = upperOfTwelve(packed, at, bit & 7);
    else row[index] = ((packed[at] ?? 0) >> (8 - bits - (bit & 7))) & (2 ** bits - 1);
  }
  return row;
}

function upperOfTwelve(packed: Uint8Array, at: number, shift: number): number {
  const first = packed[at] ?? 0;
  return shift === 0 ? first : ((first & 15) << 4) | ((packed[at + 1] ?? 0) >> 4);
}
