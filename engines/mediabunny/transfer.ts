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
  /** About how large the result will be. */
  readonly expectedBytes: number;
};

/**
 * Runs the library's own conversion with what was planned.
 * @throws ConversionError `unsupported-feature` when it would leave out a track that was planned.
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
    conversion.cancel().catch(() => undefined); // the file is thrown away anyway
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
    // All tracks are moved together by the little that some containers need; sound and pictures stay in step.
    copy: { shiftTolerance: Number.POSITIVE_INFINITY },
    showWarnings: false,
  };
}

/** What the library leaves free for a packet in an index: the room of all its tables at their longest. */
const INDEX_BYTES_A_PACKET = 36;
/** What is left over of that room stays in the file; more than this part of it is not wasted. */
const WASTED_SHARE = 0.01;

/** Packets of the longest track, where they are copied and room for so many is little beside them. */
function packetsToReserve({ source, plans, expectedBytes }: Transfer): number | undefined {
  const { mostPackets } = source.inventory;
  if (mostPackets === undefined || !isCopy(plans)) return undefined;
  const room = (plans.video.size + plans.audio.size) * mostPackets * INDEX_BYTES_A_PACKET;
  return room <= expectedBytes * WASTED_SHARE ? mostPackets : undefined;
}

/** Tells the muxer for how many packets of each track to leave room; the library's conversion does not. */
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
