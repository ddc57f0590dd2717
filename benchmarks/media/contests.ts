import type { FormatId } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import type { NativeProgram } from '../native-program.ts';

export const FFMPEG: NativeProgram = { name: 'FFmpeg', commands: ['ffmpeg'], version: ['-version'] };

/** Names of the files that `makeSources` writes. */
export type SourceName = 'clip.mp4' | 'film.mp4' | 'sound.wav' | 'big.mp4';

export type Contest = {
  readonly name: string;
  readonly source: SourceName;
  readonly to: FormatId;
  readonly options?: OptionValues;
  /** Largest accepted ratio to the first native command. */
  readonly target: number;
  /** FFmpeg's arguments between input and output, the baseline first, and the name of the output. */
  readonly natives: readonly (readonly [label: string, args: readonly string[], output: string])[];
  /** Arguments that users of single-threaded FFmpeg WebAssembly use: the common ones, then the best ones. */
  readonly peers: readonly (readonly [label: string, args: readonly string[]])[];
};

/**
 * Settings of our *high*: 256 kb/s for MP3 (224 for a source of 192: never more than 1.3 times its bit rate), 160 for Opus, and
 * 6500 and 10 000 kb/s at 1080p for VP9 and VP8, scaled to 720p as we do.
 */
const MP3 = ['-c:a', 'libmp3lame', '-b:a', '256k'];
const COPY = ['-map', '0', '-c', 'copy'];
const OPUS = ['-c:a', 'libopus', '-b:a', '160k'];
/** FFmpeg's default speed, 1, takes minutes for a clip; 8 is meant for real-time encoding. */
const REAL_TIME = ['-deadline', 'realtime', '-cpu-used', '8'];
const VP9 = ['-c:v', 'libvpx-vp9', '-b:v', '3540k', ...REAL_TIME, '-row-mt', '1'];
/** The speed whose result matches the browser's quality: SSIM 0.904 against 0.902, and 0.900 at speeds 7 and 8. */
const VP9_AS_ALIKE = VP9.map((argument) => (argument === '8' ? '6' : argument));
const VP8 = ['-c:v', 'libvpx', '-b:v', '5443k', ...REAL_TIME];

const DEFAULTS = ['as they call it', []] as const;
const COPIED = ['with `-c copy`', ['-c', 'copy']] as const;

export const CONTESTS: readonly Contest[] = [
  {
    name: 'MP4 → MOV',
    source: 'film.mp4',
    to: 'mov',
    target: 1.5,
    natives: [['copy', COPY, 'native.mov']],
    peers: [DEFAULTS, COPIED],
  },
  {
    name: 'MP4 → MKV',
    source: 'film.mp4',
    to: 'mkv',
    target: 1.5,
    natives: [['copy', COPY, 'native.mkv']],
    peers: [DEFAULTS, COPIED],
  },
  { name: 'WAV → MP3', source: 'sound.wav', to: 'mp3', target: 2, natives: [['MP3', MP3, 'native.mp3']], peers: [DEFAULTS] },
  {
    name: 'MP4 → MP3',
    source: 'film.mp4',
    to: 'mp3',
    target: 2,
    natives: [['MP3', ['-c:a', 'libmp3lame', '-b:a', '224k'], 'native.mp3']],
    peers: [DEFAULTS],
  },
  {
    name: 'MP4 → AVI',
    source: 'clip.mp4',
    to: 'avi',
    target: 4,
    natives: [['copy and MP3', ['-c:v', 'copy', ...MP3], 'native.avi']],
    peers: [DEFAULTS],
  },
  {
    name: 'MP4 → AVI, MPEG-4',
    source: 'clip.mp4',
    to: 'avi',
    options: { videoCodec: 'mpeg4' },
    target: 4,
    natives: [['MPEG-4', ['-c:v', 'mpeg4', '-q:v', '4', ...MP3], 'native.avi']],
    peers: [],
  },
  {
    name: 'MP4 → WebM',
    source: 'clip.mp4',
    to: 'webm',
    target: 1,
    natives: [
      ['VP9', [...VP9, ...OPUS], 'native.webm'],
      ['VP9 as alike', [...VP9_AS_ALIKE, ...OPUS], 'alike.webm'],
    ],
    peers: [DEFAULTS],
  },
  {
    name: 'MP4 → WebM, VP8',
    source: 'clip.mp4',
    to: 'webm',
    options: { videoCodec: 'vp8' },
    target: 1,
    natives: [['VP8', [...VP8, ...OPUS], 'native.webm']],
    peers: [],
  },
];
