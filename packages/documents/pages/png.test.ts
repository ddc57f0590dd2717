import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { pngSize, readPng } from './png.ts';

function chunk(kind: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(kind, 'latin1'), data, Buffer.alloc(4)]);
}

/** A header of a gray image. */
function header(width: number, height: number, depth = 8): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data[8] = depth;
  return chunk('IHDR', data);
}

const pngOf = (...chunks: readonly Buffer[]): Uint8Array =>
  Buffer.concat([Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), ...chunks]);
const pixels = (...bytes: readonly number[]): Buffer => chunk('IDAT', deflateSync(Uint8Array.from([0, ...bytes])));

it('tells the size that an image has when it is read, also behind another chunk', () => {
  const file = pngOf(chunk('tEXt', Buffer.alloc(13, 1)), header(2, 1), pixels(7, 8));
  expect(readPng(file)).toMatchObject({ width: 2, height: 1 });
  expect(pngSize(file)).toEqual({ width: 2, height: 1 });
  expect(pngSize(pngOf(pixels(7)))).toBeUndefined();
});

it('reads no image with more bits per sample than the format has, which would take any amount of memory', () => {
  expect(readPng(pngOf(header(1, 1, 16), pixels(7, 0)))?.colour).toEqual(Uint8Array.of(7));
  for (const depth of [0, 3, 24, 255]) expect(readPng(pngOf(header(1, 1, depth), pixels(7, 0, 0)))).toBeUndefined();
});
