import { jpegComponents } from '@bakkum/raster/jpeg-components';
import { ByteStream } from './byte-stream.ts';

/** A JPEG inside a program. Drawing code may use the file unchanged; reading code receives its samples pixel by pixel. */
export class JpegStream extends ByteStream {
  private readonly source: ByteStream;
  private file: Uint8Array<ArrayBuffer> | undefined;
  private samples: Uint8Array | undefined;
  private at = 0;

  constructor(source: ByteStream) {
    super();
    this.source = source;
  }

  /** The whole file, from its first marker to its last. */
  bytes(): Uint8Array<ArrayBuffer> {
    this.file ??= readFile(this.source);
    return this.file;
  }

  protected pull(): number {
    this.samples ??= samplesOf(this.bytes());
    const sample = this.samples[this.at];
    this.at += 1;
    return sample ?? -1;
  }
}

const MAX_BYTES = 256 * 1024 * 1024;

/** Reads segment by segment (ITU-T T.81, B.1.1), so that nothing after the end is consumed. */
function readFile(source: ByteStream): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  const next = (): number => {
    const byte = source.read();
    if (byte >= 0) bytes.push(byte);
    return byte;
  };
  const skip = (count: number): void => {
    for (let left = count; left > 0 && next() >= 0; ) left -= 1;
  };
  next();
  next();
  let byte = next();
  while (byte >= 0 && bytes.length < MAX_BYTES) {
    if (byte !== 0xff) {
      byte = next();
      continue;
    }
    const marker = next();
    if (marker < 0 || marker === 0xd9) break;
    const isBare = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8) || marker === 1;
    if (marker === 0xff) {
      byte = 0xff;
      continue;
    }
    if (!isBare) {
      const length = next() * 256 + next();
      skip(length - 2);
    }
    byte = next();
  }
  return Uint8Array.from(bytes);
}

/** Interleaved components, converted from YCbCr if the file says so or has three of them. */
function samplesOf(file: Uint8Array<ArrayBuffer>): Uint8Array {
  const { width, height, planes } = jpegComponents(file);
  const count = planes.length;
  const samples = new Uint8Array(width * height * count);
  planes.forEach((plane, channel) => {
    for (let pixel = 0; pixel < width * height; pixel += 1) samples[pixel * count + channel] = plane[pixel] ?? 0;
  });
  const transform = adobeTransform(file);
  if (transform === undefined ? count === 3 : transform > 0 && count >= 3) toRgb(samples, count);
  return samples;
}

/** The colour transform in Adobe's segment, `undefined` without one. */
export function adobeTransform(file: Uint8Array): number | undefined {
  for (let at = 2; at + 16 < file.length && file[at] === 0xff && file[at + 1] !== 0xda; ) {
    if (file[at + 1] === 0xee && file[at + 4] === 0x41 && file[at + 5] === 0x64) return file[at + 15];
    at += 2 + (file[at + 2] ?? 0) * 256 + (file[at + 3] ?? 0);
  }
  return undefined;
}

function toRgb(samples: Uint8Array, step: number): void {
  const clamped = new Uint8ClampedArray(samples.buffer, samples.byteOffset, samples.length);
  for (let at = 0; at + 2 < samples.length; at += step) {
    const [y, cb, cr] = [samples[at] ?? 0, (samples[at + 1] ?? 0) - 128, (samples[at + 2] ?? 0) - 128];
    clamped[at] = y + 1.402 * cr;
    clamped[at + 1] = y - 0.344136 * cb - 0.714136 * cr;
    clamped[at + 2] = y + 1.772 * cb;
  }
}
