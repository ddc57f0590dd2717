import type { Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { Inventory } from '@bakkum/media-facts/contents';
import type { MediaRequest } from '@bakkum/media-options/request';
import type { ConversionAudioOptions, ConversionVideoOptions, InputTrack } from 'mediabunny';
import type { Container } from './containers.ts';
import { planPictures } from './pictures.ts';
import { planSound, RATE_HEADROOM } from './sound.ts';
import type { Source } from './source.ts';
import type { Rates } from './target-size.ts';

/** Plans for the tracks of the result; other tracks are dropped. */
export type TrackPlans = {
  readonly video: ReadonlyMap<InputTrack, ConversionVideoOptions>;
  readonly audio: ReadonlyMap<InputTrack, ConversionAudioOptions>;
  readonly warnings: readonly Warning[];
};

/** @throws ConversionError `unsupported-feature` if a required track cannot be part of the result */
export async function planTracks(source: Source, container: Container, request: MediaRequest, rates: Rates): Promise<TrackPlans> {
  const video = new Map<InputTrack, ConversionVideoOptions>();
  const audio = new Map<InputTrack, ConversionAudioOptions>();
  const warnings: Warning[] = [];
  const takesPictures = container.video.length > 0;
  for (const track of takesPictures ? source.video : [])
    video.set(
      track,
      await planPictures(track, container, request, {
        start: request.trimStart ?? source.start,
        rate: rates.video,
        usefulRate: source.bitrate * RATE_HEADROOM,
      }),
    );
  for (const track of request.mute ? [] : await soundOf(source, takesPictures)) {
    const plan = await planSound(track, container, request, { rate: rates.audio, fileRate: soundRateOf(source) });
    audio.set(track, plan.options);
    warnings.push(...plan.warnings);
  }
  if (video.size + audio.size === 0) throw new ConversionError('unsupported-feature', 'nothing in it that the target carries');
  return { video, audio, warnings: warnings.slice(0, 1) };
}

/** Whether nothing is decoded, in which case the conversion takes seconds. */
export function isCopy({ video, audio }: TrackPlans): boolean {
  return [...video.values(), ...audio.values()].every(({ forceTranscode }) => !forceTranscode);
}

/**
 * Leaves copies that would lose subtitles or chapters to an engine that writes them, because copying is fast everywhere. If video
 * has to be encoded, speed matters more and the loss is reported.
 * @throws ConversionError `unsupported-feature`
 */
export function refuseForOtherEngine({ subtitles, textSubtitles, chapters }: Inventory, { holds }: Container): void {
  const kept = { any: subtitles, text: textSubtitles, none: 0 }[holds.subtitles];
  if (kept > 0 || (chapters && holds.chapters))
    throw new ConversionError('unsupported-feature', 'subtitles or chapters to be kept');
}

/** Known only if the file contains nothing but audio. */
function soundRateOf({ video, audio, bitrate }: Source): number {
  return video.length > 0 || audio.length > 1 ? Number.POSITIVE_INFINITY : bitrate;
}

/** Audio formats hold one track: the default one. */
export async function soundOf(source: Source, takesAll: boolean) {
  if (takesAll) return source.audio;
  const primary = await source.input.getPrimaryAudioTrack();
  return primary ? [primary] : [];
}
