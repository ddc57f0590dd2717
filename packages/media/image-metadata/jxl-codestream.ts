import { LsbBits } from '@bakkum/bytes/bits';
import { startsWith } from '@bakkum/bytes/bytes';
import { boxesIn } from './heif/iso-boxes.ts';

export type JxlHeader = {
  readonly width: number;
  readonly height: number;
  /** Bits per colour sample: 8, 10, 12, 16 …; 32 for floating point. */
  readonly bitDepth: number;
  readonly isAnimation: boolean;
  /** Whether the colours are sRGB; absent if the header encodes them in a form that is not supported here. */
  readonly isSrgb?: boolean;
};

/** Size and depth from the start of a JPEG XL file with or without a container. Never throws. */
export function readJxlHeader(bytes: Uint8Array): JxlHeader | undefined {
  const start = codestreamStart(bytes);
  if (start === undefined || bytes[start] !== 0xff || bytes[start + 1] !== 0x0a) return undefined;
  const bits = new LsbBits(bytes.subarray(start + 2, start + 64), { padding: Number.POSITIVE_INFINITY });
  const size = readSize(bits);
  const facts = readImageMetadata(bits);
  return bits.left < 0 ? undefined : { ...size, ...facts };
}

function codestreamStart(bytes: Uint8Array): number | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0x0a) return 0;
  if (!startsWith(bytes, 'JXL ', 4)) return undefined;
  for (const { type, body } of boxesIn(bytes, 0, bytes.length)) {
    if (type === 'jxlc') return body;
    if (type === 'jxlp') return body + 4; // A part starts with its number.
  }
  return undefined;
}

/** Reads a two-bit choice between values (ISO/IEC 18181-1 §B.2). */
const choose = (bits: LsbBits, ...options: readonly (() => number)[]): number => options[bits.read(2)]?.() ?? 0;

function readSize(bits: LsbBits): { width: number; height: number } {
  const small = bits.read(1) === 1;
  const side = (): number =>
    small
      ? (bits.read(5) + 1) * 8
      : choose(
          bits,
          () => bits.read(9) + 1,
          () => bits.read(13) + 1,
          () => bits.read(18) + 1,
          () => bits.read(30) + 1,
        );
  const height = side();
  const ratio = bits.read(3);
  return { height, width: ratio === 0 ? side() : Math.floor((height * (RATIOS[ratio]?.[0] ?? 1)) / (RATIOS[ratio]?.[1] ?? 1)) };
}

/** Aspect ratios that a header can name (ISO/IEC 18181-1). */
const RATIOS: readonly (readonly [number, number])[] = [
  [1, 1],
  [1, 1],
  [12, 10],
  [4, 3],
  [3, 2],
  [16, 9],
  [5, 4],
  [2, 1],
];

function readImageMetadata(bits: LsbBits): Omit<JxlHeader, 'width' | 'height'> {
  if (bits.read(1) === 1) return { bitDepth: 8, isAnimation: false, isSrgb: true };
  const isAnimation = bits.read(1) === 1 ? readExtraFields(bits) : false;
  const bitDepth = readBitDepth(bits);
  const isSrgb = readIsSrgb(bits);
  return { bitDepth, isAnimation, ...(isSrgb !== undefined && { isSrgb }) };
}

const ENCODED = { rgb: 0, grey: 1, d65: 1, srgbPrimaries: 1 } as const;

/** Reads the colour encoding after the extra channels. Only plain alpha channels can be skipped. */
function readIsSrgb(bits: LsbBits): boolean | undefined {
  bits.read(1); // 16-bit buffers suffice
  const extraChannels = choose(
    bits,
    () => 0,
    () => 1,
    () => bits.read(4) + 2,
    () => bits.read(12) + 1,
  );
  for (let channel = 0; channel < extraChannels; channel += 1) if (bits.read(1) === 0) return undefined;
  bits.read(1); // XYB
  if (bits.read(1) === 1) return true;
  const hasProfile = bits.read(1) === 1;
  const colourSpace = readEnum(bits);
  if (hasProfile) return false;
  if (colourSpace === ENCODED.grey) return true;
  if (colourSpace !== ENCODED.rgb || readEnum(bits) !== ENCODED.d65) return false;
  return readEnum(bits) === ENCODED.srgbPrimaries;
}

function readEnum(bits: LsbBits): number {
  return choose(
    bits,
    () => 0,
    () => 1,
    () => bits.read(4) + 2,
    () => bits.read(6) + 18,
  );
}

/** Reads orientation, intrinsic size, preview and animation; returns whether there is an animation. */
function readExtraFields(bits: LsbBits): boolean {
  bits.read(3);
  if (bits.read(1) === 1) readSize(bits);
  if (bits.read(1) === 1) skipPreview(bits);
  if (bits.read(1) === 0) return false;
  choose(
    bits,
    () => 100,
    () => 1000,
    () => bits.read(10) + 1,
    () => bits.read(30) + 1,
  );
  choose(
    bits,
    () => 1,
    () => 1001,
    () => bits.read(8) + 1,
    () => bits.read(10) + 1,
  );
  choose(
    bits,
    () => 0,
    () => bits.read(3),
    () => bits.read(16),
    () => bits.read(32),
  );
  bits.read(1);
  return true;
}

function skipPreview(bits: LsbBits): void {
  const divided = bits.read(1) === 1;
  const side = (): number =>
    divided
      ? choose(
          bits,
          () => 16,
          () => 32,
          () => bits.read(5) + 1,
          () => bits.read(9) + 33,
        )
      : choose(
          bits,
          () => bits.read(6) + 1,
          () => bits.read(8) + 65,
          () => bits.read(10) + 321,
          () => bits.read(12) + 1345,
        );
  side();
  if (bits.read(3) === 0) side();
}

function readBitDepth(bits: LsbBits): number {
  const isFloat = bits.read(1) === 1;
  if (isFloat)
    return choose(
      bits,
      () => 32,
      () => 16,
      () => 24,
      () => bits.read(6) + 1,
    );
  return choose(
    bits,
    () => 8,
    () => 10,
    () => 12,
    () => bits.read(6) + 1,
  );
}
