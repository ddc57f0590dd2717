import {
  blobOf,
  type ConvertRequest,
  type ConvertResult,
  type EngineContext,
  eachInput,
  inputCount,
  type Warning,
} from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OutputFile } from '@bakkum/conversion/output-file';
import { type MediaRequest, mediaRequestOf } from '@bakkum/media-options/request';
import {
  AudioSample,
  AudioSampleSink,
  AudioSampleSource,
  type ConversionAudioOptions,
  type ConversionVideoOptions,
  type InputAudioTrack,
  type InputVideoTrack,
  NullTarget,
  Output,
  VideoSampleSink,
  VideoSampleSource,
  WavOutputFormat,
} from 'mediabunny';
import { CONTAINERS, type Container } from './containers.ts';
import { canDecodeSound } from './encoders.ts';
import { mixedDown } from './mix-down.ts';
import { encodePictures } from './pictures.ts';
import { soundOf } from './plan.ts';
import { encodeSound, RATE_HEADROOM } from './sound.ts';
import { openSource, type Source } from './source.ts';
import { FileTarget } from './target.ts';
import type { Correction } from './xing.ts';

/** Gap tolerance in seconds; audio this close to its position is appended directly. No codec's frame is longer. */
const SOUND_TOLERANCE_SECONDS = 0.05;
const SILENCE_SECONDS = 0.5;

/**
 * Joins several recordings into one file. The first determines size, sample rate and channels. Everything is re-encoded, because
 * hardly any two files have identical encoding parameters.
 */
export async function joinRecordings(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const container = CONTAINERS[request.to];
  if (!container) throw new ConversionError('unsupported-type', request.to);
  const media = mediaRequestOf(request.options);
  const file = await context.openOutput();
  const warnings = new Map<string, Warning>();
  let film: Film | undefined;
  try {
    const count = inputCount(request);
    let index = 0;
    for await (const input of eachInput(request)) {
      const source = await openSource(blobOf(input));
      try {
        film ??= await Film.begin(file, source, container, media);
        for (const warning of lossesOf(source, container)) warnings.set(warning.code, warning);
        await film.append(source, context.signal, (fraction) => context.onProgress((index + Math.min(fraction, 1)) / count));
      } finally {
        source.input.dispose();
      }
      index += 1;
    }
    await film?.finish();
    for (const warning of film?.warnings ?? []) warnings.set(warning.code, warning);
    return { outputs: [{ content: await file.close(container.mediaType) }], warnings: [...warnings.values()] };
  } catch (thrown) {
    await film?.cancel();
    await file.discard();
    throw thrown;
  }
}

/** Metadata of a single recording is not kept in the joined file. */
function lossesOf({ inventory, video, audio }: Source, { video: carried }: Container): readonly Warning[] {
  const pictures = carried.length > 0;
  return [
    ...(pictures && inventory.subtitles > 0 ? [{ code: 'subtitles-dropped' } as const] : []),
    ...(inventory.chapters ? [{ code: 'chapters-dropped' } as const] : []),
    ...(audio.length > 1 || video.length > 1 ? [{ code: 'tracks-dropped' } as const] : []),
  ];
}

type Pictures = { readonly source: VideoSampleSource };
type Sound = { readonly source: AudioSampleSource; readonly sampleRate: number; readonly numberOfChannels: number };

class Film {
  readonly warnings: readonly Warning[];
  readonly #output: Output;
  readonly #file: OutputFile;
  readonly #corrections: readonly Correction[];
  readonly #pictures: Pictures | undefined;
  readonly #sound: Sound | undefined;
  /** In seconds: start of the next recording, and end of the audio so far. */
  #end = 0;
  #soundEnd = 0;

  private constructor(
    file: OutputFile,
    { output, corrections, warnings }: { output: Output; corrections: readonly Correction[]; warnings: readonly Warning[] },
    pictures: Pictures | undefined,
    sound: Sound | undefined,
  ) {
    this.#file = file;
    this.#output = output;
    this.#corrections = corrections;
    this.warnings = warnings;
    this.#pictures = pictures;
    this.#sound = sound;
  }

  /** @param first determines the encoding of the output */
  static async begin(file: OutputFile, first: Source, container: Container, media: MediaRequest): Promise<Film> {
    const corrections: Correction[] = [];
    const format = container.format({ bytes: Number.POSITIVE_INFINITY, correct: (correction) => corrections.push(correction) });
    const output = new Output({ format, target: new FileTarget(file) });
    const usefulRate = first.bitrate * RATE_HEADROOM;
    const [picture] = container.video.length > 0 ? first.video : [];
    if (container.video.length > 0 && !picture) throw new ConversionError('unsupported-feature', 'no pictures in it');
    const pictures = picture && picturesWith(await encodePictures(picture, container, media, { rate: undefined, usefulRate }));
    if (pictures) output.addVideoTrack(pictures.source);
    const [track] = media.mute ? [] : await soundOf(first, false);
    const plan = track && (await encodeSound(track, container, media, { rate: undefined, fileRate: Number.POSITIVE_INFINITY }));
    const sound = plan && soundWith(plan.options);
    if (sound) output.addAudioTrack(sound.source);
    if (!pictures && !sound) throw new ConversionError('unsupported-feature', 'no sound in it');
    await output.start();
    return new Film(file, { output, corrections, warnings: plan?.warnings ?? [] }, pictures, sound);
  }

  async append(source: Source, signal: AbortSignal, onProgress: (fraction: number) => void): Promise<void> {
    const length = source.end - source.start;
    const [picture] = source.video;
    const [track] = await soundOf(source, false);
    if (this.#pictures && !picture) throw new ConversionError('unsupported-feature', 'no pictures in one of them');
    if (!this.#pictures && !track) throw new ConversionError('unsupported-feature', 'no sound in one of them');
    const heard = (seconds: number): void => {
      signal.throwIfAborted();
      onProgress((seconds - this.#end) / length);
    };
    await Promise.all([
      this.#pictures && picture && this.#show(this.#pictures, picture, source, heard),
      this.#sound && this.#play(this.#sound, track, source, this.#pictures ? () => signal.throwIfAborted() : heard),
    ]);
    this.#end = this.#pictures ? this.#end + length : Math.max(this.#soundEnd, this.#end);
  }

  async finish(): Promise<void> {
    await this.#output.finalize();
    for (const { bytes, position } of this.#corrections) this.#file.write(bytes, position);
  }

  async cancel(): Promise<void> {
    if (this.#output.state === 'started') await this.#output.cancel();
  }

  async #show({ source }: Pictures, track: InputVideoTrack, from: Source, onTime: (seconds: number) => void): Promise<void> {
    if (!(await track.canDecode())) throw new ConversionError('unsupported-feature', 'pictures are not decoded here');
    for await (const sample of new VideoSampleSink(track).samples(from.start, from.end)) {
      const at = this.#end + Math.max(0, sample.timestamp - from.start);
      sample.setTimestamp(at);
      await source.add(sample);
      sample.close();
      onTime(at);
    }
  }

  async #play(sound: Sound, track: InputAudioTrack | undefined, from: Source, onTime: (seconds: number) => void): Promise<void> {
    for await (const sample of track ? fitted(decoded(track, from), sound) : []) {
      const wanted = this.#end + sample.timestamp - from.start;
      if (wanted > this.#soundEnd + SOUND_TOLERANCE_SECONDS) await this.#beSilent(sound, wanted);
      if (wanted > this.#soundEnd - SOUND_TOLERANCE_SECONDS) {
        sample.setTimestamp(this.#soundEnd);
        this.#soundEnd += sample.duration;
        await sound.source.add(sample);
      }
      sample.close();
      onTime(wanted);
    }
    const end = this.#end + from.end - from.start;
    if (this.#pictures && end > this.#soundEnd + SOUND_TOLERANCE_SECONDS) await this.#beSilent(sound, end);
  }

  async #beSilent({ source, sampleRate, numberOfChannels }: Sound, until: number): Promise<void> {
    while (until - this.#soundEnd > 1 / sampleRate) {
      const frames = Math.max(1, Math.round(Math.min(SILENCE_SECONDS, until - this.#soundEnd) * sampleRate));
      const data = new Float32Array(frames * numberOfChannels);
      const sample = new AudioSample({ data, format: 'f32-planar', numberOfChannels, sampleRate, timestamp: this.#soundEnd });
      this.#soundEnd += frames / sampleRate;
      await source.add(sample);
      sample.close();
    }
  }
}

async function* decoded(track: InputAudioTrack, { start, end }: Source): AsyncGenerator<AudioSample> {
  if (!(await canDecodeSound(track)))
    throw new ConversionError('unsupported-feature', `${(await track.getCodec()) ?? 'this sound'} is not decoded here`);
  yield* new AudioSampleSink(track).samples(start, end);
}

/** Converts to the rate and channels of the output, because a sample source requires them to be constant. */
async function* fitted(
  samples: AsyncIterable<AudioSample>,
  { sampleRate, numberOfChannels }: Sound,
): AsyncGenerator<AudioSample> {
  const ready: AudioSample[] = [];
  const source = new AudioSampleSource({
    codec: 'pcm-f32',
    transform: { sampleRate, numberOfChannels },
    onEncodedSample: (sample) => void ready.push(sample.clone()),
  });
  const output = new Output({ format: new WavOutputFormat({ large: true }), target: new NullTarget() });
  output.addAudioTrack(source);
  await output.start();
  try {
    for await (const sample of samples) {
      const mixed = numberOfChannels < sample.numberOfChannels ? mixedDown(sample, numberOfChannels) : sample;
      await source.add(mixed);
      mixed.close();
      yield* ready.splice(0);
    }
    await output.finalize();
    yield* ready.splice(0);
  } finally {
    for (const sample of ready) sample.close();
    if (output.state === 'started') await output.cancel();
  }
}

function picturesWith({ codec, quality, width, height, frameRate }: ConversionVideoOptions): Pictures {
  if (!codec || !quality) throw new ConversionError('internal', 'no codec was planned');
  const size = { ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) };
  const transform = { ...size, alpha: 'discard' as const, ...(frameRate === undefined ? {} : { frameRate }) };
  return { source: new VideoSampleSource({ codec, quality, sizeChangeBehavior: 'contain', transform }) };
}

function soundWith(options: ConversionAudioOptions): Sound {
  const { codec, quality, processedNumberOfChannels, sampleRate, sampleFormat, process } = options;
  const numberOfChannels = processedNumberOfChannels ?? options.numberOfChannels;
  if (!codec || !numberOfChannels || !sampleRate) throw new ConversionError('internal', 'no codec was planned');
  const transform = {
    numberOfChannels,
    sampleRate,
    ...(sampleFormat === undefined ? {} : { sampleFormat }),
    ...(process === undefined ? {} : { process }),
  };
  const source = new AudioSampleSource({ codec, ...(quality === undefined ? {} : { quality }), transform });
  return { source, numberOfChannels, sampleRate };
}
