import { ConversionError } from '@bakkum/conversion/errors';
import { type RatedVideo, videoBitrate } from '@bakkum/media-options/bitrate';
import type { MediaRequest } from '@bakkum/media-options/request';
import { COPY_CODEC } from '@bakkum/media-options/schema';
import {
  type ConversionVideoOptions,
  canEncodeVideo,
  EncodedPacketSink,
  type InputVideoTrack,
  Quality,
  type VideoCodec,
} from 'mediabunny';
import { type Container, videoCodecNamed } from './containers.ts';
import { prepareVp9 } from './layered-vp9.ts';

/** A cut this close to a key frame does not justify re-encoding: less than one frame of the slowest common rate. */
const CUT_TOLERANCE_SECONDS = 0.05;
/** Packets sampled to determine a source's frame rate: ten seconds of video. */
const SAMPLED_PACKETS = 300;
const MIN_BITRATE = 100_000;

export type PictureLimits = {
  /** Start of the result in the source, in seconds. */
  readonly start: number;
  /** Video bit rate in bit/s left by the target size. */
  readonly rate: number | undefined;
  /** Bit rate in bit/s that preserves all detail of the source. */
  readonly usefulRate: number;
};

const RATED: Partial<Record<VideoCodec, RatedVideo>> = { avc: 'h264', hevc: 'hevc', vp8: 'vp8', vp9: 'vp9', av1: 'av1' };

/** Codecs that may contain alpha, which some players cannot show in other containers. */
const HOLDS_ALPHA: ReadonlySet<VideoCodec> = new Set(['vp8', 'vp9']);

/**
 * Decides whether to copy or encode the video, and with which settings.
 * @throws ConversionError `unsupported-feature` if this host cannot decode or encode it, or not in the requested quality
 */
export async function planPictures(
  track: InputVideoTrack,
  container: Container,
  request: MediaRequest,
  { start, ...rates }: PictureLimits,
): Promise<ConversionVideoOptions> {
  const codec = await track.getCodec();
  if (!codec) throw new ConversionError('unsupported-feature', `unknown pictures ${String(await track.getInternalCodecId())}`);
  const mayStay = (await copiesCodec(track, codec, container, request)) && !asksForChange(request) && rates.rate === undefined;
  if (mayStay && (await keepsUpright(track, container)) && (await startsCleanly(track, container, start, request)))
    return { alpha: await alphaFor(track, container) };
  return encodePictures(track, container, request, rates);
}

async function copiesCodec(
  track: InputVideoTrack,
  codec: VideoCodec,
  { video, playable }: Container,
  { videoCodec }: MediaRequest,
): Promise<boolean> {
  if (videoCodec === COPY_CODEC) return video.includes(codec);
  const asked = askedCodec(videoCodec);
  if (asked) return asked === codec && video.includes(codec);
  if (!playable) return video.includes(codec);
  return playable.video.includes(codec) && (codec !== 'avc' || (await isCommonH264(track)));
}

/** Profiles with 8 bits and 4:2:0, which every player supports: Baseline, Main, Extended and High (ITU-T H.264, annex A). */
const COMMON_H264_PROFILES: ReadonlySet<number> = new Set([66, 77, 88, 100]);

async function isCommonH264(track: InputVideoTrack): Promise<boolean> {
  const profile = /^avc[13]\.([0-9a-f]{2})/i.exec((await track.getCodecParameterString()) ?? '')?.[1];
  return profile === undefined || COMMON_H264_PROFILES.has(Number.parseInt(profile, 16));
}

/** @throws ConversionError `unsupported-feature` */
export async function encodePictures(
  track: InputVideoTrack,
  container: Container,
  request: MediaRequest,
  rates: Omit<PictureLimits, 'start'>,
): Promise<ConversionVideoOptions> {
  if (!(await track.canDecode()))
    throw new ConversionError('unsupported-feature', `${(await track.getCodec()) ?? 'unknown'} is not decoded here`);
  const asked = askedCodec(request.videoCodec);
  const alpha = await alphaFor(track, container);
  const options = await encoding(track, asked ? [asked] : preferredCodecs(container, request), request, rates);
  return { ...options, alpha: options.codec && HOLDS_ALPHA.has(options.codec) ? alpha : 'discard' };
}

async function alphaFor(track: InputVideoTrack, { video }: Container): Promise<'keep' | 'discard'> {
  return (await track.canBeTransparent()) && video.includes('vp9') ? 'keep' : 'discard';
}

function askedCodec(name: string | undefined): VideoCodec | undefined {
  if (name === undefined || name === COPY_CODEC) return undefined;
  const codec = videoCodecNamed(name);
  if (!codec) throw new ConversionError('unsupported-feature', `no encoder of ${name}`);
  return codec;
}

/** VP8 encodes several times faster than VP9 without hardware support. */
function preferredCodecs({ encodesVideo }: Container, { speed }: MediaRequest): readonly VideoCodec[] {
  return speed === 'fast' ? encodesVideo.toReversed() : encodesVideo;
}

function asksForChange(request: MediaRequest): boolean {
  const { width, height, frameRate, videoBitrate: asked } = request;
  return request.quality !== 'high' || [width, height, frameRate, asked].some((value) => value !== undefined);
}

/** Whether the target can store rotation; otherwise the frames are rotated. */
async function keepsUpright(track: InputVideoTrack, container: Container): Promise<boolean> {
  const isTurned = (await track.getRotation()) !== 0 || (await track.getFlip());
  return !isTurned || container.format({ bytes: 0 }).supportsVideoTransformationMetadata;
}

/**
 * A copy must begin with a key frame. In MPEG-4 and QuickTime an edit list can hide what comes before the start. That is fine for
 * a source that hides it as well, but not for content the user cuts away.
 */
async function startsCleanly(
  track: InputVideoTrack,
  container: Container,
  start: number,
  { trimStart }: MediaRequest,
): Promise<boolean> {
  if (trimStart === undefined && container.format({ bytes: 0 }).negativeTimestampSupport === 'full') return true;
  const packet = await new EncodedPacketSink(track).getKeyPacket(start, { metadataOnly: true });
  return packet === null || start - packet.timestamp <= CUT_TOLERANCE_SECONDS;
}

async function encoding(
  track: InputVideoTrack,
  codecs: readonly VideoCodec[],
  request: MediaRequest,
  { rate, usefulRate }: Omit<PictureLimits, 'start'>,
): Promise<ConversionVideoOptions> {
  const { width, height } = await sizeOf(track, request);
  const { averagePacketRate } = await track.computePacketStats(SAMPLED_PACKETS, { metadataOnly: true });
  const frameRate = request.frameRate ?? averagePacketRate;
  for (const codec of codecs) {
    if (request.speed === 'best' && codec === 'avc') break;
    const own = RATED[codec];
    if (!own) continue;
    if (codec === 'vp9') await prepareVp9();
    const usual = Math.min(videoBitrate(own, request.quality, width, height, frameRate), Math.max(usefulRate, MIN_BITRATE));
    const quality = new Quality({
      bitrate: Math.round(Math.min(request.videoBitrate ?? usual, rate ?? Number.POSITIVE_INFINITY)),
    });
    if (!(await canEncodeVideo(codec, { width, height, quality }))) continue;
    const framing = request.frameRate === undefined ? {} : { frameRate: request.frameRate };
    return { forceTranscode: true, codec, quality, width, height, fit: 'fill', ...framing };
  }
  throw new ConversionError('unsupported-feature', `${codecs.join(', ')} not encoded here as asked`);
}

/** Upright size with even sides, as required for subsampled chroma. */
async function sizeOf(track: InputVideoTrack, request: MediaRequest): Promise<{ width: number; height: number }> {
  const source = { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() };
  const scale = Math.min(...scalesOf(source, request));
  const even = (length: number) => Math.max(2, Math.round((length * scale) / 2) * 2);
  return { width: even(source.width), height: even(source.height) };
}

function scalesOf(source: { width: number; height: number }, { width, height }: MediaRequest): number[] {
  const asked = [width === undefined ? [] : width / source.width, height === undefined ? [] : height / source.height].flat();
  return asked.length > 0 ? asked : [1];
}
