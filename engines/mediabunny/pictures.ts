import { ConversionError } from '@bakkum/conversion/errors';
import { type RatedVideo, videoBitrate } from '@bakkum/media-options/bitrate';
import type { MediaRequest } from '@bakkum/media-options/request';
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

/** A cut this near a key frame is not worth encoding anew for: less than one frame of the slowest common rate. */
const CUT_TOLERANCE_SECONDS = 0.05;
/** Packets looked at to know a source's frame rate: ten seconds of film. */
const SAMPLED_PACKETS = 300;
const LEAST_BITRATE = 100_000;

export type PictureLimits = {
  /** Seconds at which the result begins in the source. */
  readonly start: number;
  /** Bits a second that a size asked for leaves for pictures. */
  readonly rate: number | undefined;
  /** Bits a second that keep all there is in the source. */
  readonly usefulRate: number;
};

const RATED: Partial<Record<VideoCodec, RatedVideo>> = { avc: 'h264', hevc: 'hevc', vp8: 'vp8', vp9: 'vp9', av1: 'av1' };

/** Some players cannot show what these hold in any other container. */
const HOLDS_ALPHA: ReadonlySet<VideoCodec> = new Set(['vp8', 'vp9']);

/**
 * Copy or encode, and how.
 * @throws ConversionError `unsupported-feature` for what this host cannot decode or encode, or not as well as asked.
 */
export async function planPictures(
  track: InputVideoTrack,
  container: Container,
  request: MediaRequest,
  { start, ...rates }: PictureLimits,
): Promise<ConversionVideoOptions> {
  const codec = await track.getCodec();
  if (!codec) throw new ConversionError('unsupported-feature', `unknown pictures ${String(await track.getInternalCodecId())}`);
  const asked = askedCodec(request.videoCodec);
  const mayStay =
    container.video.includes(codec) && (asked ?? codec) === codec && !asksForChange(request) && rates.rate === undefined;
  if (mayStay && (await keepsUpright(track, container)) && (await startsCleanly(track, container, start, request)))
    return { alpha: await alphaFor(track, container) };
  return encodePictures(track, container, request, rates);
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
  if (name === undefined) return undefined;
  const codec = videoCodecNamed(name);
  if (!codec) throw new ConversionError('unsupported-feature', `no encoder of ${name}`);
  return codec;
}

/** VP8 encodes several times faster than VP9 where no hardware does either. */
function preferredCodecs({ encodesVideo }: Container, { speed }: MediaRequest): readonly VideoCodec[] {
  return speed === 'fast' ? encodesVideo.toReversed() : encodesVideo;
}

function asksForChange(request: MediaRequest): boolean {
  const { width, height, frameRate, videoBitrate: asked } = request;
  return request.quality !== 'high' || [width, height, frameRate, asked].some((value) => value !== undefined);
}

/** Whether the target can say that pictures are to be turned; if not, they are turned. */
async function keepsUpright(track: InputVideoTrack, container: Container): Promise<boolean> {
  const isTurned = (await track.getRotation()) !== 0 || (await track.getFlip());
  return !isTurned || container.format({ bytes: 0 }).supportsVideoTransformationMetadata;
}

/**
 * A copy begins with a key frame. What comes before the start can be hidden by an edit list in MPEG-4 and QuickTime, which
 * is right for a source that hides it likewise, but not for a person who cuts something away.
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
    const usual = Math.min(videoBitrate(own, request.quality, width, height, frameRate), Math.max(usefulRate, LEAST_BITRATE));
    const quality = new Quality({
      bitrate: Math.round(Math.min(request.videoBitrate ?? usual, rate ?? Number.POSITIVE_INFINITY)),
    });
    if (!(await canEncodeVideo(codec, { width, height, quality }))) continue;
    const framing = request.frameRate === undefined ? {} : { frameRate: request.frameRate };
    return { forceTranscode: true, codec, quality, width, height, fit: 'fill', ...framing };
  }
  throw new ConversionError('unsupported-feature', `${codecs.join(', ')} not encoded here as asked`);
}

/** Upright, with even sides: half-size colour planes need them. */
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
