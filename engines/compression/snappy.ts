import type { Bytes } from '@bakkum/bytes/bytes';
import { crc32c } from '@bakkum/bytes/checksums';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { packSnappy, unpackSnappy } from '@bakkum/copying-codecs/snappy-block';
import { inPieces } from './byte-source.ts';
import type { Codec } from './codec.ts';

const CHUNK = { packed: 0x00, stored: 0x01, firstSkippable: 0x80, identifier: 0xff } as const;
const IDENTIFIER = Uint8Array.of(0xff, 6, 0, 0, 0x73, 0x4e, 0x61, 0x50, 0x70, 0x59);
/** Maximum unpacked size of a chunk (Snappy framing format, 4.2). */
const MAX_CHUNK_BYTES = 65_536;

/** Snappy in its framing format, the form used for files. */
export const snappy: Codec = {
  async *unpack(source) {
    for (let first = true; source.left > 0; first = false) {
      const kind = await source.u8();
      const length = await source.number(3, 'little');
      if (first && kind !== CHUNK.identifier) throw corrupt('no stream of Snappy');
      if (kind === CHUNK.packed || kind === CHUNK.stored) {
        const sum = await source.number(4, 'little');
        const content = await source.take(length - 4);
        const bytes = kind === CHUNK.packed ? unpackSnappy(content, MAX_CHUNK_BYTES) : content.slice();
        if (masked(crc32c(bytes)) !== sum) throw corrupt('a chunk with a wrong checksum');
        yield bytes;
      } else if (kind >= CHUNK.firstSkippable) await source.take(length);
      else throw new ConversionError('unsupported-feature', `a chunk of kind ${kind}`);
    }
  },
  async *pack(chunks) {
    yield IDENTIFIER;
    for await (const piece of inPieces(chunks, MAX_CHUNK_BYTES)) {
      const packed = packSnappy(piece);
      const isSmaller = packed.length < piece.length;
      const content = isSmaller ? packed : piece;
      yield head(isSmaller ? CHUNK.packed : CHUNK.stored, content.length + 4, masked(crc32c(piece)));
      yield content;
    }
  },
};

/** Masks a checksum so that data containing checksums does not weaken it (section 4). */
const masked = (sum: number): number => (((sum >>> 15) | (sum << 17)) + 0xa282ead8) >>> 0;

function head(kind: number, length: number, sum: number): Bytes {
  const bytes = new Uint8Array(8);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, (kind | (length << 8)) >>> 0, true);
  view.setUint32(4, sum, true);
  return bytes;
}
