import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import type { ImageMetadata } from '@bakkum/image-metadata/metadata';
import type { Orientation } from '@bakkum/raster/orient';

/** Container metadata next to the codestream (ITU-T T.832, annex A). */
export type Directory = {
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
  readonly metadata: ImageMetadata;
  readonly hasExif: boolean;
  /** The codestream extends past the end of the file: finer parts of the image are missing. */
  readonly isCut: boolean;
  /** Pixels per inch. */
  readonly dpi?: number;
  /** The same file without its orientation, which the decoder rejects. */
  readonly upright: Bytes;
};

const TAG = {
  xmp: 0x02bc,
  exif: 0x8769,
  icc: 0x8773,
  turn: 0xbc02,
  width: 0xbc80,
  height: 0xbc81,
  dpi: 0xbc82,
  start: 0xbcc0,
  length: 0xbcc1,
} as const;

const ENTRY = 12;

/**
 * Exif orientation by stored value: clockwise rotation is applied before mirroring; bit 1 mirrors vertically, bit 2 horizontally.
 */
const ORIENTATIONS: readonly Orientation[] = [1, 4, 2, 3, 6, 7, 5, 8];

type Entry = { readonly type: number; readonly count: number; readonly at: number };

/** @throws ConversionError `corrupt` if the directory is outside the file or has no size */
export function readDirectory(file: Bytes): Directory {
  try {
    return directoryIn(file);
  } catch (thrown) {
    if (thrown instanceof RangeError) throw new ConversionError('corrupt', 'the directory is not in the file', { cause: thrown });
    throw thrown;
  }
}

function directoryIn(file: Bytes): Directory {
  const view = viewOf(file);
  const entries = entriesOf(view);
  const numberOf = (tag: number): number => {
    const entry = entries.get(tag);
    if (!entry) return 0;
    return entry.type === 3
      ? view.getUint16(entry.at, true)
      : entry.type === 1
        ? view.getUint8(entry.at)
        : view.getUint32(entry.at, true);
  };
  const payload = (tag: number): Bytes | undefined => {
    const entry = entries.get(tag);
    if (!entry || entry.count <= 4) return undefined;
    const start = view.getUint32(entry.at, true);
    return start + entry.count <= file.length ? file.slice(start, start + entry.count) : undefined;
  };
  const [icc, xmp] = [payload(TAG.icc), payload(TAG.xmp)];
  const resolution = entries.get(TAG.dpi);
  const dpi = resolution ? view.getFloat32(resolution.at, true) : 0;
  return {
    width: numberOf(TAG.width),
    height: numberOf(TAG.height),
    orientation: ORIENTATIONS[numberOf(TAG.turn)] ?? 1,
    metadata: { ...(icc ? { icc } : {}), ...(xmp ? { xmp } : {}) },
    hasExif: entries.has(TAG.exif),
    isCut: numberOf(TAG.start) + numberOf(TAG.length) > file.length,
    ...(dpi >= 1 && dpi < 100_000 ? { dpi } : {}),
    upright: withoutTurn(file, entries.get(TAG.turn)),
  };
}

function entriesOf(view: DataView): ReadonlyMap<number, Entry> {
  const start = view.getUint32(4, true);
  const count = view.getUint16(start, true);
  const entries = new Map<number, Entry>();
  for (let index = 0; index < count; index += 1) {
    const at = start + 2 + index * ENTRY;
    const entry = { type: view.getUint16(at + 2, true), count: view.getUint32(at + 4, true), at: at + 8 };
    entries.set(view.getUint16(at, true), entry);
  }
  return entries;
}

function withoutTurn(file: Bytes, turn: Entry | undefined): Bytes {
  if (!turn) return file;
  const upright = file.slice();
  upright.fill(0, turn.at, turn.at + 4);
  return upright;
}
