import { parallelLanes } from '@bakkum/conversion/workers/parallel-lanes';
import {
  type AudioCodec,
  AudioSample,
  AudioSampleSource,
  CustomAudioEncoder,
  EncodedPacket,
  Mp3OutputFormat,
  NullTarget,
  Output,
  Quality,
} from 'mediabunny';
import { samplesPerFrame } from './mp3-frames.ts';
import { HELD_FRAMES, JOIN_FRAMES, LEAD_FRAMES, PartJoiner } from './mp3-parts.ts';

/**
 * Seconds of audio per part. Longer parts leave a core idle at the end of a short file; shorter ones encode more overlap twice.
 */
const PART_SECONDS = 10;
/** Offset that distinguishes the rate of a lane from that of the output: LAME rounds to kilobits. */
const LANE_MARK = 1;

export type Mp3Settings = Required<Pick<AudioEncoderConfig, 'bitrate' | 'numberOfChannels' | 'sampleRate'>>;

/**
 * Encodes MP3 with several of the registered encoders in parallel. Parts overlap by half a second; their streams are spliced
 * where the bit reservoir allows it (`mp3-parts.ts`), so the result has the frames of one encoder. Register it before the others.
 */
export class ParallelMp3Encoder extends CustomAudioEncoder {
  #encoder: LaneEncoder | undefined;
  #timestamp: number | undefined;
  #told = false;

  static override supports(codec: AudioCodec, { bitrate = 0, numberOfChannels, sampleRate }: AudioEncoderConfig): boolean {
    const isPossible = numberOfChannels <= 2 && FRAME_RATES.has(sampleRate);
    return codec === 'mp3' && isPossible && bitrate % 1000 !== LANE_MARK && parallelLanes() > 1;
  }

  override init(): void {
    // Lanes are opened with the first audio.
  }

  override async encode(sample: AudioSample): Promise<void> {
    this.#timestamp ??= sample.timestamp;
    this.#encoder ??= this.#open();
    await this.#encoder.add(soundOf(sample));
  }

  override async flush(): Promise<void> {
    await this.#encoder?.end();
    this.#encoder = undefined;
    this.#timestamp = undefined;
  }

  override async close(): Promise<void> {
    await this.#encoder?.cancel();
    this.#encoder = undefined;
  }

  #open(): LaneEncoder {
    const { bitrate = 0, numberOfChannels, sampleRate } = this.config;
    const settings = { bitrate, numberOfChannels, sampleRate };
    const duration = samplesPerFrame(sampleRate) / sampleRate;
    const start = this.#timestamp ?? 0;
    let count = 0;
    return new LaneEncoder(settings, parallelLanes(), (frame) => {
      const meta = this.#told ? {} : { decoderConfig: { codec: 'mp3', numberOfChannels, sampleRate } };
      this.#told = true;
      this.onPacket(new EncodedPacket(frame, 'key', start + count * duration, duration), meta);
      count += 1;
    });
  }
}

const FRAME_RATES: ReadonlySet<number> = new Set([44_100, 48_000, 32_000].flatMap((hertz) => [hertz, hertz / 2, hertz / 4]));

/** Audio that is copied on demand: an array for each small piece would fill memory until it is collected. */
export type Sound = {
  readonly length: number;
  copyTo(plane: Int16Array<ArrayBuffer>, channel: number, from: number): void;
};

function soundOf(sample: AudioSample): Sound {
  return {
    length: sample.numberOfFrames,
    copyTo(plane, planeIndex, frameOffset) {
      sample.copyTo(plane, { format: 's16-planar', planeIndex, frameOffset, frameCount: plane.length });
    },
  };
}

/** Splits audio into parts, encodes them, and emits the output frames in order. */
export class LaneEncoder {
  readonly #settings: Mp3Settings;
  readonly #joiner: PartJoiner;
  readonly #lanes: Lane[] = [];
  readonly #laneCount: number;
  readonly #frame: number;
  readonly #partFrames: number;
  /** Audio not sent yet, and the index of the output frame it starts with. */
  #waiting: readonly Int16Array<ArrayBuffer>[];
  #filled = 0;
  #first = 0;
  #parts = 0;

  constructor(settings: Mp3Settings, laneCount: number, emit: (frame: Uint8Array) => void, partSeconds = PART_SECONDS) {
    this.#settings = settings;
    this.#laneCount = laneCount;
    this.#joiner = new PartJoiner(emit);
    this.#frame = samplesPerFrame(settings.sampleRate);
    this.#partFrames = Math.round((partSeconds * settings.sampleRate) / this.#frame);
    const most = (LEAD_FRAMES + this.#partFrames + JOIN_FRAMES + HELD_FRAMES) * this.#frame;
    this.#waiting = Array.from({ length: settings.numberOfChannels }, () => new Int16Array(most));
  }

  /** Waits while the encoders are behind. */
  async add(sound: Sound): Promise<void> {
    for (let at = 0; at < sound.length; ) {
      const most = this.#partEnd + (JOIN_FRAMES + HELD_FRAMES) * this.#frame;
      const taken = Math.min(sound.length - at, most - this.#filled);
      for (const [channel, plane] of this.#waiting.entries())
        sound.copyTo(plane.subarray(this.#filled, this.#filled + taken), channel, at);
      this.#filled += taken;
      at += taken;
      if (this.#filled === most) await this.#sendPart();
    }
  }

  async end(): Promise<void> {
    await this.#send(this.#filled);
    await Promise.all(this.#lanes.map((lane) => lane.end()));
    this.#joiner.end();
  }

  async cancel(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.cancel()));
  }

  /** Start and end of the part's own audio in the waiting samples. */
  get #ownStart(): number {
    return this.#parts === 0 ? 0 : LEAD_FRAMES * this.#frame;
  }

  get #partEnd(): number {
    return this.#ownStart + this.#partFrames * this.#frame;
  }

  async #sendPart(): Promise<void> {
    const kept = this.#partEnd - LEAD_FRAMES * this.#frame;
    await this.#send(this.#filled);
    for (const plane of this.#waiting) plane.copyWithin(0, kept, this.#filled);
    this.#filled -= kept;
    this.#first += kept / this.#frame;
    this.#parts += 1;
  }

  async #send(length: number): Promise<void> {
    const take = this.#joiner.begin(this.#first, this.#first + this.#ownStart / this.#frame);
    const index = this.#parts % this.#laneCount;
    const lane = this.#lanes[index] ?? (await Lane.open(this.#settings));
    this.#lanes[index] = lane;
    await lane.add(
      this.#waiting.map((plane) => plane.slice(0, length)),
      take,
    );
  }
}

/** Samples passed to an encoder at a time, few enough to cancel in between. */
const PIECE_SAMPLES = 65_536;

/** One encoder. It continues across parts without a reset, because its state has decayed before a part's own audio begins. */
class Lane {
  readonly #settings: Mp3Settings;
  readonly #source: AudioSampleSource;
  readonly #output: Output;
  readonly #parts: { readonly until: number; readonly take: (frame: Uint8Array) => void }[] = [];
  #samples = 0;
  #frames = 0;
  /** Resolves when everything added so far has been passed to the encoder. */
  #work: Promise<void> = Promise.resolve();

  private constructor(settings: Mp3Settings) {
    this.#settings = settings;
    this.#source = new AudioSampleSource({
      codec: 'mp3',
      quality: new Quality({ bitrate: settings.bitrate + LANE_MARK }),
      onEncodedPacket: ({ data }) => this.#onFrame(data),
    });
    this.#output = new Output({ format: new Mp3OutputFormat({ xingHeader: false }), target: new NullTarget() });
    this.#output.addAudioTrack(this.#source);
  }

  static async open(settings: Mp3Settings): Promise<Lane> {
    const lane = new Lane(settings);
    await lane.#output.start();
    return lane;
  }

  /** Waits for the previous part, so that a lane has at most two queued. */
  async add(planes: readonly Int16Array<ArrayBuffer>[], take: (frame: Uint8Array) => void): Promise<void> {
    await this.#work;
    const length = planes[0]?.length ?? 0;
    const frames = this.#parts.at(-1)?.until ?? 0;
    this.#parts.push({ until: frames + length / samplesPerFrame(this.#settings.sampleRate), take });
    this.#work = this.#feed(planes, length);
    this.#work.catch(() => undefined); // rethrown on the next add or finish
  }

  async end(): Promise<void> {
    await this.#work;
    const last = this.#parts.at(-1);
    if (last) this.#parts.push({ until: Number.POSITIVE_INFINITY, take: last.take });
    await this.#output.finalize();
  }

  async cancel(): Promise<void> {
    await this.#output.cancel();
  }

  async #feed(planes: readonly Int16Array<ArrayBuffer>[], length: number): Promise<void> {
    const { sampleRate, numberOfChannels } = this.#settings;
    for (let at = 0; at < length; at += PIECE_SAMPLES) {
      const size = Math.min(PIECE_SAMPLES, length - at);
      const data = new Int16Array(size * numberOfChannels);
      for (const [channel, plane] of planes.entries()) data.set(plane.subarray(at, at + size), channel * size);
      const timestamp = this.#samples / sampleRate;
      const sample = new AudioSample({ data, format: 's16-planar', numberOfChannels, sampleRate, timestamp });
      this.#samples += size;
      await this.#source.add(sample);
      sample.close();
    }
  }

  #onFrame(data: Uint8Array): void {
    const index = this.#frames++;
    this.#parts.find(({ until }) => index < until)?.take(data.slice());
  }
}
