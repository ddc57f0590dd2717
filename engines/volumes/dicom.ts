import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { corrupt, type NumberType, numbersIn, sizeOf, type Volume } from './volume.ts';

type Element = { readonly at: number; readonly length: number };
type DataSet = {
  readonly elements: ReadonlyMap<number, Element>;
  readonly view: DataView;
  readonly isLittle: boolean;
  readonly syntax: string;
};

const TAG = {
  syntax: 0x0002_0010,
  samples: 0x0028_0002,
  photometric: 0x0028_0004,
  planar: 0x0028_0006,
  frames: 0x0028_0008,
  rows: 0x0028_0010,
  columns: 0x0028_0011,
  allocated: 0x0028_0100,
  stored: 0x0028_0101,
  signed: 0x0028_0103,
  centre: 0x0028_1050,
  width: 0x0028_1051,
  intercept: 0x0028_1052,
  slope: 0x0028_1053,
  pixels: 0x7fe0_0010,
} as const;

const IMPLICIT = '1.2.840.10008.1.2';
const EXPLICIT = '1.2.840.10008.1.2.1';
const EXPLICIT_BIG = '1.2.840.10008.1.2.2';
const RUN_LENGTH = '1.2.840.10008.1.2.5';
const READABLE: ReadonlySet<string> = new Set([IMPLICIT, EXPLICIT, EXPLICIT_BIG, RUN_LENGTH]);

/**
 * Reads DICOM images, uncompressed or run-length coded. Other compressions are left to other engines. No patient data is read.
 */
export function readDicom(file: Uint8Array<ArrayBuffer>): Volume {
  const data = dataSetOf(file);
  const words = (tag: number): string => textOf(data, tag);
  const photometric = words(TAG.photometric);
  const samples = numberOf(data, TAG.samples) ?? 1;
  if (samples === 3 ? photometric !== 'RGB' : !/^MONOCHROME[12]$/.test(photometric))
    throw new ConversionError('unsupported-feature', `colours of kind ${photometric}`);
  const shape = {
    width: sizeOf(numberOf(data, TAG.columns)),
    height: sizeOf(numberOf(data, TAG.rows)),
    slices: sizeOf(words(TAG.frames).trim() || 1),
    channels: samples === 3 ? (3 as const) : (1 as const),
  };
  const type = typeOf(data);
  const count = shape.width * shape.height * shape.slices * samples;
  const raw = numbersIn(pixelsOf(data, shape, type), type, data.isLittle || data.syntax === RUN_LENGTH, count);
  const isPlanar = samples === 3 && (data.syntax === RUN_LENGTH ? false : numberOf(data, TAG.planar) === 1);
  const window = windowOf(data);
  return {
    ...shape,
    value: samples === 3 ? interleaved(raw, shape, isPlanar) : measured(data, raw),
    isNegative: photometric === 'MONOCHROME1',
    ...(window ? { window } : {}),
  };
}

function typeOf(data: DataSet): NumberType {
  const isSigned = numberOf(data, TAG.signed) === 1;
  const allocated = numberOf(data, TAG.allocated);
  if (allocated === 8) return isSigned ? 'i8' : 'u8';
  if (allocated === 16) return isSigned ? 'i16' : 'u16';
  throw new ConversionError('unsupported-feature', `${allocated ?? 0} bits a sample`);
}

/** Masks bits above those stored, then applies the rescale slope and intercept. */
function measured(data: DataSet, raw: (place: number) => number): (place: number) => number {
  const spare = (numberOf(data, TAG.allocated) ?? 16) - (numberOf(data, TAG.stored) ?? 16);
  const shift = 32 - (numberOf(data, TAG.stored) ?? 16);
  const isSigned = numberOf(data, TAG.signed) === 1;
  const slope = Number.parseFloat(textOf(data, TAG.slope)) || 1;
  const intercept = Number.parseFloat(textOf(data, TAG.intercept)) || 0;
  const clean = (value: number): number => (isSigned ? (value << shift) >> shift : (value << shift) >>> shift);
  return (place) => (spare > 0 ? clean(raw(place)) : raw(place)) * slope + intercept;
}

/** Planar red, green and blue of a frame. */
function interleaved(
  raw: (place: number) => number,
  { width, height }: { width: number; height: number },
  isPlanar: boolean,
): (place: number) => number {
  if (!isPlanar) return raw;
  const plane = width * height;
  return (place) => {
    const pixel = Math.floor(place / 3);
    return raw(Math.floor(pixel / plane) * plane * 3 + (place % 3) * plane + (pixel % plane));
  };
}

function windowOf(data: DataSet): readonly [number, number] | undefined {
  const [centre, width] = [Number.parseFloat(textOf(data, TAG.centre)), Number.parseFloat(textOf(data, TAG.width))];
  return Number.isFinite(centre) && width >= 1 ? [centre, width] : undefined;
}

function numberOf({ elements, view, isLittle }: DataSet, tag: number): number | undefined {
  const element = elements.get(tag);
  return element && element.length >= 2 ? view.getUint16(element.at, isLittle) : undefined;
}

function textOf({ elements, view }: DataSet, tag: number): string {
  const element = elements.get(tag);
  if (!element) return '';
  return new TextDecoder('latin1')
    .decode(new Uint8Array(view.buffer, view.byteOffset + element.at, element.length))
    .replace(/[\0 ]+$/, '');
}

const PREAMBLE = 132;
const UNDEFINED = 0xffff_ffff;
const LONG = /^(OB|OD|OF|OL|OV|OW|SQ|UC|UN|UR|UT|SV|UV)$/;

function dataSetOf(file: Uint8Array<ArrayBuffer>): DataSet {
  const view = viewOf(file);
  if (file.length < PREAMBLE || view.getUint32(128) !== 0x44_49_43_4d) throw corrupt('no DICOM');
  try {
    const head = elementsFrom(view, PREAMBLE, true, true, (tag) => tag >>> 16 === 2);
    const syntax = textOf({ elements: head.elements, view, isLittle: true, syntax: '' }, TAG.syntax) || IMPLICIT;
    if (!READABLE.has(syntax)) throw new ConversionError('unsupported-feature', `transfer syntax ${syntax}`);
    const isLittle = syntax !== EXPLICIT_BIG;
    const { elements } = elementsFrom(view, head.end, syntax !== IMPLICIT, isLittle, () => true);
    return { elements, view, isLittle, syntax };
  } catch (cause) {
    throw cause instanceof RangeError ? corrupt('cut off') : cause;
  }
}

/** Reads top-level elements until all required ones are found. Sequences are skipped; pixel data comes last. */
function elementsFrom(view: DataView, start: number, isExplicit: boolean, isLittle: boolean, wants: (tag: number) => boolean) {
  const elements = new Map<number, Element>();
  let at = start;
  while (at + 8 <= view.byteLength) {
    const tag = ((view.getUint16(at, isLittle) << 16) | view.getUint16(at + 2, isLittle)) >>> 0;
    if (!wants(tag)) break;
    const kind = isExplicit ? String.fromCharCode(view.getUint8(at + 4), view.getUint8(at + 5)) : '';
    const isLong = LONG.test(kind);
    const length = !isExplicit
      ? view.getUint32(at + 4, isLittle)
      : isLong
        ? view.getUint32(at + 8, isLittle)
        : view.getUint16(at + 6, isLittle);
    const body = at + (isExplicit && isLong ? 12 : 8);
    if (tag === TAG.pixels) {
      elements.set(tag, { at: body, length: length === UNDEFINED ? view.byteLength - body : length });
      break;
    }
    if (length === UNDEFINED) at = endOfSequence(view, body, isLittle);
    else {
      if (body + length > view.byteLength) throw corrupt('an element is cut off');
      elements.set(tag, { at: body, length });
      at = body + length;
    }
  }
  return { elements, end: at };
}

const ITEM = 0xfffe_e000;
const ITEM_END = 0xfffe_e00d;
const SEQUENCE_END = 0xfffe_e0dd;

/** Items of unknown length contain sequences of unknown length, so delimiters are counted. */
function endOfSequence(view: DataView, start: number, isLittle: boolean): number {
  let depth = 1;
  for (let at = start; at + 8 <= view.byteLength; ) {
    const tag = ((view.getUint16(at, isLittle) << 16) | view.getUint16(at + 2, isLittle)) >>> 0;
    const length = view.getUint32(at + 4, isLittle);
    if (tag === SEQUENCE_END) {
      depth -= 1;
      if (depth === 0) return at + 8;
      at += 8;
    } else if (tag === ITEM && length !== UNDEFINED) at += 8 + length;
    else if (tag === ITEM || tag === ITEM_END) at += 8;
    else throw new ConversionError('unsupported-feature', 'a sequence of unknown length inside another');
  }
  throw corrupt('a sequence without an end');
}

type Shape = { readonly width: number; readonly height: number; readonly slices: number; readonly channels: number };

function pixelsOf({ elements, view, syntax, isLittle }: DataSet, shape: Shape, type: NumberType): Uint8Array {
  const element = elements.get(TAG.pixels);
  if (!element) throw new ConversionError('unsupported-feature', 'no picture in it');
  const bytes = new Uint8Array(view.buffer, view.byteOffset + element.at, Math.min(element.length, view.byteLength - element.at));
  return syntax === RUN_LENGTH ? unrolled(bytes, shape, type.endsWith('16') ? 2 : 1, isLittle) : bytes;
}

/** Decodes RLE: one item per frame with a segment for each byte of each sample, high byte first. */
function unrolled(bytes: Uint8Array, { width, height, slices, channels }: Shape, size: number, isLittle: boolean): Uint8Array {
  const view = viewOf(bytes);
  const pixels = width * height;
  const result = new Uint8Array(pixels * slices * channels * size);
  let at = 8 + view.getUint32(4, isLittle); // skip the basic offset table
  for (let frame = 0; frame < slices; frame += 1) {
    const length = view.getUint32(at + 4, isLittle);
    const item = bytes.subarray(at + 8, at + 8 + length);
    const head = viewOf(item);
    const segments = head.getUint32(0, true);
    if (segments !== channels * size) throw corrupt(`${segments} segments`);
    for (let segment = 0; segment < segments; segment += 1) {
      const channel = Math.floor(segment / size);
      const byte = size - 1 - (segment % size);
      const into = (frame * pixels * channels + channel) * size + byte;
      unroll(item.subarray(head.getUint32(4 + segment * 4, true)), pixels, (index, value) => {
        result[into + index * channels * size] = value;
      });
    }
    at += 8 + length;
  }
  return result;
}

function unroll(packed: Uint8Array, count: number, put: (index: number, value: number) => void): void {
  let index = 0;
  for (let at = 0; index < count; ) {
    const control = packed[at];
    if (control === undefined) throw corrupt('run lengths are cut off');
    if (control < 128) for (let step = 0; step <= control && index < count; step += 1) put(index++, packed[at + 1 + step] ?? 0);
    else if (control > 128)
      for (let step = 0; step < 257 - control && index < count; step += 1) put(index++, packed[at + 1] ?? 0);
    at += control < 128 ? control + 2 : control > 128 ? 2 : 1;
  }
}
