import { crc32 } from '@bakkum/bytes/checksums';
import { chunksOf } from '@bakkum/bytes/streams';

/**
 * Writes a zip as a stream: files are compressed one after another, none held whole in memory. The format follows APPNOTE.TXT
 * 6.3.10: sizes follow each file (general purpose bit 3), and names are UTF-8 (bit 11). Without ZIP64 the total must stay under
 * four gigabytes, which the caller ensures.
 */

export type ZipEntry = { readonly path: string; readonly blob: Blob; readonly deflate: boolean };

const SIGNATURE = { file: 0x04034b50, descriptor: 0x08074b50, directory: 0x02014b50, end: 0x06054b50 } as const;
/** Sizes follow the data; names are UTF-8. */
const FLAGS = 0x0808;
const VERSION = 20;
const STORED = 0;
const DEFLATED = 8;

/** Limits of the format without ZIP64. */
export const MOST_ZIP_BYTES = 0xffff_ffff;

type Written = {
  readonly name: Uint8Array;
  readonly method: number;
  readonly at: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
};

/** @param now the modification time written for every file */
export function deflatedZip(entries: readonly ZipEntry[], now: Date): ReadableStream<Uint8Array<ArrayBuffer>> {
  const parts = partsOf(entries, dosTime(now));
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return();
    },
  });
}

async function* partsOf(entries: readonly ZipEntry[], time: number): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  const written: Written[] = [];
  let at = 0;
  for (const { path, blob, deflate } of entries) {
    const name = new TextEncoder().encode(path);
    const method = deflate ? DEFLATED : STORED;
    const begin = at;
    const head = [
      ...header(SIGNATURE.file, [VERSION, FLAGS, method]),
      ...four(time),
      ...four(0),
      ...four(0),
      ...four(0),
      ...two(name.length),
      ...two(0),
    ];
    const local = Uint8Array.from([...head, ...name]);
    yield local;
    at += local.length;
    const sum = new Checksum();
    const counted = blob.stream().pipeThrough(sum.stream());
    const packing = deflate ? counted.pipeThrough(new CompressionStream('deflate-raw')) : counted;
    let packed = 0;
    for await (const part of chunksOf(packing)) {
      const bytes = Uint8Array.from(part);
      packed += bytes.length;
      yield bytes;
    }
    const tail = Uint8Array.from([...four(SIGNATURE.descriptor), ...four(sum.crc), ...four(packed), ...four(sum.size)]);
    yield tail;
    at += packed + tail.length;
    written.push({ name, method, at: begin, crc: sum.crc, packed, size: sum.size });
  }
  yield directory(written, at, time);
}

function directory(written: readonly Written[], at: number, time: number): Uint8Array<ArrayBuffer> {
  const rows = written.flatMap((file) => [
    ...header(SIGNATURE.directory, [VERSION, VERSION, FLAGS, file.method]),
    ...four(time),
    ...four(file.crc),
    ...four(file.packed),
    ...four(file.size),
    ...two(file.name.length),
    ...Array.from({ length: 8 }, () => 0), // no extra field, no comment, first disk, no text attribute
    ...four(0),
    ...four(file.at),
    ...file.name,
  ]);
  const count = two(written.length);
  return Uint8Array.from([
    ...rows,
    ...four(SIGNATURE.end),
    ...four(0),
    ...count,
    ...count,
    ...four(rows.length),
    ...four(at),
    ...two(0),
  ]);
}

function header(signature: number, fields: readonly number[]): readonly number[] {
  return [...four(signature), ...fields.flatMap(two)];
}

function two(value: number): readonly number[] {
  return [value & 0xff, (value >>> 8) & 0xff];
}

function four(value: number): readonly number[] {
  return [...two(value & 0xffff), ...two(value >>> 16)];
}

/** MS-DOS time and date in steps of two seconds, from 1980. */
function dosTime(now: Date): number {
  const time = (now.getHours() << 11) | (now.getMinutes() << 5) | (now.getSeconds() >> 1);
  const date = ((now.getFullYear() - 1980) << 9) | ((now.getMonth() + 1) << 5) | now.getDate();
  return ((date << 16) | time) >>> 0;
}

/** CRC-32 and length of the passing bytes. */
class Checksum {
  crc = 0;
  size = 0;

  stream(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
    return new TransformStream({
      transform: (part, controller) => {
        this.crc = crc32(part, this.crc);
        this.size += part.length;
        controller.enqueue(part);
      },
    });
  }
}
