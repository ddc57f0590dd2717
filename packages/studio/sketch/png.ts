import type { Picture } from './canvas.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;
/** 8 bits per sample, true colour (PNG third edition, table 11.1). */
const HEADER_TAIL = [8, 2, 0, 0, 0] as const;

/** Encodes an image as a PNG file. Rows are stored as differences to the row above, which suits skies. */
export async function encodePng({ width, height, rgb }: Picture): Promise<Uint8Array<ArrayBuffer>> {
  const stride = width * 3;
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    const row = y * (stride + 1);
    rows[row] = y === 0 ? 0 : 2;
    for (let x = 0; x < stride; x++) {
      const here = rgb[y * stride + x] ?? 0;
      rows[row + 1 + x] = y === 0 ? here : here - (rgb[(y - 1) * stride + x] ?? 0);
    }
  }
  const header = new Uint8Array([...bigEndian(width), ...bigEndian(height), ...HEADER_TAIL]);
  const parts = [
    new Uint8Array(SIGNATURE),
    chunk('IHDR', header),
    chunk('IDAT', await deflate(rows)),
    chunk('IEND', new Uint8Array()),
  ];
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function chunk(name: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(data.length + 12);
  made.set(bigEndian(data.length));
  made.set(new TextEncoder().encode(name), 4);
  made.set(data, 8);
  made.set(bigEndian(checksum(made.subarray(4, 8 + data.length))), 8 + data.length);
  return made;
}

function bigEndian(value: number): readonly number[] {
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

const CHECKSUMS = new Uint32Array(256).map((_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** CRC-32 as defined by PNG. */
function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (CHECKSUMS[(value ^ byte) & 255] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
