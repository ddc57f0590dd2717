import { mediaJudge } from '@bakkum/tests/media-judge';
import { hasProgram } from '@bakkum/tests/native';
import { registerMp3Encoder } from '@mediabunny/mp3-encoder';
import { afterAll, describe, expect, it } from 'vitest';
import { LaneEncoder, type Mp3Settings } from './mp3-encoder.ts';
import { mp3Frame } from './mp3-frames.ts';

const SECONDS = 6;
const judge = mediaJudge();
afterAll(() => judge.dispose());

/** A rising tone with clicks: audio whose frames need different numbers of bits. */
function sound({ numberOfChannels, sampleRate }: Mp3Settings): readonly Int16Array<ArrayBuffer>[] {
  return Array.from({ length: numberOfChannels }, (_, channel) =>
    Int16Array.from({ length: SECONDS * sampleRate }, (_, index) => {
      const time = index / sampleRate;
      const click = time % 0.7 < 0.02 ? Math.sin(index * index) * 8000 : 0;
      return Math.sin(2 * Math.PI * (200 + 150 * time + 100 * channel) * time) * 9000 + click;
    }),
  );
}

async function encode(settings: Mp3Settings, lanes: number, partSeconds: number): Promise<readonly Uint8Array[]> {
  registerMp3Encoder();
  const frames: Uint8Array[] = [];
  const encoder = new LaneEncoder(settings, lanes, (frame) => frames.push(frame), partSeconds);
  const planes = sound(settings);
  const length = planes[0]?.length ?? 0;
  for (let at = 0; at < length; at += 10_007) {
    const pieces = planes.map((plane) => plane.subarray(at, at + 10_007));
    await encoder.add({
      length: pieces[0]?.length ?? 0,
      copyTo: (plane, channel, from) => plane.set(pieces[channel]?.subarray(from, from + plane.length) ?? []),
    });
  }
  await encoder.end();
  return frames;
}

/** Maximum deviation between decoded and original audio over stretches of a twentieth of a second. */
function worstError(decoded: Float64Array, original: Int16Array, delay: number, sampleRate: number): number {
  const stretch = Math.round(sampleRate / 20);
  let worst = 0;
  for (let start = 0; start + stretch <= original.length; start += stretch) {
    let sum = 0;
    for (let at = start; at < start + stretch; at += 1) sum += ((decoded[at + delay] ?? 0) - (original[at] ?? 0)) ** 2;
    worst = Math.max(worst, Math.sqrt(sum / stretch));
  }
  return worst;
}

/** Delay of LAME and the decoder. */
const DELAY = 1105;

describe.skipIf(!hasProgram('ffmpeg'))('MP3 encoded in parallel parts', () => {
  it.each([
    { bitrate: 128_000, numberOfChannels: 2, sampleRate: 44_100 },
    { bitrate: 256_000, numberOfChannels: 2, sampleRate: 48_000 },
    { bitrate: 320_000, numberOfChannels: 2, sampleRate: 44_100 },
    { bitrate: 64_000, numberOfChannels: 1, sampleRate: 32_000 },
    { bitrate: 32_000, numberOfChannels: 1, sampleRate: 22_050 },
  ])('sounds like a single encoder: %o', async (settings) => {
    const [whole, parts] = [await encode(settings, 1, SECONDS * 2), await encode(settings, 3, 1.2)];
    expect(parts.length).toBe(whole.length);
    const [alone, joined] = [whole, parts].map((frames) => {
      const [left = new Float64Array()] = judge.samples(Buffer.concat(frames), 'mp3', settings.numberOfChannels);
      return left;
    });
    expect(joined?.length).toBe(alone?.length);
    const [original = new Int16Array()] = sound(settings);
    const error = (decoded: Float64Array = new Float64Array()) => worstError(decoded, original, DELAY, settings.sampleRate);
    expect(error(joined)).toBeLessThan(error(alone) * 1.5);
  });

  it('forms one stream whose first frame does not use the bit reservoir', async () => {
    const frames = await encode({ bitrate: 192_000, numberOfChannels: 2, sampleRate: 44_100 }, 2, 2);
    const [first] = frames;
    expect(first && mp3Frame(first).borrowed).toBe(0);
  });
});
