import { crc32, deflateSync } from 'node:zlib';

export type Size = { readonly width: number; readonly height: number };

/** A PNG drawn from a seed: the same seed and size give the same bytes. Bands and a disc tell images apart by eye. */
export function drawPicture(seed: number, { width, height }: Size): Uint8Array<ArrayBuffer> {
  const lines = Buffer.alloc(height * (1 + width * 3));
  const hue = (seed * 47) % 256;
  const radius = (Math.min(width, height) * (20 + (seed % 25))) / 100;
  for (let y = 0; y < height; y += 1) {
    const start = y * (1 + width * 3) + 1;
    const line = lines.subarray(start, start + width * 3);
    const shade = Math.floor((y * 255) / height);
    line.fill(Buffer.from([hue, shade, 255 - shade]));
    const half = Math.sqrt(radius ** 2 - (y - height / 2) ** 2);
    if (!(half > 0)) continue;
    const [left, right] = [Math.floor(width / 2 - half) + 1, Math.ceil(width / 2 + half)];
    line.subarray(left * 3, right * 3).fill(Buffer.from([255 - hue, hue, shade]));
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return new Uint8Array(Buffer.concat(parts));
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.byteLength, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
