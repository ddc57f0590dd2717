import { concat, encodeLatin1 } from '@bakkum/bytes/bytes';
import { toIndexed } from './palette.ts';
import type { Area } from './picture.ts';
import { GIFEncoder } from './program.ts';

/** GIF89a stores sides, positions and delays in 16 bits. */
export const MAX_SIDE = 65_535;

/** Offset of the position in gifenc's frame, always zero: after the graphic control extension and image separator. */
const POSITION_AT = 9;

export type FrameToWrite = {
  readonly words: Uint32Array;
  readonly area: Area;
  /** Hundredths of a second. */
  readonly delay: number;
  /** Clears the area before the next frame. */
  readonly clearsAfter: boolean;
};

/** Writes one frame with its own palette. `isExact` is false if colours had to be replaced. */
export function frameBlock(frame: FrameToWrite): { readonly bytes: Uint8Array; readonly isExact: boolean } {
  const { palette, index, transparentIndex, isExact } = toIndexed(frame.words);
  const { x, y, width, height } = frame.area;
  const encoder = GIFEncoder({ auto: false });
  encoder.writeFrame(index, width, height, {
    palette,
    transparent: transparentIndex !== undefined,
    transparentIndex: transparentIndex ?? 0,
    delay: frame.delay * 10,
    dispose: frame.clearsAfter ? 2 : 1,
    colorDepth: Math.max(2, Math.ceil(Math.log2(palette.length))),
  });
  const bytes = encoder.bytes();
  bytes.set([...uint16(x), ...uint16(y)], POSITION_AT);
  return { bytes, isExact };
}

/** @param loopCount total number of plays; 0 for infinite */
export function gifFile(
  blocks: readonly Uint8Array[],
  size: { width: number; height: number },
  loopCount: number,
): Uint8Array<ArrayBuffer> {
  const screen = Uint8Array.of(...uint16(size.width), ...uint16(size.height), 0x70, 0, 0);
  const loops = blocks.length > 1 && loopCount !== 1 ? [loopExtension(loopCount)] : [];
  return concat([encodeLatin1('GIF89a'), screen, ...loops, ...blocks, Uint8Array.of(0x3b)]);
}

/**
 * Netscape's extension stores the number of repetitions: one less than the number of plays. Without it the animation plays once.
 */
function loopExtension(loopCount: number): Uint8Array {
  const again = loopCount === 0 ? 0 : Math.min(loopCount - 1, 65_535);
  return concat([encodeLatin1('\x21\xff\x0bNETSCAPE2.0\x03\x01'), Uint8Array.of(...uint16(again), 0)]);
}

function uint16(value: number): [number, number] {
  return [value & 255, (value >>> 8) & 255];
}
