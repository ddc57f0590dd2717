import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OutputFile } from '@bakkum/conversion/output-file';
import type { MediaRequest } from '@bakkum/media-options/request';
import {
  type AudioSource,
  type AudioTrackMetadata,
  type ConversionOptions,
  type DiscardedTrack,
  Conversion as MediaConversion,
  Output,
  type OutputAudioTrack,
  type OutputVideoTrack,
  type VideoSource,
  type VideoTrackMetadata,
} from 'mediabunny';
import type { Container } from './containers.ts';
import { isCopy, type TrackPlans } from './plan.ts';
import type { Source } from './source.ts';
import { FileTarget } from './target.ts';
import type { Correction } from './xing.ts';

export type Transfer = {
  readonly source: Source;
  readonly container: Container;
  readonly plans: TrackPlans;
  readonly request: MediaRequest;
  readonly output: OutputFile;
  /** Estimated size of the result. */
  readonly expectedBytes: number;
};

/**
 * Runs the library's conversion according to the plan.
 * @throws ConversionError `unsupported-feature` if it would drop a planned track
 */
export async function transfer(
  job: Transfer,
  { signal, onProgress }: Pick<EngineContext, 'signal' | 'onProgress'>,
): Promise<void> {
  const corrections: Correction[] = [];
  const mostPackets = packetsToReserve(job);
  const format = job.container.format({
    bytes: job.expectedBytes,
    correct: (correction) => corrections.push(correction),
    ...(mostPackets === undefined ? {} : { mostPackets }),
  });
  const output = new ReservingOutput({ format, target: new FileTarget(job.output) }, mostPackets);
  const conversion = await MediaConversion.init(optionsOf(job, output));
  const missing = conversion.discardedTracks.filter(isMissing);
  if (missing.length > 0 || !conversion.isValid)
    throw new ConversionError('unsupported-feature', missing.map(({ reason }) => reason).join(', ') || 'no valid set of tracks');
  conversion.onProgress = (fraction) => onProgress(fraction);
  const aborted = Promise.withResolvers<never>();
  const cancel = () => {
    conversion.cancel().catch(() => undefined); // the file is discarded anyway
    aborted.reject(new ConversionError('cancelled', 'aborted'));
  };
  signal.throwIfAborted();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    await Promise.race([conversion.execute(), aborted.promise]);
    for (const { bytes, position } of corrections) job.output.write(bytes, position);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function isMissing({ reason }: DiscardedTrack): boolean {
  return reason !== 'discarded_by_user';
}

function optionsOf({ source, plans, request }: Transfer, output: Output): ConversionOptions {
  return {
    input: source.input,
    output,
    tracks: 'all',
    video: (track) => plans.video.get(track) ?? { discard: true },
    audio: (track) => plans.audio.get(track) ?? { discard: true },
    trim: trimOf(source, request),
    // Some containers need a small offset; it is applied to all tracks, so that audio and video stay in sync.
    copy: { shiftTolerance: Number.POSITIVE_INFINITY },
    showWarnings: false,
  };
}

/** Index space the library reserves per packet: the maximum for all tables. */
const INDEX_BYTES_A_PACKET = 36;
/** Unused index space stays in the file; at most this share of it may be wasted. */
const WASTED_SHARE = 0.01;

/** Packets of the longest track, if it is copied and the index is small compared with the media. */
function packetsToReserve({ source, plans, expectedBytes }: Transfer): number | undefined {
  const { mostPackets } = source.inventory;
  if (mostPackets === undefined || !isCopy(plans)) return undefined;
  const room = (plans.video.size + plans.audio.size) * mostPackets * INDEX_BYTES_A_PACKET;
  return room <= expectedBytes * WASTED_SHARE ? mostPackets : undefined;
}

/** Passes the expected packet counts to the muxer, which the library's conversion does not. */
class ReservingOutput extends Output {
  readonly #room: { readonly maximumPacketCount?: number };

  constructor(options: ConstructorParameters<typeof Output>[0], mostPackets: number | undefined) {
    super(options);
    this.#room = mostPackets === undefined ? {} : { maximumPacketCount: mostPackets };
  }

  override addVideoTrack(source: VideoSource, metadata: VideoTrackMetadata = {}): OutputVideoTrack {
    return super.addVideoTrack(source, { ...metadata, ...this.#room });
  }

  override addAudioTrack(source: AudioSource, metadata: AudioTrackMetadata = {}): OutputAudioTrack {
    return super.addAudioTrack(source, { ...metadata, ...this.#room });
  }
}

function trimOf(source: Source, { trimStart: start, trimEnd }: MediaRequest): { start?: number; end?: number } {
  const end = source.endsEarly ? Math.min(trimEnd ?? source.end, source.end) : trimEnd;
  return { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) };
}
