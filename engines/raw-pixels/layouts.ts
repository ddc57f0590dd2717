import type { FormatId } from '@bakkum/conversion/engine';

/** Layout of the pixels in the file: `group` pixels share `bytes` bytes. */
export type Layout = {
  readonly group: number;
  readonly bytes: number;
  /** Red, green, blue and opacity of one pixel. `at` is the offset of its group, `within` its index in the group. */
  readonly colourOf: (samples: Uint8Array, at: number, within: number) => readonly [number, number, number, number];
};

const sample = (samples: Uint8Array, at: number): number => samples[at] ?? 0;

/** ITU-R BT.601, full range as in JPEG. */
const ofLuma = (luma: number, blue: number, red: number): readonly [number, number, number, number] => [
  luma + 1.402 * (red - 128),
  luma - 0.344136 * (blue - 128) - 0.714136 * (red - 128),
  luma + 1.772 * (blue - 128),
  255,
];

const interleaved = (red: number, green: number, blue: number, alpha?: number): Layout => ({
  group: 1,
  bytes: alpha === undefined ? 3 : 4,
  colourOf: (samples, at) => [
    sample(samples, at + red),
    sample(samples, at + green),
    sample(samples, at + blue),
    alpha === undefined ? 255 : sample(samples, at + alpha),
  ],
});

export const LAYOUTS: Readonly<Record<FormatId, Layout>> = {
  'gray-raw': {
    group: 1,
    bytes: 1,
    colourOf: (samples, at) => [sample(samples, at), sample(samples, at), sample(samples, at), 255],
  },
  'rgb-raw': interleaved(0, 1, 2),
  'rgba-raw': interleaved(0, 1, 2, 3),
  'bgr-raw': interleaved(2, 1, 0),
  'bgra-raw': interleaved(2, 1, 0, 3),
  'cmyk-raw': {
    group: 1,
    bytes: 4,
    colourOf: (samples, at) => {
      const paper = 255 - sample(samples, at + 3);
      const light = (ink: number): number => Math.round(((255 - sample(samples, at + ink)) * paper) / 255);
      return [light(0), light(1), light(2), 255];
    },
  },
  'ycbcr-raw': {
    group: 1,
    bytes: 3,
    colourOf: (samples, at) => ofLuma(sample(samples, at), sample(samples, at + 1), sample(samples, at + 2)),
  },
  // Two pixels share their chroma.
  uyvy: {
    group: 2,
    bytes: 4,
    colourOf: (samples, at, within) => ofLuma(sample(samples, at + 1 + within * 2), sample(samples, at), sample(samples, at + 2)),
  },
};
