import type { Input, InputAudioTrack, InputVideoTrack } from 'mediabunny';
import { readInventory } from './inventory.ts';
import { openMedia } from './open-media.ts';

export type PictureFacts = {
  /** `h264`, `hevc`, `vp8`, `vp9`, `av1` or `prores`; absent for unknown codecs. */
  readonly codec?: string;
  /** Pixels as displayed: upright, with square pixels. */
  readonly width: number;
  readonly height: number;
  /** Clockwise rotation for display, in degrees. */
  readonly rotation: 0 | 90 | 180 | 270;
  /** Frames per second, averaged over the first frames. */
  readonly frameRate?: number;
};

export type SoundFacts = {
  readonly codec?: string;
  readonly channels: number;
  /** Hertz. */
  readonly sampleRate: number;
};

export type MediaFacts = {
  /** Seconds. */
  readonly duration: number;
  /** Bits per second of the whole file. */
  readonly bitrate: number;
  readonly video: readonly PictureFacts[];
  readonly audio: readonly SoundFacts[];
  readonly subtitles: number;
  readonly chapters: boolean;
  readonly title?: string;
  readonly artist?: string;
  readonly album?: string;
  readonly cover?: Blob;
};

/** Number of packets read to measure the frame rate. */
const SAMPLED_PACKETS = 60;
const CODEC_NAMES: Readonly<Record<string, string>> = { avc: 'h264' };

/**
 * Reads the properties of an audio or video file that people want to see before a conversion: a few reads of its headers, tens of
 * milliseconds. Loads the demuxers (150 kB), so import it only when there is a media file.
 * @returns `undefined` for unknown containers and for files too damaged to read
 */
export async function readMediaFacts(file: Blob): Promise<MediaFacts | undefined> {
  const input = openMedia(file);
  try {
    return await factsOf(file, input);
  } catch (thrown) {
    if (thrown instanceof Error) return undefined; // the library throws plain errors for files it cannot parse
    throw thrown;
  } finally {
    input.dispose();
  }
}

async function factsOf(file: Blob, input: Input): Promise<MediaFacts | undefined> {
  const inventory = await readInventory(file);
  const video = await Promise.all((await input.getVideoTracks()).map(pictureFacts));
  const audio = await Promise.all((await input.getAudioTracks()).map(soundFacts));
  if (video.length + audio.length === 0) return undefined;
  const start = Math.max(0, await input.getFirstTimestamp());
  const end = inventory?.presentedEnd ?? (await input.getDurationFromMetadata()) ?? (await input.computeDuration());
  const duration = Math.max(0, end - start);
  return {
    duration,
    bitrate: duration > 0 ? (file.size * 8) / duration : 0,
    video,
    audio,
    subtitles: inventory?.subtitles ?? 0,
    chapters: inventory?.chapters ?? false,
    ...(await tagsOf(input)),
  };
}

async function pictureFacts(track: InputVideoTrack): Promise<PictureFacts> {
  const codec = await track.getCodec();
  const { averagePacketRate } = await track.computePacketStats(SAMPLED_PACKETS, { metadataOnly: true });
  return {
    ...named(codec),
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    rotation: await track.getRotation(),
    ...(averagePacketRate > 0 ? { frameRate: averagePacketRate } : {}),
  };
}

async function soundFacts(track: InputAudioTrack): Promise<SoundFacts> {
  return {
    ...named(await track.getCodec()),
    channels: await track.getNumberOfChannels(),
    sampleRate: await track.getSampleRate(),
  };
}

function named(codec: string | null): { codec?: string } {
  return codec === null ? {} : { codec: CODEC_NAMES[codec] ?? codec };
}

async function tagsOf(input: Input): Promise<Pick<MediaFacts, 'title' | 'artist' | 'album' | 'cover'>> {
  const { title, artist, album, images } = await input.getMetadataTags();
  const cover = images?.find(({ kind }) => kind === 'coverFront') ?? images?.[0];
  return {
    ...(title ? { title } : {}),
    ...(artist ? { artist } : {}),
    ...(album ? { album } : {}),
    ...(cover ? { cover: new Blob([cover.data.slice()], { type: cover.mimeType }) } : {}),
  };
}
