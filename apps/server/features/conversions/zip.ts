/** Several results as one archive, written as it is read: nothing is packed, nothing kept in memory. APPNOTE.TXT 6.3.10. */
import { crc32 } from 'node:zlib';

export type ZipEntry = {
  readonly name: string;
  readonly bytes: number;
  read(): Promise<AsyncIterable<Uint8Array>>;
};

/** 4.5: from here on sizes and places need their 64-bit fields; those of the reader's are written always, as all readers know them. */
const VERSION = 45;
/** Sizes follow the file (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808;
const ALL_ONES = 0xffff_ffff;
const ZIP64 = 0x0001;

type Written = {
  readonly entry: ZipEntry;
  readonly name: Buffer;
  readonly crc: number;
  readonly size: number;
  readonly place: number;
};

/** @param at when the files were made */
export async function* storedZip(entries: readonly ZipEntry[], at: Date): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let place = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8');
    const head = localHeader(name, at);
    yield head;
    let [crc, size] = [0, 0];
    for await (const chunk of await entry.read()) {
      crc = crc32(chunk, crc);
      size += chunk.byteLength;
      yield chunk;
    }
    const foot = descriptor(crc, size);
    yield foot;
    written.push({ entry, name, crc, size, place });
    place += head.length + size + foot.length;
  }
  const directory = Buffer.concat(written.map((one) => centralHeader(one, at)));
  yield directory;
  yield ending(written.length, directory.length, place);
}

/** MS-DOS date and time, in UTC. */
function moment(at: Date): { readonly date: number; readonly time: number } {
  const date = ((Math.max(1980, at.getUTCFullYear()) - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return { date, time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1) };
}

function localHeader(name: Buffer, at: Date): Buffer {
  const { date, time } = moment(at);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x0403_4b50, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(time, 10);
  head.writeUInt16LE(date, 12);
  head.writeUInt32LE(ALL_ONES, 18);
  head.writeUInt32LE(ALL_ONES, 22);
  head.writeUInt16LE(name.length, 26);
  head.writeUInt16LE(20, 28);
  // With it the sizes after the file have 64 bits.
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(ZIP64, 0);
  extra.writeUInt16LE(16, 2);
  return Buffer.concat([head, name, extra]);
}

function descriptor(crc: number, size: number): Buffer {
  const foot = Buffer.alloc(24);
  foot.writeUInt32LE(0x0807_4b50, 0);
  foot.writeUInt32LE(crc, 4);
  foot.writeBigUInt64LE(BigInt(size), 8);
  foot.writeBigUInt64LE(BigInt(size), 16);
  return foot;
}

function centralHeader({ name, crc, size, place }: Written, at: Date): Buffer {
  const { date, time } = moment(at);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x0201_4b50, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(VERSION, 6);
  head.writeUInt16LE(FLAGS, 8);
  head.writeUInt16LE(time, 12);
  head.writeUInt16LE(date, 14);
  head.writeUInt32LE(crc, 16);
  head.writeUInt32LE(ALL_ONES, 20);
  head.writeUInt32LE(ALL_ONES, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt16LE(28, 30);
  head.writeUInt32LE(ALL_ONES, 42);
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(ZIP64, 0);
  extra.writeUInt16LE(24, 2);
  extra.writeBigUInt64LE(BigInt(size), 4);
  extra.writeBigUInt64LE(BigInt(size), 12);
  extra.writeBigUInt64LE(BigInt(place), 20);
  return Buffer.concat([head, name, extra]);
}

function ending(count: number, directoryBytes: number, directoryPlace: number): Buffer {
  const end = Buffer.alloc(56 + 20 + 22);
  end.writeUInt32LE(0x0606_4b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(VERSION, 12);
  end.writeUInt16LE(VERSION, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(directoryBytes), 40);
  end.writeBigUInt64LE(BigInt(directoryPlace), 48);
  end.writeUInt32LE(0x0706_4b50, 56);
  end.writeBigUInt64LE(BigInt(directoryPlace + directoryBytes), 64);
  end.writeUInt32LE(1, 72);
  end.writeUInt32LE(0x0605_4b50, 76);
  end.writeUInt16LE(0xffff, 84);
  end.writeUInt16LE(0xffff, 86);
  end.writeUInt32LE(ALL_ONES, 88);
  end.writeUInt32LE(ALL_ONES, 92);
  return end;
}
