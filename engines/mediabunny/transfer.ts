import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OutputFile } from '@bakkum/conversion/output-file';
import type { MediaRequest } from '@bakkum/media-options/request';
import {
  type ConversionOptions,
  type DiscardedTrack,
  Conversion as MediaConversion,
  Output,
  type OutputFormat,
} from 'mediabunny';
import type { Container } from './containers.ts';
import type { TrackPlans } from './plan.ts';
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
  const format = job.container.format(job.expectedBytes, (correction) => corrections.push(correction));
  const conversion = await MediaConversion.init(optionsOf(job, format));
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

function optionsOf({ source, plans, request, output }: Transfer, format: OutputFormat): ConversionOptions {
  return {
    input: source.input,
    output: new Output({ format, target: new FileTarget(output) }),
    tracks: 'all',
    video: (track) => plans.video.get(track) ?? { discard: true },
    audio: (track) => plans.audio.get(track) ?? { discard: true },
    trim: trimOf(source, request),
    // All tracks are moved together by the little that some containers need; sound and pictures stay in step.
    copy: { shiftTolerance: Number.POSITIVE_INFINITY },
    showWarnings: false,
  };
}

function trimOf(source: Source, { trimStart: start, trimEnd }: MediaRequest): { start?: number; end?: number } {
  const end = source.endsEarly ? Math.min(trimEnd ?? source.end, source.end) : trimEnd;
  return { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) };
}
