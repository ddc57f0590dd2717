/** Bytes to overwrite in a finished file. */
export type Correction = { readonly bytes: Uint8Array; readonly position: number };

const HAS_FRAME_COUNT = 1;

/**
 * Corrects the frame count in the header of an MP3 file: version 1.61.0 also counts the header frame, which has no audio, so
 * players showed 26 ms too many.
 * @param header the complete header frame the library wrote at `position`: tag, flags, then the count, 32 bits each
 */
export function correctedXing(header: Uint8Array, position: number): Correction | undefined {
  const at = String.fromCharCode(...header).search(/Xing|Info/);
  if (at < 0 || at + 12 > header.length) return undefined;
  const view = new DataView(header.buffer, header.byteOffset + at, 12);
  const frames = view.getUint32(8);
  if (!(view.getUint32(4) & HAS_FRAME_COUNT) || frames === 0) return undefined;
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, frames - 1);
  return { bytes, position: position + at + 8 };
}
