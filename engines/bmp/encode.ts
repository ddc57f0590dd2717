import { encodeLatin1, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import type { Still } from '@bakkum/raster/encode';
import { hasTransparency } from '@bakkum/raster/flatten';
import { createPause } from '@bakkum/raster/pause';
import { FILE_HEADER, INFO_HEADER, V5_HEADER } from './header.ts';

const INCHES_PER_METRE = 1 / 0.0254;
/** The header stores the file size in 32 bits. */
const MAX_FILE = 0xffff_ffff;

const BITFIELDS = 3;
/** `bV5CSType`: sRGB, or the embedded profile. Stored in reverse. */
const COLOUR_SPACE = { srgb: 'BGRs', embedded: 'DEBM' } as const;
/** LCS_GM_IMAGES: photographs, perceptual intent. */
const INTENT = 4;

/**
 * Writes opaque images as 24 bits with the basic header every program reads, and transparent ones as 32 bits with masks. A
 * version 5 header is used only for alpha and colour profiles, which the old one cannot store.
 */
export async function encodeBmp(
  { pixels, metadata: { icc }, dpi }: Still,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, data } = pixels;
  if (pixels.depth !== 8) throw new TypeError('BMP takes 8-bit samples');
  const hasAlpha = hasTransparency(pixels);
  const headerBytes = hasAlpha || icc ? V5_HEADER : INFO_HEADER;
  const rowBytes = hasAlpha ? width * 4 : Math.ceil((width * 3) / 4) * 4;
  const dataStart = FILE_HEADER + headerBytes;
  const fileBytes = dataStart + rowBytes * height + (icc?.length ?? 0);
  if (fileBytes > MAX_FILE) throw new ConversionError('too-large', `a BMP of ${fileBytes} bytes`);
  const file = new Uint8Array(fileBytes);
  writeHeaders(viewOf(file), { width, height, hasAlpha, headerBytes, dataStart, imageBytes: rowBytes * height, dpi });
  if (headerBytes === V5_HEADER) writeV5(file, hasAlpha, icc, rowBytes * height);
  const pause = createPause(signal);
  for (let y = 0; y < height; y += 1) {
    const to = dataStart + (height - 1 - y) * rowBytes;
    const row = data.subarray(y * width * 4, (y + 1) * width * 4);
    if (hasAlpha) writeRow32(row, file, to);
    else writeRow24(row, file, to);
    await pause();
  }
  return file;
}

type Facts = {
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  readonly headerBytes: number;
  readonly dataStart: number;
  readonly imageBytes: number;
  readonly dpi: number | undefined;
};

function writeHeaders(view: DataView, facts: Facts): void {
  const perMetre = Math.round((facts.dpi ?? 0) * INCHES_PER_METRE);
  view.setUint16(0, 0x4d42, true); // "BM"
  view.setUint32(2, view.byteLength, true);
  view.setUint32(10, facts.dataStart, true);
  view.setUint32(14, facts.headerBytes, true);
  view.setInt32(18, facts.width, true);
  view.setInt32(22, facts.height, true);
  view.setUint16(26, 1, true); // planes
  view.setUint16(28, facts.hasAlpha ? 32 : 24, true);
  view.setUint32(30, facts.hasAlpha ? BITFIELDS : 0, true);
  view.setUint32(34, facts.imageBytes, true);
  view.setInt32(38, perMetre, true);
  view.setInt32(42, perMetre, true);
}

function writeV5(file: Uint8Array, hasAlpha: boolean, icc: Uint8Array | undefined, imageBytes: number): void {
  const view = viewOf(file);
  const masks = hasAlpha ? [0xff0000, 0xff00, 0xff, 0xff000000] : [];
  for (const [index, mask] of masks.entries()) view.setUint32(FILE_HEADER + 40 + index * 4, mask, true);
  file.set(encodeLatin1(icc ? COLOUR_SPACE.embedded : COLOUR_SPACE.srgb), FILE_HEADER + 56);
  view.setUint32(FILE_HEADER + 108, INTENT, true);
  if (!icc) return;
  view.setUint32(FILE_HEADER + 112, V5_HEADER + imageBytes, true);
  view.setUint32(FILE_HEADER + 116, icc.length, true);
  file.set(icc, FILE_HEADER + V5_HEADER + imageBytes);
}

function writeRow24(row: Uint8ClampedArray | Uint16Array, file: Uint8Array, to: number): void {
  for (let from = 0, at = to; from < row.length; from += 4, at += 3) {
    file[at] = row[from + 2] ?? 0;
    file[at + 1] = row[from + 1] ?? 0;
    file[at + 2] = row[from] ?? 0;
  }
}

function writeRow32(row: Uint8ClampedArray | Uint16Array, file: Uint8Array, to: number): void {
  for (let from = 0, at = to; from < row.length; from += 4, at += 4) {
    file[at] = row[from + 2] ?? 0;
    file[at + 1] = row[from + 1] ?? 0;
    file[at + 2] = row[from] ?? 0;
    file[at + 3] = row[from + 3] ?? 0;
  }
}
