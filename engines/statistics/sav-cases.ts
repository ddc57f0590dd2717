import { concat } from '@bakkum/bytes/bytes';
import { ByteReader } from '@bakkum/bytes/reader';
import { inflate } from '@bakkum/bytes/streams';
import { ConversionError } from '@bakkum/conversion/errors';

const PACKED = { no: 0, byCommands: 1, byZlib: 2 } as const;
const COMMAND = { nothing: 0, end: 252, raw: 253, spaces: 254, missing: 255 } as const;
const ELEMENT = 8;
const MISSING_BITS = -Number.MAX_VALUE;
const SPACE = 0x20;
/** Output limit: a one-byte command expands to at most eight bytes. */
const MAX_BYTES = 1024 * 1024 * 1024;

type Packing = { readonly compression: number; readonly bias: number };

/**
 * Unpacks the elements of all cases, eight bytes each, from the reader's position. Errors: `corrupt`, `unsupported-feature`,
 * `too-large`.
 */
export async function unpackCases(reader: ByteReader, packing: Packing): Promise<Uint8Array<ArrayBuffer>> {
  if (packing.compression === PACKED.no) return reader.take(reader.left);
  if (packing.compression === PACKED.byCommands) return obeyed(reader, packing.bias);
  if (packing.compression !== PACKED.byZlib)
    throw new ConversionError('unsupported-feature', `packed in way ${packing.compression}`);
  const commands = new ByteReader(await inflated(reader), { littleEndian: true });
  commands.littleEndian = reader.littleEndian;
  return obeyed(commands, packing.bias);
}

/** Processes eight commands and the elements some of them require. */
function obeyed(reader: ByteReader, bias: number): Uint8Array<ArrayBuffer> {
  let out = new DataView(new ArrayBuffer(Math.max(ELEMENT, reader.left * 4)));
  let at = 0;
  const room = (): void => {
    if (at + ELEMENT <= out.byteLength) return;
    if (out.byteLength > MAX_BYTES) throw new ConversionError('too-large', 'unpacks to more than a gigabyte');
    const larger = new Uint8Array(out.byteLength * 2);
    larger.set(new Uint8Array(out.buffer));
    out = new DataView(larger.buffer);
  };
  for (let ended = false; !ended && reader.left > 0; ) {
    for (const command of reader.take(Math.min(ELEMENT, reader.left))) {
      if (command === COMMAND.nothing) continue;
      ended ||= command === COMMAND.end;
      if (ended) break;
      room();
      if (command === COMMAND.raw) new Uint8Array(out.buffer).set(reader.take(ELEMENT), at);
      else if (command === COMMAND.spaces) new Uint8Array(out.buffer, at, ELEMENT).fill(SPACE);
      else out.setFloat64(at, command === COMMAND.missing ? MISSING_BITS : command - bias, reader.littleEndian);
      at += ELEMENT;
    }
  }
  return new Uint8Array(out.buffer, 0, at);
}

/** Inflates consecutive zlib blocks, located by a trailing index. */
async function inflated(reader: ByteReader): Promise<Uint8Array<ArrayBuffer>> {
  reader.skip(8);
  const trailer = reader.uint(8);
  const list = new ByteReader(reader.bytes, { littleEndian: reader.littleEndian, at: trailer + 20 });
  const blocks: Uint8Array[] = [];
  let total = 0;
  for (let left = list.i32(); left > 0; left -= 1) {
    list.skip(8);
    const start = list.uint(8);
    const unpacked = list.i32();
    const length = list.i32();
    total += unpacked;
    if (total > MAX_BYTES) throw new ConversionError('too-large', 'unpacks to more than a gigabyte');
    blocks.push(await inflate(reader.bytes.subarray(start, start + length), 'deflate', { maxBytes: MAX_BYTES }));
  }
  return concat(blocks);
}
