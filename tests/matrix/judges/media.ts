import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Playback, playbackFaults } from '../playback.ts';

const run = promisify(execFile);
const LIMITS = { timeout: 120_000, maxBuffer: 1 << 24 };

/** Allowed content of a format, in ffprobe's names: its container and all codecs. */
type Promised = {
  readonly container: RegExp;
  readonly video?: RegExp;
  readonly audio?: RegExp;
  /** Consecutive images without timing. */
  readonly untimed?: true;
  /** Supports only a single channel. */
  readonly mono?: true;
};

const MPEG4 = /\bmp4\b/;
const MATROSKA = /matroska/;
const PCM = /^pcm_/;
const sound = (container: RegExp, audio: RegExp): Promised => ({ container, audio });
const film = (container: RegExp, video: RegExp, audio: RegExp): Promised => ({ container, video, audio });
const pictures = (container: RegExp, video: RegExp): Promised => ({ container, video });

const PROMISES: Readonly<Record<string, Promised>> = {
  mp3: sound(/^mp3$/, /^mp3$/),
  mp2: sound(/^mp3$/, /^mp2$/),
  wav: sound(/^wav$/, PCM),
  rf64: sound(/^wav$/, PCM),
  w64: sound(/^w64$/, PCM),
  ogg: sound(/^ogg$/, /^vorbis$/),
  opus: sound(/^ogg$/, /^opus$/),
  aac: sound(/^aac$/, /^aac$/),
  flac: sound(/^flac$/, /^flac$/),
  m4a: sound(MPEG4, /^(aac|alac)$/),
  m4b: sound(MPEG4, /^aac$/),
  m4r: sound(MPEG4, /^aac$/),
  wma: sound(/^asf$/, /^wma/),
  aiff: sound(/^aiff$/, PCM),
  aifc: sound(/^aiff$/, PCM),
  au: sound(/^au$/, PCM),
  voc: sound(/^voc$/, PCM),
  caf: sound(/^caf$/, /^(pcm_.*|alac)$/),
  ac3: sound(/^ac3$/, /^ac3$/),
  eac3: sound(/^eac3$/, /^eac3$/),
  amr: { ...sound(/^amr$/, /^amr_nb$/), mono: true },
  mka: sound(MATROSKA, /./),
  weba: sound(MATROSKA, /^(opus|vorbis)$/),
  tta: sound(/^tta$/, /^tta$/),
  wavpack: sound(/^wv$/, /^wavpack$/),
  mp4: film(MPEG4, /^(h264|hevc|av1|vp9|mpeg4)$/, /^(aac|mp3|ac3|eac3|alac|opus|flac)$/),
  mov: film(MPEG4, /^(h264|hevc|mpeg4|prores|mjpeg|dnxhd|dvvideo|qtrle|svq1|svq3|cinepak)$/, /^(aac|mp3|ac3|alac|pcm_.*)$/),
  mkv: film(MATROSKA, /./, /./),
  webm: film(MATROSKA, /^(vp8|vp9|av1)$/, /^(opus|vorbis)$/),
  avi: film(/^avi$/, /^(h264|mpeg4|msmpeg4v[23]|mjpeg|dvvideo|cinepak|huffyuv)$/, /^(mp3|mp2|ac3|pcm_.*)$/),
  wmv: film(/^asf$/, /^(wmv[123]|vc1|msmpeg4v3)$/, /^wma/),
  flv: film(/^flv$/, /^(h264|flv1|vp6f)$/, /^(aac|mp3)$/),
  ts: film(/^mpegts$/, /^(h264|hevc|mpeg[12]video)$/, /^(aac|mp[23]|e?ac3|dts)$/),
  m2ts: film(/^mpegts$/, /^(h264|hevc|mpeg2video)$/, /^(e?ac3|dts)$/),
  mpeg: film(/^mpeg$/, /^mpeg[12]video$/, /^(mp2|ac3)$/),
  vob: film(/^mpeg$/, /^mpeg2video$/, /^(mp2|ac3)$/),
  '3gp': film(MPEG4, /^(h264|mpeg4|h263)$/, /^(aac|amr_.b)$/),
  '3g2': film(MPEG4, /^(h264|mpeg4|h263)$/, /^(aac|amr_nb)$/),
  ogv: film(/^ogg$/, /^theora$/, /^(vorbis|opus|flac)$/),
  mxf: film(/^mxf$/, /^(mpeg2video|dnxhd)$/, PCM),
  swf: film(/^swf$/, /^flv1$/, /^mp3$/),
  wtv: film(/^wtv$/, /^mpeg2video$/, /^(mp2|ac3)$/),
  dv: film(/^dv$/, /^dvvideo$/, PCM),
  m2v: pictures(/^mpegvideo$/, /^mpeg[12]video$/),
  mjpeg: { ...pictures(/^(mjpeg|jpeg_pipe)$/, /^mjpeg$/), untimed: true },
  h264: pictures(/^h264$/, /^h264$/),
};

export const isMedia = (format: string): boolean => format in PROMISES;

type Stream = {
  readonly codec_type?: string;
  readonly codec_name?: string;
  readonly channels?: number;
  readonly sample_rate?: string;
  readonly duration?: string;
  readonly disposition?: { readonly attached_pic?: number };
};
type Probe = {
  readonly streams?: readonly Stream[];
  readonly format?: { readonly format_name?: string; readonly duration?: string };
};

/**
 * Describes the faults of a result; none when it has the right container and codecs, audio and video where the source has them,
 * at least the source's channels up to stereo, and the source's duration, and when the browser showed and played its tracks.
 */
export async function mediaFaults(file: string, format: string, source: string, playback?: Playback): Promise<readonly string[]> {
  const promise = PROMISES[format];
  if (!promise) return [];
  // A source no native program reads cannot be compared with the result.
  const [result, original] = await Promise.all([probe(file), probe(source).catch((): Probe => ({}))]);
  const found = tracksOf(result);
  const had = tracksOf(original);
  const wanted = { audio: promise.audio ? had.audio : [], video: promise.video ? had.video : [] };
  return [
    ...(promise.container.test(result.format?.format_name ?? '') ? [] : [`container ${String(result.format?.format_name)}`]),
    ...strangeCodecs(found.video, promise.video),
    ...strangeCodecs(found.audio, promise.audio),
    ...lostTracks(found, wanted, promise.mono ? 1 : 2),
    ...(playback ? playbackFaults(playback, tracksIn(found, result)) : []),
    ...(promise.untimed
      ? []
      : await lengthFaults({ file, result, source, original, kind: wanted.video.length > 0 ? 'video' : 'audio' })),
  ];
}

const tracksIn = ({ video, audio }: Tracks, { format }: Probe) => ({
  video: video.length > 0,
  audio: audio.length > 0,
  seconds: Number(format?.duration),
});

type Tracks = { readonly audio: readonly Stream[]; readonly video: readonly Stream[] };

function lostTracks(found: Tracks, wanted: Tracks, mostChannels: number): readonly string[] {
  const channels = ([track]: readonly Stream[]): number => track?.channels ?? 0;
  return [
    ...(wanted.audio.length > 0 && found.audio.length === 0 ? ['no sound'] : []),
    ...(wanted.video.length > 0 && found.video.length === 0 ? ['no pictures'] : []),
    ...(found.audio.length + found.video.length === 0 ? ['nothing in it'] : []),
    ...(found.audio.length > 0 && channels(found.audio) < Math.min(mostChannels, channels(wanted.audio))
      ? ['one channel instead of two']
      : []),
  ];
}

async function probe(file: string): Promise<Probe> {
  const { stdout } = await run('ffprobe', ['-v', 'quiet', '-show_format', '-show_streams', '-of', 'json', file], LIMITS);
  return JSON.parse(stdout) as Probe;
}

function tracksOf({ streams = [] }: Probe): Tracks {
  const shown = streams.filter(({ disposition }) => disposition?.attached_pic !== 1);
  const ofType = (type: string) => shown.filter(({ codec_type }) => codec_type === type);
  return { audio: ofType('audio'), video: ofType('video') };
}

function strangeCodecs(tracks: readonly Stream[], allowed: RegExp | undefined): readonly string[] {
  const names = tracks.map(({ codec_name }) => codec_name ?? 'unknown');
  return names.filter((name) => !allowed?.test(name)).map((name) => `codec ${name}`);
}

type Lengths = {
  readonly file: string;
  readonly result: Probe;
  readonly source: string;
  readonly original: Probe;
  readonly kind: 'audio' | 'video';
};

/** FFmpeg gives a still image the duration of a frame, so its duration is not compared. */
const isStill = ({ format }: Probe): boolean =>
  /image2|_pipe$|^gif$/.test(format?.format_name ?? '') && Number(format?.duration) <= 0.1;

/**
 * Checks the duration within one percent or 50 ms. Durations in some containers are estimates, so a difference only counts when
 * decoding confirms it.
 */
async function lengthFaults({ file, result, source, original, kind }: Lengths): Promise<readonly string[]> {
  const [got, wanted] = [Number(result.format?.duration), Number(original.format?.duration)];
  const slack = slackOf(tracksOf(result).audio);
  if (!(wanted > 0) || isStill(original) || isClose(got, wanted, slack)) return [];
  const [decodedResult, decodedSource] = await Promise.all([decodedSeconds(file, kind), decodedSeconds(source, kind)]);
  if (decodedSource === undefined || (decodedResult !== undefined && isClose(decodedResult, decodedSource, slack))) return [];
  return [`lasts ${String(decodedResult)} s, the source ${decodedSource} s`];
}

/** Encoders round up to whole frames, and only some containers store their delay: two MP3 frames, the longest. */
const SLACK_SAMPLES = 2 * 1152;

function slackOf([track]: readonly Stream[]): number {
  const rate = Number(track?.sample_rate);
  return SLACK_SAMPLES / (rate > 0 ? rate : 44_100);
}

function isClose(seconds: number, wanted: number, slack: number): boolean {
  return Math.abs(seconds - wanted) <= Math.max(0.05 + slack, wanted / 100);
}

/** Returns the duration of the first track of a kind by decoding all of it; `undefined` when that fails. */
async function decodedSeconds(file: string, kind: 'audio' | 'video'): Promise<number | undefined> {
  const track = kind === 'audio' ? '0:a:0' : '0:V:0';
  const ended = await run('ffmpeg', ['-v', 'quiet', '-stats', '-i', file, '-map', track, '-f', 'null', '-'], LIMITS).then(
    ({ stderr }) => stderr,
    () => '',
  );
  const [, hours, minutes, seconds] = [...ended.matchAll(/time=(\d+):(\d+):([\d.]+)/g)].at(-1) ?? [];
  return hours === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
