import zlib from 'node:zlib';
import type { Bytes } from '@bakkum/bytes/bytes';

/** Generated files that attack parsers. Each is small; the resources it demands are not. */

export const bytesOf = (...parts: readonly (string | Uint8Array)[]): Bytes =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));

const MIB = 1024 * 1024;
const PIECE = 16 * MIB;
/** Ten gigabytes. */
const PIECES = 640;

function numbers(...fields: readonly (readonly [length: 1 | 2 | 4 | 8, value: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([length, value]) => {
      const field = Buffer.alloc(length);
      if (length === 8) field.writeBigUInt64LE(BigInt(value));
      else field.writeUIntLE(value, 0, length);
      return field;
    }),
  );
}

type Entry = {
  readonly name: string;
  readonly content: Uint8Array;
  readonly method?: 0 | 8;
  /** Uncompressed size in the directory; the actual size by default. */
  readonly size?: number;
  readonly crc?: number;
  /** Offset of its header; after the previous entry by default. */
  readonly at?: number;
  /** Unix mode: permissions and file type. */
  readonly mode?: number;
};

/** Creates a zip by APPNOTE.TXT whose headers claim the given values. */
export function zipOf(entries: readonly Entry[]): Bytes {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let end = 0;
  for (const { name, content, method = 0, at, mode, ...told } of entries) {
    const size = told.size ?? content.length;
    const crc = told.crc ?? zlib.crc32(method === 8 ? new Uint8Array() : content);
    const isLarge = size > 0xfffffffe;
    const common = numbers(
      [2, 0x0800],
      [2, method],
      [4, 0x50436000],
      [4, crc],
      [4, content.length],
      [4, isLarge ? 0xffffffff : size],
    );
    const start = at ?? end;
    const extra = isLarge ? numbers([2, 1], [2, 8], [8, size]) : Buffer.alloc(0);
    const nameBytes = Buffer.from(name);
    if (at === undefined) {
      const local = Buffer.concat([
        numbers([4, 0x04034b50], [2, 45]),
        common,
        numbers([2, nameBytes.length], [2, 0]),
        nameBytes,
        content,
      ]);
      bodies.push(local);
      end += local.length;
    }
    directory.push(
      Buffer.concat([
        numbers([4, 0x02014b50], [2, 0x032d], [2, 45]),
        common,
        numbers(
          [2, nameBytes.length],
          [2, extra.length],
          [2, 0],
          [2, 0],
          [2, 0],
          [4, ((mode ?? 0o100644) << 16) >>> 0],
          [4, start],
        ),
        nameBytes,
        extra,
      ]),
    );
  }
  const tail = directory.reduce((sum, { length }) => sum + length, 0);
  const count = Math.min(entries.length, 0xffff);
  return bytesOf(...bodies, ...directory, numbers([4, 0x06054b50], [4, 0], [2, count], [2, count], [4, tail], [4, end], [2, 0]));
}

/** DEFLATE stream of ten gigabytes of zeros: one block, encoded so that it can be repeated any number of times. */
export function deflatedZeros(pieces = PIECES): Bytes {
  const zeros = Buffer.alloc(PIECE);
  const piece = zlib.deflateRawSync(zeros, { finishFlush: zlib.constants.Z_FULL_FLUSH });
  return bytesOf(...Array.from({ length: pieces }, () => piece), zlib.deflateRawSync(Buffer.alloc(0)));
}

export const gzipBomb = (): Bytes =>
  bytesOf(Buffer.from('1f8b0800000000000003', 'hex'), deflatedZeros(), numbers([4, 0], [4, 0]));

export const gzipOf = (text: string): Bytes => bytesOf(zlib.gzipSync(text));

/** Zstandard blocks that each expand to 128 KiB of one byte (RFC 8878, 3.1.1.2.2). */
export function zstdBomb(): Bytes {
  const block = numbers([2, 2 + ((131_072 << 3) & 0xffff)], [1, (131_072 << 3) >>> 16]);
  const blocks = Array.from({ length: 80_000 }, () => Buffer.concat([block, Buffer.of(0)]));
  const last = Buffer.of(1, 0, 0);
  return bytesOf(Buffer.from('28b52ffd', 'hex'), Buffer.of(0, 0x38), ...blocks, last);
}

/** LZ4 frames that each expand to 4 MiB of zeros. */
export function lz4Bomb(): Bytes {
  const size = 4 * MIB;
  const lengths = Buffer.concat([Buffer.alloc(Math.floor((size - 19 - 1 - 5) / 255), 255), Buffer.of((size - 19 - 1 - 5) % 255)]);
  const block = Buffer.concat([Buffer.of(0x1f, 0, 1, 0), lengths, Buffer.of(0x50, 0, 0, 0, 0, 0)]);
  // Magic number, independent blocks of up to 4 MiB, and the checksum of those two bytes.
  const head = Buffer.from('04224d18607073', 'hex');
  return bytesOf(head, ...Array.from({ length: 300 }, () => Buffer.concat([numbers([4, block.length]), block])), numbers([4, 0]));
}

/** One content under many names (an overlapping zip bomb: small, without nesting). */
export function overlappingZip(count: number, pieces: number): Bytes {
  const content = deflatedZeros(pieces);
  const size = pieces * PIECE;
  const first: Entry = { name: '0', content, method: 8, size };
  return zipOf([first, ...Array.from({ length: count }, (_, index): Entry => ({ ...first, name: String(index + 1), at: 0 }))]);
}

/** A tar with a name header of the given claimed size. */
export function tarWithHeader(type: string, size: number, content: Uint8Array): Bytes {
  const header = Buffer.alloc(512);
  header.write('name', 0);
  header.write('0000644\0', 100);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write(type, 156);
  header.write('ustar\0', 257);
  header.write('00', 263);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const padded = Buffer.alloc(Math.ceil(content.length / 512) * 512);
  padded.set(content);
  return bytesOf(header, padded, Buffer.alloc(1024));
}

/** Nested zips, the innermost of which expands to ten gigabytes. */
export function nestedZip(levels: number): Bytes {
  const bomb = zipOf([{ name: 'zeros', content: deflatedZeros(), method: 8, size: PIECES * PIECE }]);
  return Array.from({ length: levels }).reduce<Bytes>((inner) => zipOf([{ name: 'inner.zip', content: inner }]), bomb);
}

/** Each entity expands to ten of the previous one: a thousand million of the first in total. */
export function laughingXml(): string {
  const names = 'bcdefghij'.split('');
  const entities = names.map((name, index) => `<!ENTITY ${name} "${`&${'abcdefghi'[index] ?? 'a'};`.repeat(10)}">`);
  return `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "lol">${entities.join('')}]><l>&j;</l>`;
}

export function laughingYaml(): string {
  const names = 'bcdefghij'.split('');
  const lines = names.map(
    (name, index) =>
      `${name}: &${name} [${Array(10)
        .fill(`*${'abcdefghi'[index] ?? 'a'}`)
        .join(',')}]`,
  );
  return `a: &a [lol,lol]\n${lines.join('\n')}\n`;
}
