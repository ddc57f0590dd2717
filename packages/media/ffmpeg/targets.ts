import type { AudioCodecName, VideoCodecName } from '@bakkum/media-options/schema';

/** Codecs of one kind in an output format. Names in the lists of copies are FFmpeg's, as `ffprobe` prints them. */
type Codecs<Name> = {
  /** The first is the default. */
  readonly encodes: readonly [Name, ...Name[]];
  /** Codecs the format can hold. */
  readonly copies: readonly string[];
  /** Those that its common players and browsers support, where these are fewer: the others are copied only on request. */
  readonly playable?: readonly string[];
};

/** Capabilities of an output format. */
export type Target = {
  readonly id: string;
  readonly mediaType: string;
  readonly muxer: string;
  /** Additional muxer arguments. */
  readonly flags?: readonly string[];
  /** Absent for audio-only formats. */
  readonly video?: Codecs<VideoCodecName>;
  /** Absent for formats without audio. */
  readonly audio?: Codecs<AudioCodecName>;
  /** The encoder for text subtitles, and the codecs that are copied. */
  readonly subtitles?: { readonly encoder: string; readonly copies: readonly string[] };
  /** Supports several tracks of a kind. */
  readonly manyTracks?: true;
  /** Supports a cover image in addition to the audio. */
  readonly cover?: true;
  readonly chapters?: true;
  /** Supports fonts and other attached files. */
  readonly attachments?: true;
  /** Stores a rotation of the video as metadata. */
  readonly rotation?: true;
  /** The only supported frame rates; the nearest is used. */
  readonly frameRates?: readonly string[];
  /** The only supported sample rates and the maximum number of channels. */
  readonly sampleRates?: readonly number[];
  readonly maxChannels?: number;
  /** Video arguments in addition to those of the codec. */
  readonly pictureArguments?: readonly string[];
};

const MPEG_RATES = ['24000/1001', '24', '25', '30000/1001', '30', '50', '60000/1001', '60'] as const;
const MPEG_SOUND_RATES = [32_000, 44_100, 48_000] as const;
const FLASH_SOUND_RATES = [11_025, 22_050, 44_100] as const;
const PCM = ['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_f32le', 'pcm_u8', 'pcm_alaw', 'pcm_mulaw'];

const mpeg4Audio = (id: string, audio: NonNullable<Target['audio']>, flags: readonly string[] = []): Target => ({
  id,
  mediaType: 'audio/mp4',
  muxer: 'ipod',
  flags,
  audio,
  cover: true,
  chapters: true,
});

const SOUND_TARGETS: readonly Target[] = [
  {
    id: 'mp3',
    mediaType: 'audio/mpeg',
    muxer: 'mp3',
    flags: ['-id3v2_version', '3'],
    audio: { encodes: ['mp3'], copies: ['mp3'] },
    cover: true,
    chapters: true,
    maxChannels: 2,
  },
  { id: 'wav', mediaType: 'audio/wav', muxer: 'wav', flags: ['-rf64', 'auto'], audio: { encodes: ['pcm'], copies: [] } },
  { id: 'rf64', mediaType: 'audio/x-rf64', muxer: 'wav', flags: ['-rf64', 'always'], audio: { encodes: ['pcm'], copies: [] } },
  { id: 'w64', mediaType: 'audio/x-w64', muxer: 'w64', audio: { encodes: ['pcm'], copies: [] } },
  {
    id: 'ogg',
    mediaType: 'audio/ogg',
    muxer: 'ogg',
    audio: { encodes: ['vorbis'], copies: ['vorbis'] },
    chapters: true,
  },
  { id: 'opus', mediaType: 'audio/opus', muxer: 'opus', audio: { encodes: ['opus'], copies: ['opus'] }, chapters: true },
  { id: 'aac', mediaType: 'audio/aac', muxer: 'adts', audio: { encodes: ['aac'], copies: ['aac'] } },
  {
    id: 'flac',
    mediaType: 'audio/flac',
    muxer: 'flac',
    audio: { encodes: ['flac'], copies: ['flac'] },
    cover: true,
    maxChannels: 8,
  },
  mpeg4Audio('m4a', { encodes: ['aac', 'alac'], copies: ['aac', 'alac'], playable: ['aac'] }),
  mpeg4Audio('m4b', { encodes: ['aac'], copies: ['aac'] }, ['-brand', 'M4B ']),
  mpeg4Audio('m4r', { encodes: ['aac'], copies: ['aac'] }),
  {
    id: 'wma',
    mediaType: 'audio/x-ms-wma',
    muxer: 'asf',
    audio: { encodes: ['wma'], copies: ['wmav1', 'wmav2', 'wmapro', 'wmalossless'] },
    chapters: true,
    maxChannels: 2,
    sampleRates: [8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000],
  },
  { id: 'aiff', mediaType: 'audio/aiff', muxer: 'aiff', flags: ['-write_id3v2', '1'], audio: { encodes: ['pcm'], copies: [] } },
  { id: 'aifc', mediaType: 'audio/aiff', muxer: 'aiff', audio: { encodes: ['pcm'], copies: [] } },
  { id: 'au', mediaType: 'audio/basic', muxer: 'au', audio: { encodes: ['pcm'], copies: [] } },
  { id: 'voc', mediaType: 'audio/x-voc', muxer: 'voc', audio: { encodes: ['pcm'], copies: [] }, maxChannels: 2 },
  { id: 'caf', mediaType: 'audio/x-caf', muxer: 'caf', audio: { encodes: ['pcm', 'alac'], copies: [] } },
  {
    id: 'ac3',
    mediaType: 'audio/ac3',
    muxer: 'ac3',
    audio: { encodes: ['ac3'], copies: ['ac3'] },
    sampleRates: MPEG_SOUND_RATES,
    maxChannels: 6,
  },
  {
    id: 'eac3',
    mediaType: 'audio/eac3',
    muxer: 'eac3',
    audio: { encodes: ['eac3'], copies: ['eac3'] },
    sampleRates: MPEG_SOUND_RATES,
    maxChannels: 6,
  },
  {
    id: 'mp2',
    mediaType: 'audio/mpeg',
    muxer: 'mp2',
    audio: { encodes: ['mp2'], copies: ['mp2'] },
    sampleRates: [16_000, 22_050, 24_000, ...MPEG_SOUND_RATES],
    maxChannels: 2,
  },
  {
    id: 'mka',
    mediaType: 'audio/x-matroska',
    muxer: 'matroska',
    audio: {
      encodes: ['flac', 'aac', 'mp3', 'opus', 'vorbis'],
      copies: ['aac', 'mp3', 'mp2', 'opus', 'vorbis', 'flac', 'alac', 'ac3', 'eac3', 'dts', 'truehd', 'tta', 'wavpack', ...PCM],
    },
    manyTracks: true,
    chapters: true,
  },
  { id: 'weba', mediaType: 'audio/webm', muxer: 'webm', audio: { encodes: ['opus', 'vorbis'], copies: ['opus', 'vorbis'] } },
  { id: 'tta', mediaType: 'audio/x-tta', muxer: 'tta', audio: { encodes: ['tta'], copies: ['tta'] } },
  { id: 'wavpack', mediaType: 'audio/x-wavpack', muxer: 'wv', audio: { encodes: ['wavpack'], copies: ['wavpack'] } },
];

const MPEG4_CONTAINER = {
  chapters: true,
  manyTracks: true,
  rotation: true,
  subtitles: { encoder: 'mov_text', copies: ['mov_text'] },
} as const;

const VIDEO_TARGETS: readonly Target[] = [
  {
    ...MPEG4_CONTAINER,
    id: 'mp4',
    mediaType: 'video/mp4',
    muxer: 'mp4',
    video: { encodes: ['h264', 'mpeg4'], copies: ['h264', 'hevc', 'av1', 'vp9', 'mpeg4'], playable: ['h264'] },
    audio: {
      encodes: ['aac', 'mp3', 'opus', 'ac3', 'alac'],
      copies: ['aac', 'mp3', 'ac3', 'eac3', 'alac', 'opus'],
      playable: ['aac', 'mp3'],
    },
  },
  {
    ...MPEG4_CONTAINER,
    id: 'mov',
    mediaType: 'video/quicktime',
    muxer: 'mov',
    video: {
      encodes: ['h264', 'mpeg4', 'mjpeg', 'prores'],
      copies: ['h264', 'hevc', 'mpeg4', 'prores', 'mjpeg', 'dnxhd', 'dvvideo', 'qtrle', 'svq1', 'svq3', 'cinepak'],
      playable: ['h264', 'hevc', 'prores', 'mjpeg', 'dvvideo'],
    },
    audio: {
      encodes: ['aac', 'mp3', 'alac', 'pcm'],
      copies: ['aac', 'mp3', 'ac3', 'alac', ...PCM],
      playable: ['aac', 'mp3', 'alac', ...PCM],
    },
  },
  {
    id: 'mkv',
    mediaType: 'video/matroska',
    muxer: 'matroska',
    video: {
      encodes: ['h264', 'vp9', 'vp8', 'mpeg4', 'mpeg2', 'theora'],
      copies: [
        'h264',
        'hevc',
        'av1',
        'vp8',
        'vp9',
        'mpeg4',
        'mpeg2video',
        'mpeg1video',
        'theora',
        'mjpeg',
        'prores',
        'ffv1',
        'vc1',
        'wmv3',
      ],
    },
    audio: {
      encodes: ['aac', 'mp3', 'opus', 'vorbis', 'flac', 'ac3', 'pcm'],
      copies: [
        'aac',
        'mp3',
        'mp2',
        'opus',
        'vorbis',
        'flac',
        'alac',
        'ac3',
        'eac3',
        'dts',
        'truehd',
        'tta',
        'wavpack',
        'pcm_s16le',
        'pcm_s24le',
        'pcm_f32le',
      ],
    },
    subtitles: { encoder: 'ass', copies: ['subrip', 'ass', 'webvtt', 'hdmv_pgs_subtitle', 'dvd_subtitle', 'dvb_subtitle'] },
    manyTracks: true,
    chapters: true,
    attachments: true,
  },
  {
    id: 'webm',
    mediaType: 'video/webm',
    muxer: 'webm',
    video: { encodes: ['vp9', 'vp8'], copies: ['vp8', 'vp9', 'av1'] },
    audio: { encodes: ['opus', 'vorbis'], copies: ['opus', 'vorbis'] },
    subtitles: { encoder: 'webvtt', copies: ['webvtt'] },
    manyTracks: true,
    chapters: true,
  },
  {
    id: 'avi',
    mediaType: 'video/vnd.avi',
    muxer: 'avi',
    video: {
      encodes: ['mpeg4', 'h264', 'mjpeg'],
      copies: ['h264', 'mpeg4', 'msmpeg4v3', 'msmpeg4v2', 'mjpeg', 'dvvideo', 'cinepak', 'huffyuv'],
    },
    audio: { encodes: ['mp3', 'ac3', 'mp2', 'pcm'], copies: ['mp3', 'mp2', 'ac3', 'pcm_s16le', 'pcm_u8'] },
  },
  {
    id: 'wmv',
    mediaType: 'video/x-ms-wmv',
    muxer: 'asf',
    video: { encodes: ['wmv2'], copies: ['wmv1', 'wmv2', 'wmv3', 'vc1', 'msmpeg4v3'] },
    audio: { encodes: ['wma'], copies: ['wmav1', 'wmav2', 'wmapro'] },
    maxChannels: 2,
    sampleRates: [8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000],
    chapters: true,
  },
  {
    id: 'flv',
    mediaType: 'video/x-flv',
    muxer: 'flv',
    video: { encodes: ['h264', 'flv1'], copies: ['h264', 'flv1', 'vp6f'] },
    audio: { encodes: ['aac', 'mp3'], copies: ['aac', 'mp3'] },
  },
  {
    id: 'ts',
    mediaType: 'video/mp2t',
    muxer: 'mpegts',
    video: { encodes: ['h264', 'mpeg2'], copies: ['h264', 'hevc', 'mpeg2video', 'mpeg1video'] },
    audio: { encodes: ['aac', 'mp3', 'mp2', 'ac3'], copies: ['aac', 'mp3', 'mp2', 'ac3', 'eac3', 'dts'] },
    manyTracks: true,
  },
  {
    id: 'm2ts',
    mediaType: 'video/mp2t',
    muxer: 'mpegts',
    flags: ['-mpegts_m2ts_mode', '1'],
    video: { encodes: ['h264', 'mpeg2'], copies: ['h264', 'hevc', 'mpeg2video'] },
    audio: { encodes: ['ac3'], copies: ['ac3', 'eac3', 'dts'] },
    sampleRates: [48_000],
    maxChannels: 6,
    manyTracks: true,
  },
  {
    id: 'mpeg',
    mediaType: 'video/mpeg',
    muxer: 'vob',
    video: { encodes: ['mpeg2', 'mpeg1'], copies: ['mpeg2video', 'mpeg1video'] },
    audio: { encodes: ['mp2', 'ac3'], copies: ['mp2', 'ac3'] },
    frameRates: MPEG_RATES,
    sampleRates: MPEG_SOUND_RATES,
    maxChannels: 2,
  },
  {
    id: 'vob',
    mediaType: 'video/mpeg',
    muxer: 'vob',
    video: { encodes: ['mpeg2'], copies: ['mpeg2video'] },
    audio: { encodes: ['ac3', 'mp2'], copies: ['ac3', 'mp2'] },
    frameRates: MPEG_RATES,
    sampleRates: [48_000],
    maxChannels: 6,
  },
  {
    id: '3gp',
    mediaType: 'video/3gpp',
    muxer: '3gp',
    video: { encodes: ['h264', 'mpeg4'], copies: ['h264', 'mpeg4', 'h263'] },
    audio: { encodes: ['aac'], copies: ['aac', 'amr_nb', 'amr_wb'] },
    rotation: true,
  },
  {
    id: '3g2',
    mediaType: 'video/3gpp2',
    muxer: '3g2',
    video: { encodes: ['h264', 'mpeg4'], copies: ['h264', 'mpeg4', 'h263'] },
    audio: { encodes: ['aac'], copies: ['aac', 'amr_nb'] },
    rotation: true,
  },
  {
    id: 'ogv',
    mediaType: 'video/ogg',
    muxer: 'ogg',
    video: { encodes: ['theora'], copies: ['theora'] },
    audio: { encodes: ['vorbis', 'opus'], copies: ['vorbis', 'opus', 'flac'] },
  },
  {
    id: 'mxf',
    mediaType: 'application/mxf',
    muxer: 'mxf',
    video: { encodes: ['mpeg2'], copies: ['mpeg2video', 'dnxhd'] },
    audio: { encodes: ['pcm'], copies: [] },
    frameRates: MPEG_RATES,
    sampleRates: [48_000],
  },
  {
    id: 'swf',
    mediaType: 'application/vnd.adobe.flash.movie',
    muxer: 'swf',
    video: { encodes: ['flv1'], copies: ['flv1'] },
    audio: { encodes: ['mp3'], copies: [] },
    sampleRates: FLASH_SOUND_RATES,
    maxChannels: 2,
  },
  {
    id: 'wtv',
    mediaType: 'video/x-wtv',
    muxer: 'wtv',
    video: { encodes: ['mpeg2'], copies: ['mpeg2video'] },
    audio: { encodes: ['mp2', 'ac3'], copies: ['mp2', 'ac3'] },
    frameRates: MPEG_RATES,
    sampleRates: MPEG_SOUND_RATES,
    maxChannels: 2,
  },
  {
    id: 'dv',
    mediaType: 'video/dv',
    muxer: 'dv',
    video: { encodes: ['dv'], copies: [] },
    audio: { encodes: ['pcm'], copies: [] },
    frameRates: ['25', '30000/1001'],
    sampleRates: [48_000],
    maxChannels: 2,
  },
  {
    id: 'm2v',
    mediaType: 'video/mpeg',
    muxer: 'mpeg2video',
    video: { encodes: ['mpeg2'], copies: ['mpeg2video'] },
    frameRates: MPEG_RATES,
  },
  { id: 'mjpeg', mediaType: 'video/x-motion-jpeg', muxer: 'mjpeg', video: { encodes: ['mjpeg'], copies: ['mjpeg'] } },
  { id: 'h264', mediaType: 'video/h264', muxer: 'h264', video: { encodes: ['h264'], copies: ['h264'] } },
];

const TARGETS: readonly Target[] = [...SOUND_TARGETS, ...VIDEO_TARGETS];
const BY_ID: ReadonlyMap<string, Target> = new Map(TARGETS.map((target) => [target.id, target]));

export const SOUND_TARGET_IDS: readonly string[] = SOUND_TARGETS.map(({ id }) => id);
export const VIDEO_TARGET_IDS: readonly string[] = VIDEO_TARGETS.map(({ id }) => id);

export function targetOf(id: string): Target {
  const target = BY_ID.get(id);
  if (!target) throw new RangeError(`no target ${id}`);
  return target;
}

/** An animated image format. */
export type AnimationTarget = { readonly id: 'gif' | 'webp' | 'apng'; readonly mediaType: string };

export const ANIMATION_TARGETS: readonly AnimationTarget[] = [
  { id: 'gif', mediaType: 'image/gif' },
  { id: 'webp', mediaType: 'image/webp' },
  { id: 'apng', mediaType: 'image/apng' },
];

export function animationTargetOf(id: string): AnimationTarget | undefined {
  return ANIMATION_TARGETS.find((target) => target.id === id);
}

/** An image format for the frames of a video. */
export type FrameTarget = { readonly id: 'png' | 'jpeg'; readonly mediaType: string };

export const FRAME_TARGETS: readonly FrameTarget[] = [
  { id: 'png', mediaType: 'image/png' },
  { id: 'jpeg', mediaType: 'image/jpeg' },
];

export function frameTargetOf(id: string): FrameTarget | undefined {
  return FRAME_TARGETS.find((target) => target.id === id);
}

/** Video formats that audio can become, showing its waveform or cover. */
export const FILMS_OF_SOUND: readonly string[] = ['mp4', 'mov', 'mkv', 'webm', 'avi', 'wmv', 'flv', 'mpeg'];

/** Video formats that images can become. */
export const FILMS_OF_PICTURES: readonly string[] = ['mp4', 'webm', 'mov', 'mkv', 'avi', 'wmv'];
