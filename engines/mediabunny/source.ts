import { ConversionError } from '@bakkum/conversion/errors';
import { readInventory } from '@bakkum/media-facts/inventory';
import {
  ADTS,
  BlobSource,
  FLAC,
  Input,
  type InputAudioTrack,
  type InputFormat,
  type InputVideoTrack,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  QTFF,
  UnsupportedInputFormatError,
  WAVE,
  WEBM,
} from 'mediabunny';

/** Playlists (HLS) are left out: they name other files. */
const READ: InputFormat[] = [MP4, QTFF, MATROSKA, WEBM, WAVE, OGG, FLAC, MP3, ADTS, MPEG_TS];

export type Source = {
  readonly input: Input;
  readonly video: readonly InputVideoTrack[];
  readonly audio: readonly InputAudioTrack[];
  /** Seconds, from the first moment anything is shown or heard. */
  readonly duration: number;
};

/**
 * Opens a file for reading piece by piece; dispose of `input` when done.
 * @throws ConversionError `corrupt` when no container is recognised, `unsupported-feature` when one has more in it than
 * the library lists.
 */
export async function openSource(file: Blob): Promise<Source> {
  const input = new Input({ source: new BlobSource(file), formats: READ });
  try {
    const video = await input.getVideoTracks();
    const audio = await input.getAudioTracks();
    if (video.length + audio.length === 0) throw new ConversionError('corrupt', 'no track');
    await refuseUnlisted(file, video.length, audio.length);
    return { input, video, audio, duration: await durationOf(input) };
  } catch (thrown) {
    input.dispose();
    if (thrown instanceof UnsupportedInputFormatError) throw new ConversionError('corrupt', thrown.message, { cause: thrown });
    throw thrown;
  }
}

/** A track the library has no name for is missing from its list. Another engine may know it. */
async function refuseUnlisted(file: Blob, video: number, audio: number): Promise<void> {
  const inventory = await readInventory(file);
  if (!inventory) return;
  if (inventory.video > video || inventory.audio > audio)
    throw new ConversionError('unsupported-feature', 'a track of unknown kind');
  if (inventory.edited) throw new ConversionError('unsupported-feature', 'an edit list of several parts');
}

async function durationOf(input: Input): Promise<number> {
  const end = (await input.getDurationFromMetadata()) ?? (await input.computeDuration());
  return Math.max(0, end - Math.max(0, await input.getFirstTimestamp()));
}
