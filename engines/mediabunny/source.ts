import { ConversionError } from '@bakkum/conversion/errors';
import { flacSeconds, isWaveCutOff } from '@bakkum/media-facts/announced-length';
import { type Inventory, NOTHING } from '@bakkum/media-facts/contents';
import { readInventory } from '@bakkum/media-facts/inventory';
import { openMedia } from '@bakkum/media-facts/open-media';
import {
  EncodedPacketSink,
  FLAC,
  type Input,
  type InputAudioTrack,
  type InputVideoTrack,
  UnsupportedInputFormatError,
} from 'mediabunny';

export type Source = {
  readonly input: Input;
  readonly video: readonly InputVideoTrack[];
  readonly audio: readonly InputAudioTrack[];
  /** Start of the first and end of the last media, in seconds. */
  readonly start: number;
  readonly end: number;
  /** Whether there is hidden media after `end`. */
  readonly endsEarly: boolean;
  readonly inventory: Inventory;
  /** Bit rate of the file in bit/s. */
  readonly bitrate: number;
};

/**
 * Opens a file for reading in pieces; dispose of `input` when done.
 * @throws ConversionError `corrupt` if no container is recognised, `unsupported-feature` if it contains tracks the library does
 * not list
 */
export async function openSource(file: Blob): Promise<Source> {
  const input = openMedia(file);
  try {
    const video = await input.getVideoTracks();
    const audio = await input.getAudioTracks();
    if (video.length + audio.length === 0) throw new ConversionError('corrupt', 'no track');
    const inventory = await readInventory(file);
    if (inventory) refuseUnlisted(inventory, video.length, audio.length);
    if ((await input.getFormat()) === FLAC) await refuseWithoutFrames(audio);
    const start = Math.max(0, await input.getFirstTimestamp());
    const mediaEnd = (await input.getDurationFromMetadata()) ?? (await input.computeDuration());
    const presentedEnd = inventory?.presentedEnd ?? mediaEnd;
    const endsEarly = presentedEnd > start && presentedEnd < mediaEnd - END_TOLERANCE_SECONDS;
    const end = Math.max(start, endsEarly ? presentedEnd : mediaEnd);
    return {
      input,
      video,
      audio,
      start,
      end,
      endsEarly,
      inventory: inventory ?? NOTHING,
      bitrate: (file.size * 8) / Math.max(mediaEnd - start, 0.001),
    };
  } catch (thrown) {
    input.dispose();
    if (thrown instanceof UnsupportedInputFormatError) throw new ConversionError('corrupt', thrown.message, { cause: thrown });
    throw thrown;
  }
}

/**
 * Whether the file announces more than it contains, for formats that play up to any truncation; for others the length of the
 * result shows it. Call it after reading everything: the library then knows the last frame of a FLAC file and does not search
 * again.
 */
export async function isCutOff(file: Blob, input: Input): Promise<boolean> {
  const announced = await flacSeconds(file);
  if (announced === undefined) return isWaveCutOff(file);
  return (await input.computeDuration()) < announced - CUT_TOLERANCE_SECONDS;
}

/** Refuses FLAC files with a damaged first frame, in which the library would search without end. */
async function refuseWithoutFrames(tracks: readonly InputAudioTrack[]): Promise<void> {
  for (const track of tracks)
    if ((await new EncodedPacketSink(track).getFirstPacket({ metadataOnly: true })) === null)
      throw new ConversionError('corrupt', 'no frame can be read');
}

/** Less than one audio frame. */
const CUT_TOLERANCE_SECONDS = 0.01;

/** A smaller difference is rounding in an edit list. */
const END_TOLERANCE_SECONDS = 0.01;

/** Refuses files with tracks the library does not list because it does not know their codec. Another engine may. */
function refuseUnlisted(inventory: Inventory, video: number, audio: number): void {
  if (inventory.video > video || inventory.audio > audio)
    throw new ConversionError('unsupported-feature', 'a track of unknown kind');
  if (inventory.edited) throw new ConversionError('unsupported-feature', 'an edit list of several parts');
}
