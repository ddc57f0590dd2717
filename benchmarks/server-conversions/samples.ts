import { readFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { pngFile } from '@bakkum/raster/png-file';
import { longRecording } from '../sound.ts';

const [WIDTH, HEIGHT, CHANNELS] = [800, 600, 3] as const;

export type Sample = {
  readonly name: string;
  readonly what: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly to: string;
};

/** Typical uploads: small files, for which the service around the engine takes more time than the engine. */
export const SAMPLES = {
  picture: (): Sample => ({ name: 'picture.png', what: `PNG of ${WIDTH} × ${HEIGHT} → JPEG`, bytes: picture(), to: 'jpeg' }),
  sound: (): Sample => ({ name: 'sound.wav', what: 'WAV of a minute → MP3', bytes: longRecording(1), to: 'mp3' }),
  document: (): Sample => ({
    name: 'document.docx',
    what: 'DOCX of 2 pages → PDF',
    bytes: new Uint8Array(readFileSync(path.resolve(import.meta.dirname, '../../tests/fixtures/documents/docx.docx'))),
    to: 'pdf',
  }),
};

/** Creates a PNG with smooth colours and slight noise, like a photo. */
function picture(): Uint8Array<ArrayBuffer> {
  const rows = Buffer.alloc((1 + WIDTH * CHANNELS) * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) {
    const start = y * (1 + WIDTH * CHANNELS) + 1;
    for (let x = 0; x < WIDTH; x += 1) {
      const noise = ((x * 7919 + y * 104_729) % 13) - 6;
      rows[start + x * CHANNELS] = 128 + 100 * Math.sin(x / 90) + noise;
      rows[start + x * CHANNELS + 1] = 128 + 100 * Math.sin(y / 70) + noise;
      rows[start + x * CHANNELS + 2] = 128 + 100 * Math.sin((x + y) / 110) + noise;
    }
  }
  return pngFile({ width: WIDTH, height: HEIGHT, channels: CHANNELS }, deflateSync(rows));
}
