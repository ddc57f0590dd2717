import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';

/** A device-independent bitmap as stored in icons: no file header, with the transparency mask after the colours. */
export type Dib = {
  readonly view: DataView;
  readonly width: number;
  readonly height: number;
  /** Bits per pixel. */
  readonly bits: number;
  readonly isTopDown: boolean;
  /** BITMAPINFOHEADER's biCompression. */
  readonly compression: number;
  readonly headerBytes: number;
  /** Offsets of the colour rows and of the mask rows. */
  readonly coloursAt: number;
  readonly maskAt: number;
};

export const COMPRESSION = { none: 0, bitFields: 3, alphaBitFields: 6 } as const;
const MIN_HEADER_BYTES = 40;
const MAX_HEADER_BYTES = 124;

/**
 * Reads the header. Throws `corrupt` if it is invalid or colours are missing, `RangeError` if the bytes end within it.
 * @param listedHeight height in the directory; the header's own height includes the mask rows, if there is a mask
 */
export function readDib(data: Uint8Array, listedHeight: number): Dib {
  const view = viewOf(data);
  const headerBytes = view.getUint32(0, true);
  if (headerBytes < MIN_HEADER_BYTES || headerBytes > MAX_HEADER_BYTES) throw new ConversionError('corrupt', 'no bitmap header');
  const [width, rows] = [view.getInt32(4, true), view.getInt32(8, true)];
  const height = Math.abs(rows) === listedHeight ? listedHeight : Math.floor(Math.abs(rows) / 2);
  const [bits, compression] = [view.getUint16(14, true), view.getUint32(16, true)];
  if (width <= 0 || height <= 0) throw new ConversionError('corrupt', `a bitmap of ${width}x${height}`);
  assertLayout(bits, compression);
  const coloursAt = headerBytes + tableBytes(view, { headerBytes, bits, compression });
  const maskAt = coloursAt + rowBytes(width, bits) * height;
  if (maskAt > data.length) throw new ConversionError('corrupt', 'colours are cut off');
  return { view, width, height, bits, isTopDown: rows < 0, compression, headerBytes, coloursAt, maskAt };
}

function assertLayout(bits: number, compression: number): void {
  if (![1, 4, 8, 16, 24, 32].includes(bits)) throw new ConversionError('corrupt', `${bits} bits a pixel`);
  const isMasked = compression === COMPRESSION.bitFields || compression === COMPRESSION.alphaBitFields;
  if (compression === COMPRESSION.none || (isMasked && (bits === 16 || bits === 32))) return;
  throw new ConversionError('unsupported-feature', `compression ${compression} of ${bits} bits`);
}

/** Bytes of the palette, or of bit-field masks that follow the header. */
function tableBytes(
  view: DataView,
  { headerBytes, bits, compression }: Pick<Dib, 'headerBytes' | 'bits' | 'compression'>,
): number {
  if (bits <= 8) return paletteLength(view, bits) * 4;
  if (headerBytes > MIN_HEADER_BYTES || compression === COMPRESSION.none) return 0;
  return compression === COMPRESSION.alphaBitFields ? 16 : 12;
}

export function paletteLength(view: DataView, bits: number): number {
  const used = view.getUint32(32, true);
  return used === 0 || used > 1 << bits ? 1 << bits : used;
}

/** Rows are padded to four bytes. */
export function rowBytes(width: number, bits: number): number {
  return Math.ceil((width * bits) / 32) * 4;
}
