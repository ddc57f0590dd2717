import type { ByteReader } from './tool.ts';

const HEAD_BYTES = 64 * 1024;
/** Identifier of the ASF File Properties Object as stored (ASF specification, 3.2). */
const ASF_FILE_PROPERTIES = [0xa1, 0xdc, 0xab, 0x8c, 0x47, 0xa9, 0xcf, 0x11, 0x8e, 0xe4, 0x00, 0xc0, 0x0c, 0x20, 0x53, 0x65];
const ASF_FILE_SIZE_AT = 40;
const ASF_FLAGS_AT = 88;
const ASF_BROADCAST = 1;
const GIF_TRAILER = 0x3b;

/** Returns whether a file is truncated, for formats where FFmpeg does not report it. */
export async function isCutOff(from: string, reader: ByteReader): Promise<boolean> {
  if (from === 'gif') return !(await endsWithTrailer(reader));
  if (from === 'wmv' || from === 'wma') return isShorterThanAsfSays(reader);
  return from === 'au' && isShorterThanAuSays(reader);
}

/** Some programs append zeros to the trailer. */
async function endsWithTrailer(reader: ByteReader): Promise<boolean> {
  const tail = await bytesAt(reader, Math.max(0, reader.size - 16), 16);
  return tail.findLast((byte) => byte !== 0) === GIF_TRAILER;
}

async function isShorterThanAsfSays(reader: ByteReader): Promise<boolean> {
  const head = await bytesAt(reader, 0, HEAD_BYTES);
  const at = head.findIndex((_, index) => ASF_FILE_PROPERTIES.every((byte, offset) => head[index + offset] === byte));
  if (at < 0 || at + ASF_FLAGS_AT + 4 > head.length) return false;
  const view = new DataView(head.buffer);
  const broadcast = (view.getUint32(at + ASF_FLAGS_AT, true) & ASF_BROADCAST) !== 0;
  return !broadcast && view.getBigUint64(at + ASF_FILE_SIZE_AT, true) > BigInt(reader.size);
}

/** The header stores the start and the length of the samples in bytes; all ones where the length was unknown. */
async function isShorterThanAuSays(reader: ByteReader): Promise<boolean> {
  const head = await bytesAt(reader, 0, 12);
  if (head.length < 12) return true;
  const view = new DataView(head.buffer);
  const bytes = view.getUint32(8);
  return bytes !== 0xffff_ffff && view.getUint32(4) + bytes > reader.size;
}

async function bytesAt(reader: ByteReader, position: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const target = new Uint8Array(Math.max(0, Math.min(length, reader.size - position)));
  await reader.read(target, position);
  return target;
}
