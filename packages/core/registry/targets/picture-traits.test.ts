import { expect, it } from 'vitest';
import { pictureTraits } from './picture-traits.ts';

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));
const png = (colorType: number, ...chunks: string[]): Uint8Array =>
  Uint8Array.from([
    ...[0x89, ...ascii('PNG\r\n\x1a\n')],
    ...[0, 0, 0, 13, ...ascii('IHDR'), 0, 0, 0, 1, 0, 0, 0, 1, 8, colorType, 0, 0, 0, 0, 0, 0, 0],
    ...chunks.flatMap((type) => [0, 0, 0, 1, ...ascii(type), 0, 0, 0, 0, 0]),
  ]);
const webp = (chunk: string, ...data: number[]): Uint8Array =>
  Uint8Array.from([...ascii('RIFF'), 0, 0, 0, 0, ...ascii('WEBP'), ...ascii(chunk), 10, 0, 0, 0, ...data]);

it.each([
  ['an opaque PNG', 'png', png(2, 'gAMA', 'IDAT', 'tRNS'), { transparent: false, animated: false }],
  ['a PNG with alpha', 'png', png(6, 'IDAT'), { transparent: true, animated: false }],
  ['a PNG with a transparent color', 'png', png(3, 'PLTE', 'tRNS', 'IDAT'), { transparent: true, animated: false }],
  ['an animated PNG', 'apng', png(2, 'acTL', 'IDAT'), { transparent: false, animated: true }],
  ['a PNG cut off in its header', 'png', png(2).subarray(0, 20), { transparent: false, animated: false }],
  ['a lossy WebP', 'webp', webp('VP8 ', 0, 0, 0, 0, 0), { transparent: false, animated: false }],
  ['a WebP with alpha', 'webp', webp('VP8X', 0x10, 0, 0, 0, 0), { transparent: true, animated: false }],
  ['an animated WebP', 'webp', webp('VP8X', 0x12, 0, 0, 0, 0), { transparent: true, animated: true }],
  ['a lossless WebP with alpha', 'webp', webp('VP8L', 0x2f, 0, 0, 0, 0x10), { transparent: true, animated: false }],
  ['a GIF', 'gif', new Uint8Array(), { animated: true }],
  [
    'a HEIC photo',
    'heic',
    Uint8Array.from(ascii('ftypheic meta auxC\0\0\0\0urn:com:photo:aux:hdrgainmap\0')),
    { transparent: false },
  ],
  ['a HEIC with alpha', 'heic', Uint8Array.from(ascii('auxC\0\0\0\0urn:mpeg:hevc:2015:auxid:1\0')), { transparent: true }],
  ['a HEIC with depth', 'heic', Uint8Array.from(ascii('auxC\0\0\0\0urn:mpeg:hevc:2015:auxid:12\0')), { transparent: false }],
  [
    'an AVIF with alpha',
    'avif',
    Uint8Array.from(ascii('auxC\0\0\0\0urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0')),
    { transparent: true },
  ],
  ['a JPEG', 'jpeg', new Uint8Array(), {}],
])('%s', (_, format, head, traits) => expect(pictureTraits(format, head)).toEqual(traits));
