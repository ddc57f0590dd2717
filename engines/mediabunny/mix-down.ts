import { AudioSample } from 'mediabunny';

/** Shares of a channel that go to the left and right side (ITU-R BS.775). */
type Sides = readonly [left: number, right: number];

const LEFT: Sides = [1, 0];
const RIGHT: Sides = [0, 1];
const CENTER: Sides = [Math.SQRT1_2, Math.SQRT1_2];
const LOW: Sides = [0, 0];
const SURROUND_LEFT: Sides = [Math.SQRT1_2, 0];
const SURROUND_RIGHT: Sides = [0, Math.SQRT1_2];
const SURROUND_CENTER: Sides = [0.5, 0.5];
const SURROUNDS = [SURROUND_LEFT, SURROUND_RIGHT] as const;

/** Layouts with a center, by the number of channels. The library drops the center of all but the one with six. */
const LAYOUTS: Readonly<Record<number, readonly Sides[]>> = {
  3: [LEFT, RIGHT, CENTER],
  5: [LEFT, RIGHT, CENTER, ...SURROUNDS],
  6: [LEFT, RIGHT, CENTER, LOW, ...SURROUNDS],
  7: [LEFT, RIGHT, CENTER, LOW, SURROUND_CENTER, ...SURROUNDS],
  8: [LEFT, RIGHT, CENTER, LOW, ...SURROUNDS, ...SURROUNDS],
};

/** Whether `mixedDown` is needed instead of the library's mixing. */
export const mixesDown = (from: number, to: number): boolean => to <= 2 && LAYOUTS[from] !== undefined;

/**
 * Mixes surround audio to stereo or mono. The sum is scaled so that full volume on every channel stays within range, as in
 * FFmpeg; the library would clip it. Returns samples with other layouts as they are.
 */
export function mixedDown(sample: AudioSample, channels: number): AudioSample {
  const { numberOfChannels, numberOfFrames: frames, sampleRate, timestamp } = sample;
  const layout = LAYOUTS[numberOfChannels];
  if (!layout || channels > 2) return sample;
  const source = new Float32Array(frames * numberOfChannels);
  sample.copyTo(source, { planeIndex: 0, format: 'f32' });
  sample.close();
  const data = new Float32Array(frames * channels);
  for (let channel = 0; channel < channels; channel += 1)
    addMix(source, data, sharesOf(layout, channels, channel), channel, channels);
  return new AudioSample({ ...storedLike(sample, data), numberOfChannels: channels, sampleRate, timestamp });
}

function sharesOf(layout: readonly Sides[], channels: number, channel: number): readonly number[] {
  const shares = layout.map(([left, right]) => (channels === 1 ? left + right : channel === 0 ? left : right));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / total);
}

function addMix(source: Float32Array, mixed: Float32Array, shares: readonly number[], channel: number, channels: number): void {
  for (const [from, share] of shares.entries()) {
    if (share === 0) continue;
    for (let at = channel, read = from; at < mixed.length; at += channels, read += shares.length)
      mixed[at] = (mixed[at] ?? 0) + share * (source[read] ?? 0);
  }
}

/** Keeps the bit depth that the plan chose for FLAC. */
function storedLike({ format }: AudioSample, mixed: Float32Array) {
  if (format.startsWith('s16'))
    return { format: 's16', data: Int16Array.from(mixed, (value) => Math.round(value * 0x7fff)) } as const;
  if (format.startsWith('s32'))
    return { format: 's32', data: Int32Array.from(mixed, (value) => Math.round(value * 0x7fff_ff00)) } as const;
  return { format: 'f32', data: mixed } as const;
}
