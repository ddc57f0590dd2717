import { CustomVideoEncoder, EncodedPacket, registerEncoder, type VideoCodec, type VideoSample } from 'mediabunny';

/**
 * Three temporal layers: every second picture refers to one half as far away and is referred to by none, which takes the
 * encoder about a tenth less time. The stream is plain VP9, a seventh larger and a little more like its source (README).
 */
const SCALABILITY_MODE = 'L1T3';
/** Pictures in the encoder's hands, as many as the library leaves there. */
const MOST_QUEUED = 4;
const PROBED = { codec: 'vp09.00.31.08', width: 1280, height: 720, bitrate: 3_000_000, framerate: 30 } as const;

let prepared: Promise<void> | undefined;

/** Encodes VP9 in layers from now on where the browser can and no hardware does better. */
export function prepareVp9(): Promise<void> {
  prepared ??= layersHelp().then((helps) => {
    if (helps) registerEncoder(LayeredVp9Encoder);
  });
  return prepared;
}

async function layersHelp(): Promise<boolean> {
  if (typeof VideoEncoder === 'undefined') return false;
  const [layered, hardware] = await Promise.all([
    canEncode({ scalabilityMode: SCALABILITY_MODE }),
    canEncode({ hardwareAcceleration: 'prefer-hardware' }),
  ]);
  return layered && !hardware;
}

async function canEncode(extra: Partial<VideoEncoderConfig>): Promise<boolean> {
  // A browser that does not know one of the words may throw instead of saying no.
  const support = await VideoEncoder.isConfigSupported({ ...PROBED, ...extra }).catch(() => undefined);
  return support?.supported === true;
}

type Timing = Pick<VideoSample, 'timestamp' | 'duration'>;

/** The browser's encoder, asked for layers, which the library's conversions have no word for. */
class LayeredVp9Encoder extends CustomVideoEncoder {
  #encoder: VideoEncoder | undefined;
  /** Seconds of the pictures under way by their microseconds, which round. */
  readonly #timings = new Map<number, Timing>();
  #wake: (() => void) | undefined;

  static override supports(codec: VideoCodec, { alpha, bitrateMode }: VideoEncoderConfig): boolean {
    return codec === 'vp9' && alpha !== 'keep' && bitrateMode !== 'quantizer';
  }

  override init(): void {
    this.#encoder = this.#open();
  }

  override async encode(sample: VideoSample, options: VideoEncoderEncodeOptions): Promise<void> {
    // Browsers close encoders that had nothing to do for long, as those of a page in the background.
    const isReopened = this.#encoder === undefined;
    this.#encoder ??= this.#open();
    const encoder = this.#encoder;
    const frame = sample.toVideoFrame();
    this.#timings.set(frame.timestamp, { timestamp: sample.timestamp, duration: sample.duration });
    encoder.encode(frame, isReopened ? { ...options, keyFrame: true } : options);
    frame.close();
    while (encoder.state === 'configured' && encoder.encodeQueueSize >= MOST_QUEUED)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
  }

  override async flush(): Promise<void> {
    await this.#encoder?.flush();
  }

  override close(): void {
    if (this.#encoder && this.#encoder.state !== 'closed') this.#encoder.close();
    this.#encoder = undefined;
    this.#wake?.();
  }

  #open(): VideoEncoder {
    const encoder = new VideoEncoder({
      output: (chunk, meta) => this.#emit(chunk, meta),
      error: (error) => {
        this.#encoder = undefined;
        this.#wake?.();
        if (!wasReclaimed(error)) this.onError(error);
      },
    });
    encoder.ondequeue = () => this.#wake?.();
    encoder.configure({ ...this.config, scalabilityMode: SCALABILITY_MODE });
    return encoder;
  }

  #emit(chunk: EncodedVideoChunk, meta: EncodedVideoChunkMetadata | undefined): void {
    const timing = this.#timings.get(chunk.timestamp);
    this.#timings.delete(chunk.timestamp);
    this.onPacket(EncodedPacket.fromEncodedChunk(chunk).clone(timing ?? {}), meta);
  }
}

function wasReclaimed({ name, message }: DOMException): boolean {
  return name === 'QuotaExceededError' && /reclaimed/i.test(message);
}
