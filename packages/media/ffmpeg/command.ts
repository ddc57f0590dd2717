import type { Warning } from '@bakkum/conversion/engine';
import { audioBitrate, bitratesFor } from '@bakkum/media-options/bitrate';
import type { MediaRequest } from '@bakkum/media-options/request';
import { type AudioCodecName, COPY_CODEC, type VideoCodecName } from '@bakkum/media-options/schema';
import type { Facts, Track } from './facts.ts';
import { pictureArguments } from './picture-encoders.ts';
import { missedBitrate, soundArguments, soundShape } from './sound-encoders.ts';
import { demuxersFor, FORCED_DEMUXERS } from './sources.ts';
import type { Target } from './targets.ts';

/** Names of the source and of the result in the folder where a command runs. */
export const SOURCE = 'source';
export const RESULT = 'result';

/** Differences between the programs that run commands. */
export type Ways = {
  /** Number of threads a command may use; 0 leaves it to the program. */
  readonly threads: number;
  /** Opens a file only with the demuxers of its detected format. */
  readonly strict: boolean;
};

/** How much of the source a run keeps: copied packets, then everything re-encoded, then only video and audio. */
export type Ambition = 'copy' | 'encode' | 'bare';

export type Command = { readonly arguments: readonly string[]; readonly warnings: readonly Warning[]; readonly copies: boolean };

/** An additional file created for a run, and the arguments that open it. */
export type ExtraInput = { readonly path: string; readonly bytes: Uint8Array<ArrayBuffer>; readonly opening: readonly string[] };

/** Additional inputs created before the run. */
export type Made = {
  /** A video track for audio that has none, and the arguments that encode it. */
  readonly picture?: ExtraInput & { readonly encoding: readonly string[] };
  /** The first audio track in a form that can be decoded. */
  readonly sound?: ExtraInput;
};

type Asked = {
  readonly facts: Facts;
  readonly target: Target;
  readonly request: MediaRequest;
  readonly from: string;
  readonly ways: Ways;
  readonly made: Made;
  /** Writes the index before the samples, so that a browser can play the file while it loads. Needs a readable result. */
  readonly indexFirst: boolean;
  /** See `steadyRate`. */
  readonly keepsBriefest: boolean;
};

/** Lists the additional inputs in the order they are opened, after the source, which is input 0. */
export const extraInputs = ({ picture, sound }: Made): readonly ExtraInput[] =>
  [picture, sound].filter((each) => each !== undefined);

/** Returns the arguments that open the source and nothing else: known demuxers, and no protocol except files. */
export function openingArguments(from: string, { strict }: Pick<Ways, 'strict'>): readonly string[] {
  const forced = FORCED_DEMUXERS[from];
  return [
    '-protocol_whitelist',
    'file',
    '-format_whitelist',
    demuxersFor(from, strict).join(','),
    ...(forced ? ['-f', forced] : []),
  ];
}

/** Prints only what is needed to detect failures, and progress five times per second. */
export const QUIET = ['-hide_banner', '-v', 'level+warning', '-stats_period', '0.2'] as const;

/** Returns the duration of the source after trimming, in seconds. */
export function lengthOf(facts: Facts, { trimStart = 0, trimEnd }: MediaRequest): number | undefined {
  const end =
    trimEnd !== undefined && facts.duration !== undefined ? Math.min(trimEnd, facts.duration) : (trimEnd ?? facts.duration);
  return end === undefined ? undefined : Math.max(0, end - trimStart);
}

/** Goes before the input for a decoder, before the output for an encoder. */
export const threadArguments = (threads: number): readonly string[] => ['-threads', String(threads)];

/** Returns the arguments for the source, including those that seek. */
export function inputArguments(from: string, { trimStart, trimEnd }: MediaRequest, ways: Ways): readonly string[] {
  return [
    ...(trimStart ? ['-ss', String(trimStart)] : []),
    ...(trimEnd === undefined ? [] : ['-to', String(trimEnd)]),
    ...(from === 'avi' ? ['-fflags', '+genpts'] : []),
    ...threadArguments(ways.threads),
    ...openingArguments(from, ways),
    '-i',
    SOURCE,
  ];
}

/** Builds one FFmpeg command for a target that keeps as much of `facts` as the target supports. */
export function commandFor(asked: Asked, ambition: Ambition): Command {
  const { facts, target, request, from, ways, made, indexFirst } = asked;
  const { picture } = made;
  const copiedDelay = ambition === 'copy' ? aviDelay(asked) : 0;
  const video = picture ? { ...NOTHING, arguments: picture.encoding } : picturePart(asked, ambition);
  const sound = soundPart(asked, ambition, copiedDelay);
  const extra = extrasPart(asked, ambition, picture !== undefined);
  return {
    arguments: [
      ...QUIET,
      ...inputArguments(from, request, ways),
      ...extraInputs(made).flatMap(({ opening }) => opening),
      ...video.arguments,
      ...sound.arguments,
      ...extra.arguments,
      ...metadataArguments(facts),
      ...(target.flags ?? []),
      ...(indexFirst ? ['-movflags', '+faststart'] : []),
      '-max_muxing_queue_size',
      '9999',
      '-f',
      target.muxer,
      RESULT,
    ],
    warnings: [...video.warnings, ...sound.warnings, ...extra.warnings],
    copies: video.copies || sound.copies,
  };
}

type Part = { readonly arguments: readonly string[]; readonly warnings: readonly Warning[]; readonly copies: boolean };
const NOTHING: Part = { arguments: [], warnings: [], copies: false };

export const moving = (facts: Facts): readonly Track[] => facts.tracks.filter(({ kind, cover }) => kind === 'video' && !cover);
export const sounds = (facts: Facts): readonly Track[] => facts.tracks.filter(({ kind }) => kind === 'audio');
const covers = (facts: Facts): readonly Track[] => facts.tracks.filter(({ kind, cover }) => kind === 'video' && cover);

function picturePart(asked: Asked, ambition: Ambition): Part {
  const { facts, target, request, from } = asked;
  const all = moving(facts);
  const [track] = all;
  if (!target.video || !track) return NOTHING;
  const warnings: readonly Warning[] = all.length > 1 ? [{ code: 'tracks-dropped' }] : [];
  const map = ['-map', `0:${track.index}`];
  if (ambition === 'copy' && copiesPictures(track, asked))
    return { arguments: [...map, '-c:v', 'copy', ...copyArguments(track, target, from)], warnings, copies: true };
  const codec = videoCodecOf(target.video.encodes, request);
  const limit = limitsOf(asked)?.video;
  const encoding = pictureArguments(codec, track, target, request, { limit, keepsBriefest: asked.keepsBriefest });
  return { arguments: [...map, ...encoding, ...threadArguments(asked.ways.threads)], warnings, copies: false };
}

function videoCodecOf(codecs: readonly [VideoCodecName, ...VideoCodecName[]], request: MediaRequest): VideoCodecName {
  return codecs.find((codec) => codec === request.videoCodec) ?? codecs[0];
}

function audioCodecOf(codecs: readonly [AudioCodecName, ...AudioCodecName[]], request: MediaRequest): AudioCodecName {
  return codecs.find((codec) => codec === request.audioCodec) ?? codecs[0];
}

/** FFmpeg's names of codecs that have another name in the options. */
const CODEC_NAMES: Readonly<Record<string, string>> = { mpeg2: 'mpeg2video', mpeg1: 'mpeg1video', wma: 'wmav2', dv: 'dvvideo' };

/** @param asked codec the user chose; without a choice, only codecs are copied that the target's common players support */
function copiesCodec(kinds: Target['video'] | Target['audio'], codec: string, asked: string | undefined): boolean {
  if (!kinds) return false;
  if (asked === undefined) return (kinds.playable ?? kinds.copies).includes(codec);
  return kinds.copies.includes(codec) && (asked === COPY_CODEC || (CODEC_NAMES[asked] ?? asked) === codec);
}

/** Many players support H.264 only with 8 bits and 4:2:0; the container says nothing about them. */
const COMMON_PIXELS: ReadonlySet<string> = new Set(['yuv420p', 'yuvj420p', '']);

function isCommonH264({ codec, pixels }: Track, { video }: Target, { videoCodec }: MediaRequest): boolean {
  return codec !== 'h264' || !video?.playable || videoCodec === COPY_CODEC || COMMON_PIXELS.has(pixels);
}

function copiesPictures(track: Track, asked: Asked): boolean {
  const { target, request } = asked;
  const changes =
    request.quality !== 'high' ||
    [
      request.width,
      request.height,
      request.frameRate,
      request.videoBitrate,
      request.targetSize,
      request.trimStart,
      request.trimEnd,
    ].some((value) => value !== undefined);
  const turned = track.rotation !== 0 && !target.rotation;
  const fits = copiesCodec(target.video, track.codec, request.videoCodec) && isCommonH264(track, target, request);
  return !changes && !turned && fits && !isTooShortToDelay(track, asked);
}

/** AVI has no time stamps: frames stored out of order are shown late by the reordering delay, so the audio is delayed as well. */
function aviDelay(asked: Asked): number {
  const [track] = moving(asked.facts);
  return asked.target.id === 'avi' && track && copiesPictures(track, asked) ? heldBack(track) : 0;
}

const heldBack = ({ reorderedFrames, frameRate }: Track): number => (frameRate > 0 ? reorderedFrames / frameRate : 0);

/** The delay lengthens the file, twice where both tracks end late, which is noticeable in a short video. */
function isTooShortToDelay(track: Track, { facts, request, target }: Asked): boolean {
  return target.id === 'avi' && heldBack(track) > 0 && (lengthOf(facts, request) ?? 0) < heldBack(track) * 250;
}

/** Tags and bitstream filters that some containers need for copied packets. */
function copyArguments({ codec }: Track, target: Target, from: string): readonly string[] {
  const family = target.muxer === 'mp4' || target.muxer === 'mov';
  return [
    ...(family && codec === 'hevc' ? ['-tag:v', 'hvc1'] : []),
    ...(codec === 'mpeg4' && from === 'avi' && target.id !== 'avi' ? ['-bsf:v', 'mpeg4_unpack_bframes'] : []),
    ...(target.id === 'avi' && codec === 'h264' ? ['-bsf:v', 'h264_mp4toannexb'] : []),
  ];
}

function soundPart(asked: Asked, ambition: Ambition, delay: number): Part {
  const { facts, target, request, made } = asked;
  const all = sounds(facts);
  const [main] = all;
  if (!main || (request.mute && target.video)) return NOTHING;
  if (!target.audio) return { ...NOTHING, warnings: [{ code: 'tracks-dropped' }] };
  const tracks = target.manyTracks ? all : [main];
  const map = soundMap(tracks, made);
  const dropped: readonly Warning[] = tracks.length < all.length ? [{ code: 'tracks-dropped' }] : [];
  if (ambition === 'copy' && tracks.every((track) => copiesSound(track, target, request)))
    return { arguments: [...map, '-c:a', 'copy'], warnings: dropped, copies: true };
  const encoded = encodedSound(asked, main, audioCodecOf(target.audio.encodes, request), delay);
  return { arguments: [...map, ...encoded.arguments], warnings: [...dropped, ...encoded.warnings], copies: false };
}

/** @param main track whose properties decide the settings */
function encodedSound(asked: Asked, main: Track, codec: AudioCodecName, delay: number): Omit<Part, 'copies'> {
  const { target, request } = asked;
  const mixed = !request.channels && main.channels > 2 && soundShape(codec, main, target, request).channels < main.channels;
  const limit = limitsOf(asked)?.audio;
  const kbps = limit === undefined ? missedBitrate(codec, main, target, request) : undefined;
  return {
    arguments: soundArguments(codec, main, target, request, { limit, delay }),
    warnings: [
      ...(mixed ? [{ code: 'channels-mixed' } as const] : []),
      ...(kbps === undefined ? [] : [{ code: 'bitrate-limited', params: { kbps } } as const]),
    ],
  };
}

/** A generated audio track is the last input. */
function soundMap(tracks: readonly Track[], made: Made): readonly string[] {
  if (made.sound) return ['-map', `${extraInputs(made).length}:0`];
  return tracks.flatMap(({ index }) => ['-map', `0:${index}`]);
}

function copiesSound(track: Track, target: Target, request: MediaRequest): boolean {
  const changes =
    request.normalise ||
    (!target.video && request.quality !== 'high') ||
    [request.audioBitrate, request.sampleRate, request.channels, request.targetSize].some((value) => value !== undefined);
  const fits =
    (!target.sampleRates || target.sampleRates.includes(track.sampleRate)) &&
    track.channels <= (target.maxChannels ?? track.channels);
  return !changes && fits && copiesCodec(target.audio, track.codec, request.audioCodec);
}

/** Returns bits per second for video and audio where the whole file has a size limit. */
function limitsOf({ facts, target, request }: Asked): { readonly video?: number; readonly audio?: number } | undefined {
  const seconds = lengthOf(facts, request);
  if (request.targetSize === undefined || !seconds) return undefined;
  const [main] = sounds(facts);
  if (!target.video) return { audio: Math.floor((request.targetSize * 8 * 0.98) / seconds) };
  const usual = main && !request.mute ? audioBitrate('aac', request.quality, main.channels) : 0;
  return bitratesFor(request.targetSize, seconds, usual) ?? { video: 20_000, audio: 32_000 };
}

const TEXT_SUBTITLES: ReadonlySet<string> = new Set([
  'subrip',
  'ass',
  'ssa',
  'webvtt',
  'mov_text',
  'text',
  'microdvd',
  'subviewer',
]);

/** Handles subtitles, chapters, the cover and attachments: keeps what the target supports, and warns about the rest. */
function extrasPart(asked: Asked, ambition: Ambition, showsCover: boolean): Part {
  const cover = showsCover ? NOTHING : coverPart(asked, ambition);
  const parts = [subtitlePart(asked, ambition), chapterPart(asked), cover, attachmentPart(asked, ambition)];
  return {
    arguments: parts.flatMap((part) => part.arguments),
    warnings: parts.flatMap((part) => part.warnings),
    copies: false,
  };
}

function subtitlePart({ facts, target }: Asked, ambition: Ambition): Part {
  const all = facts.tracks.filter(({ kind }) => kind === 'subtitle');
  const { subtitles } = target;
  const kept =
    subtitles && ambition !== 'bare'
      ? all.filter(({ codec }) => subtitles.copies.includes(codec) || TEXT_SUBTITLES.has(codec))
      : [];
  const args = kept.flatMap(({ index, codec }, place) => [
    '-map',
    `0:${index}`,
    `-c:s:${place}`,
    subtitles?.copies.includes(codec) ? 'copy' : (subtitles?.encoder ?? 'copy'),
  ]);
  const lost = kept.length < all.length && target.video !== undefined;
  return { ...NOTHING, arguments: args, warnings: lost ? [{ code: 'subtitles-dropped' }] : [] };
}

function chapterPart({ facts, target }: Asked): Part {
  if (facts.chapters === 0 || target.chapters) return NOTHING;
  return { ...NOTHING, arguments: ['-map_chapters', '-1'], warnings: [{ code: 'chapters-dropped' }] };
}

function coverPart({ facts, target }: Asked, ambition: Ambition): Part {
  const [cover] = covers(facts);
  if (!cover) return NOTHING;
  if (!target.cover || ambition === 'bare') return { ...NOTHING, warnings: [{ code: 'cover-dropped' }] };
  const codec = ['mjpeg', 'png'].includes(cover.codec) ? 'copy' : 'mjpeg';
  return { ...NOTHING, arguments: ['-map', `0:${cover.index}`, '-c:v', codec, '-disposition:v:0', 'attached_pic'] };
}

function attachmentPart({ facts, target }: Asked, ambition: Ambition): Part {
  const files = facts.tracks.filter(({ kind }) => kind === 'attachment');
  if (files.length === 0) return NOTHING;
  if (!target.attachments || ambition === 'bare') return { ...NOTHING, warnings: [{ code: 'attachments-dropped' }] };
  return { ...NOTHING, arguments: [...files.flatMap(({ index }) => ['-map', `0:${index}`]), '-c:t', 'copy'] };
}

/** Ogg stores its tags with the audio stream, other formats with the file. */
function metadataArguments(facts: Facts): readonly string[] {
  const [main] = sounds(facts);
  return facts.container.includes('ogg') && main ? ['-map_metadata', `0:s:${main.index}`] : [];
}
