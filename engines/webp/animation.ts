import { concat } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { extendedHeader, riffChunk, riffChunks, riffFile, WEBP_FLAG } from '@bakkum/image-metadata/webp';

/** An `ANMF` chunk (WebP container specification, "Animation"). */
export type AnimationFrame = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  /** Alpha-blended over the canvas; otherwise it replaces the area. */
  readonly blend: boolean;
  /** Its area becomes transparent before the next frame. */
  readonly clearAfter: boolean;
  /** Image chunks: `ALPH` and `VP8 `, or `VP8L`. */
  readonly picture: Uint8Array;
};

export type Animation = { readonly loopCount: number; readonly frames: readonly AnimationFrame[]; readonly isCut: boolean };

const FRAME_HEADER = 16;

/** Reads the complete frames of an animated file. */
export function readAnimation(file: Uint8Array): Animation {
  const frames: AnimationFrame[] = [];
  let loopCount = 0;
  let isCut = file.length < 8 + new DataView(file.buffer, file.byteOffset).getUint32(4, true);
  for (const { type, data } of riffChunks(file, 12)) {
    const isWhole = data.byteOffset - file.byteOffset + declaredLength(file, data) <= file.length;
    if (type === 'ANIM' && data.length >= 6) loopCount = uint16(data, 4);
    else if (type === 'ANMF' && isWhole && data.length > FRAME_HEADER) frames.push(readFrame(data));
    if (!isWhole) isCut = true;
  }
  return { loopCount, frames, isCut };
}

function declaredLength(file: Uint8Array, data: Uint8Array): number {
  return new DataView(file.buffer, data.byteOffset - 4).getUint32(0, true);
}

function readFrame(data: Uint8Array): AnimationFrame {
  const flags = data[15] ?? 0;
  return {
    x: uint24(data, 0) * 2,
    y: uint24(data, 3) * 2,
    width: uint24(data, 6) + 1,
    height: uint24(data, 9) + 1,
    durationMs: uint24(data, 12),
    blend: (flags & 2) === 0,
    clearAfter: (flags & 1) === 1,
    picture: data.subarray(FRAME_HEADER),
  };
}

/** Builds a still file with the image of one frame. */
export function stillFileOf(frame: AnimationFrame): Uint8Array<ArrayBuffer> {
  const chunks = [...riffChunks(frame.picture, 0)].filter(({ type }) => PICTURE_CHUNKS.has(type));
  const whole = chunks.map(({ type, data }) => riffChunk(type, data));
  const hasAlphaPlane = chunks.some(({ type }) => type === 'ALPH');
  return riffFile(hasAlphaPlane ? [extendedHeader(WEBP_FLAG.alpha, frame.width, frame.height), ...whole] : whole);
}

const PICTURE_CHUNKS: ReadonlySet<string> = new Set(['ALPH', 'VP8 ', 'VP8L']);

/** Builds the `ANMF` chunk for an image encoded as a still file. Offsets must be even. */
export function frameChunk(
  still: Uint8Array,
  frame: Omit<AnimationFrame, 'picture' | 'blend' | 'clearAfter'>,
): Uint8Array<ArrayBuffer> {
  const pictures = [...riffChunks(still, 12)].filter(({ type }) => PICTURE_CHUNKS.has(type));
  if (pictures.length === 0) throw new ConversionError('internal', 'the encoder wrote no picture chunk');
  const replaces = 2;
  const header = [
    ...bytes24(frame.x / 2),
    ...bytes24(frame.y / 2),
    ...bytes24(frame.width - 1),
    ...bytes24(frame.height - 1),
    ...bytes24(Math.min(0xffffff, Math.max(0, Math.round(frame.durationMs)))),
    replaces,
  ];
  const parts = pictures.map(({ type, data }) => riffChunk(type, data));
  return riffChunk('ANMF', concat([header, ...parts]));
}

/** Builds an animated file from `ANMF` chunks. The background is transparent; `loopCount` 0 repeats forever. */
export function animatedFile(
  frames: readonly Uint8Array[],
  canvas: { readonly width: number; readonly height: number; readonly hasAlpha: boolean; readonly loopCount: number },
): Uint8Array<ArrayBuffer> {
  const loops = Math.min(0xffff, canvas.loopCount);
  const animation = riffChunk('ANIM', Uint8Array.of(0, 0, 0, 0, loops & 255, loops >> 8));
  const flags = WEBP_FLAG.animation | (canvas.hasAlpha ? WEBP_FLAG.alpha : 0);
  return riffFile([extendedHeader(flags, canvas.width, canvas.height), animation, ...frames]);
}

function uint16(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
}

function uint24(bytes: Uint8Array, at: number): number {
  return uint16(bytes, at) | ((bytes[at + 2] ?? 0) << 16);
}

function bytes24(value: number): readonly [number, number, number] {
  return [value & 255, (value >> 8) & 255, (value >> 16) & 255];
}
