import { BitWriter, MsbBits } from '@bakkum/bytes/bits';
import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';

export type Shape = { readonly width: number; readonly height: number; readonly bitDepth: number; readonly chroma: number };

/** Video and sequence parameter sets for an HEVC decoder, as NAL units. */
export type Parameters = { readonly vps: Bytes; readonly sps: Bytes };

const VPS_UNIT = [0x40, 0x01] as const;
const SPS_UNIT = [0x42, 0x01] as const;
/** Format range extensions: the profile that covers every chroma format. */
const PROFILE = 4;
const LEVEL = 180;

/** Expands BPG's short header to full parameter sets. Errors: `corrupt`. */
export function parametersOf(header: Bytes, shape: Shape): Parameters {
  return { vps: unit(VPS_UNIT, videoParameters()), sps: unit(SPS_UNIT, sequenceParameters(new MsbBits(header), shape)) };
}

/** Builds a NAL unit with emulation prevention bytes. */
function unit(head: readonly number[], content: Bytes): Bytes {
  const bytes: number[] = [...head];
  let zeros = 0;
  for (const byte of content) {
    if (zeros === 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    bytes.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Uint8Array.from(bytes);
}

/** Writes `profile_tier_level` for one layer. */
function putProfile(writer: BitWriter): BitWriter {
  writer
    .put(0, 3)
    .put(PROFILE, 5)
    .put(2 ** (31 - PROFILE), 32);
  // Progressive, not interlaced, not packed, frames only; the remaining flags are zero.
  return writer.put(0b1001, 4).put(0, 32).put(0, 12).put(LEVEL, 8);
}

function videoParameters(): Bytes {
  const writer = new BitWriter().put(0, 4).put(3, 2).put(0, 6).put(0, 3).put(1, 1).put(0xffff, 16);
  putProfile(writer).put(1, 1);
  writer.putExpGolomb(0).putExpGolomb(0).putExpGolomb(0);
  return writer.put(0, 6).putExpGolomb(0).put(0, 1).put(0, 1).put(1, 1).finish();
}

/** Writes `seq_parameter_set_rbsp` (ITU-T H.265 7.3.2.2) from the fields of the short header. */
function sequenceParameters(reader: MsbBits, { width, height, bitDepth, chroma }: Shape): Bytes {
  const writer = new BitWriter().put(0, 4).put(0, 3).put(1, 1);
  putProfile(writer).putExpGolomb(0).putExpGolomb(chroma);
  if (chroma === 3) writer.put(0, 1);
  const sizes = Array.from({ length: 5 }, () => reader.expGolomb());
  putSize(writer, { width, height, block: 2 ** ((sizes[0] ?? 0) + 3), chroma });
  writer.putExpGolomb(bitDepth - 8).putExpGolomb(bitDepth - 8);
  // Eight bits of picture order count, with one image in the buffer.
  writer.putExpGolomb(4).put(1, 1).putExpGolomb(0).putExpGolomb(0).putExpGolomb(0);
  for (const size of sizes) writer.putExpGolomb(size);
  // Inter-prediction transform depth, unused because there are no inter frames.
  writer.putExpGolomb(sizes[4] ?? 0);
  writer.put(0, 1).put(1, 1).put(reader.read(1), 1);
  copyPlainSamples(reader, writer);
  writer.putExpGolomb(0).put(0, 1).put(1, 1).put(reader.read(1), 1).put(0, 1);
  copyExtension(reader, writer);
  return writer.put(1, 1).finish();
}

type Size = { readonly width: number; readonly height: number; readonly block: number; readonly chroma: number };

/** Writes the size in full blocks, and the cropping of the last ones. */
function putSize(writer: BitWriter, { width, height, block, chroma }: Size): void {
  const [columns, rows] = [Math.ceil(width / block) * block, Math.ceil(height / block) * block];
  writer.putExpGolomb(columns).putExpGolomb(rows);
  const { across, down } = chromaStep(chroma);
  const [right, bottom] = [Math.floor((columns - width) / across), Math.floor((rows - height) / down)];
  const isCut = right > 0 || bottom > 0;
  writer.put(isCut ? 1 : 0, 1);
  if (isCut) writer.putExpGolomb(0).putExpGolomb(right).putExpGolomb(0).putExpGolomb(bottom);
}

/** Pixels per chroma sample. */
export const chromaStep = (chroma: number): { readonly across: number; readonly down: number } => ({
  across: chroma === 1 || chroma === 2 ? 2 : 1,
  down: chroma === 1 ? 2 : 1,
});

function copyPlainSamples(reader: MsbBits, writer: BitWriter): void {
  const isUsed = reader.read(1);
  writer.put(isUsed, 1);
  if (isUsed === 0) return;
  writer.put(reader.read(8), 8).putExpGolomb(reader.expGolomb()).putExpGolomb(reader.expGolomb()).put(reader.read(1), 1);
}

function copyExtension(reader: MsbBits, writer: BitWriter): void {
  const isThere = reader.read(1);
  writer.put(isThere, 1);
  if (isThere === 0) return;
  const kinds = reader.read(8);
  if ((kinds & 0x7f) !== 0) throw new ConversionError('unsupported-feature', 'extensions of HEVC');
  writer.put(kinds, 8);
  if (kinds !== 0) writer.put(reader.read(9), 9);
}
