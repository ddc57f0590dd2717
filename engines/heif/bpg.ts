import type { Bytes } from '@bakkum/bytes/bytes';
import { ByteReader } from '@bakkum/bytes/reader';
import { ConversionError } from '@bakkum/conversion/errors';
import type { CodedPicture } from './heif-file.ts';
import { chromaStep, parametersOf } from './hevc-parameters.ts';

/** Metadata of a BPG file, as stored. */
export type BpgExtras = { readonly exif?: Bytes; readonly icc?: Bytes; readonly xmp?: Bytes };

export type BpgFile = {
  readonly width: number;
  readonly height: number;
  /** The coded image has complete chroma samples, so it may be one column or row larger than displayed. */
  readonly coded: { readonly width: number; readonly height: number };
  readonly bitDepth: number;
  readonly colour: CodedPicture;
  readonly alpha?: CodedPicture;
  /** The colours are premultiplied by alpha. */
  readonly isPremultiplied: boolean;
  readonly frames: number;
  readonly extras: BpgExtras;
};

/** Matrix coefficients (ITU-T H.273) by BPG colour space. */
const MATRICES = [6, 0, 8, 1, 9, 10] as const;
/** `chroma_format_idc` by BPG pixel format. */
const CHROMA = [0, 1, 2, 3, 1, 2] as const;
const EXIF = 1;
const ICC = 2;
const XMP = 3;

/** Parses a BPG file (specification 0.9.8). Errors: `corrupt`, `unsupported-feature` for colours other than RGB and YCbCr. */
export function readBpg(bytes: Bytes): BpgFile {
  if (bytes.length < 6 || new TextDecoder('latin1').decode(bytes.subarray(0, 4)) !== 'BPG\u00fb') throw damaged('no BPG');
  const cursor = new ByteReader(bytes, { at: 6 });
  const [first = 0, second = 0] = bytes.subarray(4, 6);
  const chroma = CHROMA[first >> 5];
  const matrix = MATRICES[second >> 4];
  if (chroma === undefined || matrix === undefined)
    throw new ConversionError('unsupported-feature', 'colours of an unknown kind');
  const [hasAlpha, isPremultiplied] = [(first & 0x10) !== 0, (second & 0x04) !== 0];
  if (!hasAlpha && isPremultiplied) throw new ConversionError('unsupported-feature', 'inks instead of colours');
  const bitDepth = (first & 0x0f) + 8;
  const [width, height] = [number(cursor), number(cursor)];
  const dataLength = number(cursor);
  const extras = (second & 0x08) === 0 ? {} : extrasOf(cursor.take(number(cursor)));
  const data = cursor.part(dataLength === 0 ? cursor.left : dataLength);
  const { across, down } = chromaStep(chroma);
  const coded = { width: Math.ceil(width / across) * across, height: Math.ceil(height / down) * down };
  const headers = (hasAlpha ? [0, chroma] : [chroma]).map((kind) =>
    parametersOf(data.take(number(data)), { ...coded, bitDepth, chroma: kind }),
  );
  const units = unitsIn(data.bytes.subarray(data.at));
  const isFull = (second & 0x02) === 0;
  const layer = (id: number, parameters: (typeof headers)[number] | undefined): CodedPicture => {
    if (!parameters) throw damaged('a header is missing');
    return { ...parameters, ...firstPicture(units, id), bitDepth, chroma: id === 1 ? 0 : chroma, matrix, isFull };
  };
  return {
    width,
    height,
    coded,
    bitDepth,
    colour: layer(0, headers.at(-1)),
    ...(hasAlpha ? { alpha: layer(1, headers[0]) } : {}),
    isPremultiplied,
    frames: units.filter((unit) => layerOf(unit) === 0 && beginsPicture(unit)).length,
    extras,
  };
}

const damaged = (what: string): ConversionError => new ConversionError('corrupt', what);

/** Reads a varint: seven bits per byte, most significant first. */
function number(cursor: ByteReader): number {
  let value = 0;
  for (let count = 0; count < 5; count += 1) {
    const byte = cursor.u8();
    value = value * 128 + (byte & 127);
    if (byte < 128) return value;
  }
  throw damaged('a number without end');
}

function extrasOf(bytes: Bytes): BpgExtras {
  const found = new Map<number, Bytes>();
  for (const cursor = new ByteReader(bytes); cursor.left > 0; ) found.set(number(cursor), cursor.take(number(cursor)).slice());
  const [exif, icc, xmp] = [EXIF, ICC, XMP].map((tag) => found.get(tag));
  // Writers prepend a byte, as in JPEG.
  return { ...(exif ? { exif: exif[0] === 0 ? exif.slice(1) : exif } : {}), ...(icc ? { icc } : {}), ...(xmp ? { xmp } : {}) };
}

/** Splits NAL units at start codes of three or four bytes; the first unit has none. */
function unitsIn(data: Bytes): readonly Bytes[] {
  const units: Bytes[] = [];
  let start = 0;
  for (let at = data.indexOf(1, 2); at >= 0; at = data.indexOf(1, at + 1)) {
    if (data[at - 1] !== 0 || data[at - 2] !== 0) continue;
    units.push(data.subarray(start, data[at - 3] === 0 ? at - 3 : at - 2));
    start = at + 1;
  }
  return [...units, data.subarray(start)].filter((unit) => unit.length > 2);
}

const PPS = 34;
const FIRST_AFTER_PICTURES = 32;

const kindOf = (unit: Bytes): number => ((unit[0] ?? 0) >> 1) & 0x3f;
const layerOf = (unit: Bytes): number => ((unit[0] ?? 0) & 1) * 32 + ((unit[1] ?? 0) >> 3);
const beginsPicture = (unit: Bytes): boolean => kindOf(unit) < FIRST_AFTER_PICTURES && ((unit[2] ?? 0) & 0x80) !== 0;

/** Extracts the parameter sets and slices of a layer's first image, renumbered as if it were the only layer. */
function firstPicture(units: readonly Bytes[], layer: number): Pick<CodedPicture, 'pps' | 'slices'> {
  const own = units.filter((unit) => layerOf(unit) === layer);
  const pps = own.find((unit) => kindOf(unit) === PPS);
  const pictures = own.filter((unit) => kindOf(unit) < FIRST_AFTER_PICTURES);
  const next = pictures.findIndex((unit, index) => index > 0 && beginsPicture(unit));
  const slices = next < 0 ? pictures : pictures.slice(0, next);
  if (!pps || slices.length === 0) throw damaged('no picture in it');
  return { pps: asOnlyLayer(pps), slices: slices.map(asOnlyLayer) };
}

function asOnlyLayer(unit: Bytes): Bytes {
  const plain = unit.slice();
  plain[0] = (plain[0] ?? 0) & 0xfe;
  plain[1] = (plain[1] ?? 0) & 0x07;
  return plain;
}
