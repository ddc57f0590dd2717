import { startsWith, viewOf } from '@bakkum/bytes/bytes';
import type { FormatId } from '@bakkum/conversion/engine';

/** Returns the expected end of the pixels, in bytes or in the unit of `has`; throws RangeError for an unreadable header. */
type Check = (bytes: Uint8Array) => { readonly has: number; readonly needs: number };

/**
 * Whether a file ends before its pixels do, for formats whose missing data ImageMagick fills in silently. Only for files it has
 * read.
 */
export function isCutOff(bytes: Uint8Array, format: FormatId): boolean {
  try {
    const found = CHECKS[format]?.(bytes);
    return found !== undefined && found.has < found.needs;
  } catch (thrown) {
    if (thrown instanceof RangeError) return true; // truncated within the header
    throw thrown;
  }
}

const CHECKS: Readonly<Record<FormatId, Check>> = {
  psd: photoshop,
  psb: photoshop,
  sgi: silicon,
  vips,
  macpaint,
  'im-txt': pixelList,
  'cube-lut': cube,
};

/** Adobe Photoshop File Formats Specification: header, three length-prefixed sections, then the merged image. */
function photoshop(bytes: Uint8Array): ReturnType<Check> {
  const view = viewOf(bytes);
  const isLarge = view.getUint16(4) === 2;
  const rows = view.getUint16(12) * view.getUint32(14);
  let at = 26;
  at += 4 + view.getUint32(at); // colour mode
  at += 4 + view.getUint32(at); // resources
  at += isLarge ? 8 + Number(view.getBigUint64(at)) : 4 + view.getUint32(at); // layers
  const compression = view.getUint16(at);
  at += 2;
  if (compression === 0)
    return { has: bytes.length, needs: at + rows * Math.ceil((view.getUint32(18) * view.getUint16(22)) / 8) };
  if (compression > 1) return { has: bytes.length, needs: at + 1 };
  const entry = isLarge ? 4 : 2;
  let needs = at + rows * entry;
  for (let row = 0; row < rows; row += 1) needs += isLarge ? view.getUint32(at + row * entry) : view.getUint16(at + row * entry);
  return { has: bytes.length, needs };
}

/** The SGI Image File Format 1.00: uncompressed samples after 512 bytes, or two tables of row offsets. */
function silicon(bytes: Uint8Array): ReturnType<Check> {
  const view = viewOf(bytes);
  const dimensions = view.getUint16(4);
  const rows = (dimensions > 1 ? view.getUint16(8) : 1) * (dimensions > 2 ? view.getUint16(10) : 1);
  if (view.getUint8(2) === 0) return { has: bytes.length, needs: 512 + view.getUint16(6) * rows * view.getUint8(3) };
  let needs = 512 + rows * 8;
  for (let row = 0; row < rows; row += 1)
    needs = Math.max(needs, view.getUint32(512 + row * 4) + view.getUint32(512 + (rows + row) * 4));
  return { has: bytes.length, needs };
}

/** Bytes per sample for libvips' band formats: uchar, char, ushort, short, uint, int, float, complex, double, dpcomplex. */
const VIPS_SAMPLE_BYTES = [1, 1, 2, 2, 4, 4, 4, 8, 8, 16];

/** libvips' own format: a 64-byte header in either byte order, then samples; coded pixels always take four bytes. */
function vips(bytes: Uint8Array): ReturnType<Check> {
  const view = viewOf(bytes);
  const isLittle = view.getUint8(0) === 0xb6;
  const [width, height, bands] = [4, 8, 12].map((at) => view.getUint32(at, isLittle));
  const pixelBytes = (bands ?? 0) * (VIPS_SAMPLE_BYTES[view.getUint32(20, isLittle)] ?? 0);
  return { has: bytes.length, needs: 64 + (width ?? 0) * (height ?? 0) * (view.getUint32(24, isLittle) === 0 ? pixelBytes : 4) };
}

/** MacPaint: 720 rows of 72 bytes, PackBits, after 512 bytes and an optional 128-byte MacBinary header. */
function macpaint(bytes: Uint8Array): ReturnType<Check> {
  let has = 0;
  for (let at = startsWith(bytes, 'PNTG', 65) ? 640 : 512; at < bytes.length; ) {
    const count = bytes[at] ?? 0;
    if (count < 128) has += Math.min(count + 1, bytes.length - at - 1);
    else if (count > 128) has += 257 - count;
    at += count < 128 ? count + 2 : count === 128 ? 1 : 2;
  }
  return { has, needs: 720 * 72 };
}

/** ImageMagick's pixel enumeration lists every pixel in order. */
function pixelList(bytes: Uint8Array): ReturnType<Check> {
  const text = new TextDecoder().decode(bytes);
  const [, width, height] = /enumeration: (\d+),(\d+)/.exec(text) ?? [];
  const last = `\n${Number(width) - 1},${Number(height) - 1}:`;
  return { has: width === undefined || text.includes(last) ? 1 : 0, needs: 1 };
}

/** Cube LUT specification 1.0: the size determines the number of lines with three numbers. */
function cube(bytes: Uint8Array): ReturnType<Check> {
  const text = new TextDecoder().decode(bytes);
  const [, dimensions, size] = /^LUT_([13])D_SIZE\s+(\d+)/m.exec(text) ?? [];
  const has = text.match(/^[ \t]*[-+.\d]\S*[ \t]+\S+[ \t]+\S+[ \t]*$/gm)?.length ?? 0;
  return { has, needs: Number(size ?? 0) ** Number(dimensions ?? 1) };
}
