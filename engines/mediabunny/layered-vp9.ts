import { CustomVideoEncoder, EncodedPacket, registerEncoder, type VideoCodec, type VideoSample } from 'mediabunny';

/**
 * Three temporal layers: every second frame refers to one half as far away and is not referenced itself, which saves the encoder
 * about 10 % of its time. The stream is plain VP9, about 14 % larger and slightly closer to its source (README).
 */
const SCALABILITY_MODE = 'L1T3';
/** Maximum frames queued in the encoder, as in the library. */
const MAX_QUEUED = 4;
const PROBED = { codec: 'vp09.00.31.08', width: 1280, height: 720, bitrate: 3_000_000, framerate: 30 } as const;

let prepared: Promise<void> | undefined;

/** Enables layered VP9 encoding if the browser supports it and has no better hardware encoder. */
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
  try {
    return (await VideoEncoder.isConfigSupported({ ...PROBED, ...extra })).supported === true;
  } catch {
    return false; // a browser may throw instead of reporting an unknown option as unsupported
  }
}

type Timing = Pick<VideoSample, 'timestamp' | 'duration'>;

/** The browser's encoder with layers, which the library's conversion API does not expose. */
class LayeredVp9Encoder extends CustomVideoEncoder {
  #encoder: VideoEncoder | undefined;
  /** Timing of queued frames by rounded microseconds. */
  readonly #timings = new Map<number, Timing>();
  #wake: (() => void) | undefined;

  static override supports(codec: VideoCodec, { alpha, bitrateMode }: VideoEncoderConfig): boolean {
    return codec === 'vp9' && alpha !== 'keep' && bitrateMode !== 'quantizer';
  }

  override init(): void {
    this.#encoder = this.#open();
  }

  override async encode(sample: VideoSample, options: VideoEncoderEncodeOptions): Promise<void> {
    // Browsers close encoders that were idle for long, such as those of background pages.
    const isReopened = this.#encoder === undefined;
    this.#encoder ??= this.#open();
    const encoder = this.#encoder;
    const frame = sample.toVideoFrame();
    this.#timings.set(frame.timestamp, { timestamp: sample.timestamp, duration: sample.duration });
    encoder.encode(frame, isReopened ? { ...options, keyFrame: true } : options);
    frame.close();
    while (encoder.state === 'configured' && encoder.encodeQueueSize >= MAX_QUEUED)
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

/** Whether the browser took back the codec's resources (WebCodecs, 2.5). Other failures have other names. */
function wasReclaimed({ name }: DOMException): boolean {
  return name === 'QuotaExceededError';
}
