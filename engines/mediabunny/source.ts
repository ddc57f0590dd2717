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
  /** Seconds: the first moment anything is shown or heard, and the last. */
  readonly start: number;
  readonly end: number;
  /** Whether media goes on behind `end`, not to be shown. */
  readonly endsEarly: boolean;
  readonly inventory: Inventory;
  /** Bits a second of the whole file. */
  readonly bitrate: number;
};

/**
 * Opens a file for reading piece by piece; dispose of `input` when done.
 * @throws ConversionError `corrupt` when no container is recognised, `unsupported-feature` when one has more in it than
 * the library lists.
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
 * Whether the file announces more than there is, in formats that play on to wherever it ends; for others the length of the result
 * tells. Ask when all was read: the library then knows where the last frame of a FLAC file is, and does not look for it again.
 */
export async function isCutOff(file: Blob, input: Input): Promise<boolean> {
  const announced = await flacSeconds(file);
  if (announced === undefined) return isWaveCutOff(file);
  return (await input.computeDuration()) < announced - CUT_TOLERANCE_SECONDS;
}

/** In a FLAC file whose first frame is damaged the library would look for a moment of it for ever. */
async function refuseWithoutFrames(tracks: readonly InputAudioTrack[]): Promise<void> {
  for (const track of tracks)
    if ((await new EncodedPacketSink(track).getFirstPacket({ metadataOnly: true })) === null)
      throw new ConversionError('corrupt', 'no frame can be read');
}

/** Less than a frame of sound. */
const CUT_TOLERANCE_SECONDS = 0.01;

/** Closer than this, an edit list only rounds. */
const END_TOLERANCE_SECONDS = 0.01;

/** A track the library has no name for is missing from its list. Another engine may know it. */
function refuseUnlisted(inventory: Inventory, video: number, audio: number): void {
  if (inventory.video > video || inventory.audio > audio)
    throw new ConversionError('unsupported-feature', 'a track of unknown kind');
  if (inventory.edited) throw new ConversionError('unsupported-feature', 'an edit list of several parts');
}
