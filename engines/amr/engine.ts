import { blobOf, type ConvertResult, type Engine, type EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { isWaveCutOff } from '@bakkum/media-facts/announced-length';
import { openMedia } from '@bakkum/media-facts/open-media';
import { createPause } from '@bakkum/raster/pause';
import { type AudioSample, AudioSampleSink, type InputAudioTrack } from 'mediabunny';
import { modeFor } from './modes.ts';
import { loadCodec } from './program.ts';
import { Resampler } from './resampler.ts';

const SAMPLE_RATE = 8000;
const FRAME_SAMPLES = 160;
/** First line of a single-channel file (RFC 4867, section 5.1). */
const HEADER = new TextEncoder().encode('#!AMR\n');

/** Telephone speech: one channel at 8 kHz in frames of 20 ms. */
export const engine: Engine = {
  async convert({ inputs, options }, context) {
    context.signal.throwIfAborted();
    const file = blobOf(inputs[0]);
    if (file.size === 0) throw new ConversionError('empty', 'zero bytes');
    const input = openMedia(file);
    try {
      const track = await input.getPrimaryAudioTrack().catch((cause: unknown) => {
        throw new ConversionError('corrupt', 'no sound can be read', { cause });
      });
      if (!track || !(await track.canDecode()))
        throw new ConversionError('unsupported-feature', 'sound that is not decoded here');
      const result = await encode(track, modeFor(options), context);
      return { ...result, warnings: (await isWaveCutOff(file)) ? [{ code: 'damaged-source' }] : [] };
    } finally {
      input.dispose();
    }
  },
};

async function encode(
  track: InputAudioTrack,
  kilobits: number,
  context: EngineContext,
): Promise<Omit<ConvertResult, 'warnings'>> {
  const encoder = (await loadCodec()).GetEncoder(kilobits);
  const output = await context.openOutput();
  try {
    output.write(HEADER, 0);
    let samples = 0;
    for await (const piece of piecesOf(track, context)) {
      samples += piece.length;
      output.write(encoder.encode(piece), output.size);
    }
    if (samples === 0) throw new ConversionError('corrupt', 'no sound in it');
    // The encoder emits a frame only after receiving a sample of the next one.
    output.write(encoder.encode(new Int16Array(FRAME_SAMPLES - ((samples - 1) % FRAME_SAMPLES))), output.size);
    return { outputs: [{ content: await output.close('audio/amr') }] };
  } catch (thrown) {
    await output.discard();
    throw thrown;
  } finally {
    encoder.flush();
  }
}

/** Yields the audio as the encoder expects it. */
async function* piecesOf(track: InputAudioTrack, { signal, onProgress }: EngineContext): AsyncGenerator<Int16Array> {
  const seconds = await track.computeDuration();
  const resampler = new Resampler(await track.getSampleRate(), SAMPLE_RATE);
  const pause = createPause(signal);
  for await (const sample of new AudioSampleSink(track).samples()) {
    const mono = mixed(sample);
    onProgress(Math.min(1, sample.timestamp / seconds));
    sample.close();
    yield rounded(resampler.push(mono));
    await pause();
  }
  yield rounded(resampler.end());
}

/** Mixes all channels into one. */
function mixed(sample: AudioSample): Float32Array {
  const { numberOfChannels, numberOfFrames } = sample;
  const sum = new Float32Array(numberOfFrames);
  const plane = new Float32Array(numberOfFrames);
  for (let channel = 0; channel < numberOfChannels; channel += 1) {
    sample.copyTo(plane, { planeIndex: channel, format: 'f32-planar' });
    for (let index = 0; index < numberOfFrames; index += 1)
      sum[index] = (sum[index] ?? 0) + (plane[index] ?? 0) / numberOfChannels;
  }
  return sum;
}

function rounded(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))));
}
