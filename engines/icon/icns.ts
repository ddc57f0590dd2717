import { startsWith, textAt, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { asFailure, type Entry, type Listing, type Pixels8 } from './entry.ts';
import { isPng, pngEntry } from './png.ts';
import { unpackRuns } from './run-lengths.ts';

/** Bytes of the file header and of each element header: a name and a length that includes them. */
export const ICNS_HEADER = 8;

/** Elements that contain an image file (PNG, JPEG 2000) or, for the small ones, packed channels with this side. */
const PICTURES: ReadonlyMap<string, number> = new Map([
  ['icp4', 16],
  ['icp5', 32],
  ['icp6', 48],
  ['ic04', 16],
  ['ic05', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
  ['icsb', 18],
  ['icsB', 36],
  ['sb24', 24],
  ['SB24', 48],
]);

/** Elements with three packed channels, their alpha element, and bytes to skip. */
const PLANES: ReadonlyMap<string, { readonly side: number; readonly mask: string; readonly skip: number }> = new Map([
  ['is32', { side: 16, mask: 's8mk', skip: 0 }],
  ['il32', { side: 32, mask: 'l8mk', skip: 0 }],
  ['ih32', { side: 48, mask: 'h8mk', skip: 0 }],
  ['it32', { side: 128, mask: 't8mk', skip: 4 }],
]);

/** Lists an ICNS file. Throws `corrupt` if the header is invalid. Palette icons of classic Mac OS are skipped. */
export function readIcns(bytes: Uint8Array<ArrayBuffer>): Listing {
  if (bytes.length < ICNS_HEADER || !startsWith(bytes, 'icns')) throw new ConversionError('corrupt', 'no icon header');
  const { elements, isCut } = elementsOf(bytes);
  const failures = isCut ? [new ConversionError('corrupt', 'the file ends early')] : [];
  const entries: Entry[] = [];
  for (const [name, data] of elements) {
    try {
      const entry = entryOf(name, data, elements);
      if (entry) entries.push(entry);
    } catch (thrown) {
      failures.push(asFailure(thrown));
    }
  }
  if (entries.length === 0 && failures.length === 0) {
    throw new ConversionError('unsupported-feature', `only ${[...elements.keys()].join(', ')}`);
  }
  return { entries, failures, warnings: [] };
}

type Elements = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

function elementsOf(bytes: Uint8Array<ArrayBuffer>): { readonly elements: Elements; readonly isCut: boolean } {
  const view = viewOf(bytes);
  const end = Math.min(bytes.length, view.getUint32(4));
  const elements = new Map<string, Uint8Array<ArrayBuffer>>();
  let at = ICNS_HEADER;
  while (at + ICNS_HEADER <= end) {
    const length = view.getUint32(at + 4);
    if (length < ICNS_HEADER || at + length > end) break;
    const name = textAt(bytes, at, 4);
    if (!elements.has(name)) elements.set(name, bytes.subarray(at + ICNS_HEADER, at + length));
    at += length;
  }
  return { elements, isCut: at !== view.getUint32(4) };
}

function entryOf(name: string, data: Uint8Array<ArrayBuffer>, elements: Elements): Entry | undefined {
  const planes = PLANES.get(name);
  if (planes) return planesEntry(planes.side, data.subarray(planes.skip), elements.get(planes.mask));
  const side = PICTURES.get(name);
  return side === undefined ? undefined : pictureEntry(side, data);
}

function pictureEntry(side: number, data: Uint8Array<ArrayBuffer>): Entry {
  if (isPng(data)) return pngEntry(data);
  if (isJpeg2000(data)) throw new ConversionError('unsupported-feature', 'JPEG 2000 inside');
  if (startsWith(data, 'ARGB')) {
    return entry(side, (pixels) => {
      const [alpha, ...colours] = channelsOf(unpackRuns(data.subarray(4), pixels * 4), pixels);
      return [...colours, alpha];
    });
  }
  if (side > 32) throw new ConversionError('corrupt', 'neither PNG nor JPEG 2000');
  return planesEntry(side, data, undefined);
}

/** Tests for the first box of a file, or the two markers that start a bare codestream. */
function isJpeg2000(data: Uint8Array): boolean {
  return startsWith(data, 'jP  ', 4) || textAt(data, 0, 4) === '\xff\x4f\xff\x51';
}

type Channel = Uint8Array | undefined;

/** Packed red, green and blue planes; or four bytes per pixel with the first unused, if the length matches exactly. */
function planesEntry(side: number, data: Uint8Array, mask: Uint8Array | undefined): Entry {
  return entry(side, (pixels) => {
    if (mask && mask.length < pixels) throw new ConversionError('corrupt', 'mask is cut off');
    if (data.length !== pixels * 4) return [...channelsOf(unpackRuns(data, pixels * 3), pixels), mask];
    const channel = (first: number): Uint8Array => Uint8Array.from({ length: pixels }, (_, at) => data[at * 4 + first] ?? 0);
    return [channel(1), channel(2), channel(3), mask];
  });
}

function channelsOf(bytes: Uint8Array, pixels: number): readonly Channel[] {
  return Array.from({ length: bytes.length / pixels }, (_, index) => bytes.subarray(index * pixels, (index + 1) * pixels));
}

/** @param read returns red, green, blue and alpha; without alpha the image is opaque */
function entry(side: number, read: (pixels: number) => readonly Channel[]): Entry {
  return { width: side, height: side, depth: 32, decode: () => interleave(side, read(side * side)) };
}

function interleave(side: number, channels: readonly Channel[]): Pixels8 {
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [channel, values] of channels.entries()) {
    if (!values) continue;
    for (let at = 0; at < side * side; at += 1) data[at * 4 + channel] = values[at] ?? 0;
  }
  return { depth: 8, width: side, height: side, data };
}
