import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import dicomParser, { type DataSet as Elements } from 'dicom-parser';
import { type NumberType, numbersIn, sizeOf, type Volume } from './volume.ts';

type DataSet = {
  readonly elements: Elements;
  readonly isLittle: boolean;
  readonly syntax: string;
};

const TAG = {
  syntax: 'x00020010',
  samples: 'x00280002',
  photometric: 'x00280004',
  planar: 'x00280006',
  frames: 'x00280008',
  rows: 'x00280010',
  columns: 'x00280011',
  allocated: 'x00280100',
  stored: 'x00280101',
  signed: 'x00280103',
  centre: 'x00281050',
  width: 'x00281051',
  intercept: 'x00281052',
  slope: 'x00281053',
  pixels: 'x7fe00010',
} as const;

const EXPLICIT_BIG = '1.2.840.10008.1.2.2';
const RUN_LENGTH = '1.2.840.10008.1.2.5';
const READABLE: ReadonlySet<string> = new Set(['1.2.840.10008.1.2', '1.2.840.10008.1.2.1', EXPLICIT_BIG, RUN_LENGTH]);

/**
 * Reads DICOM images, uncompressed or run-length coded. Other compressions are left to other engines. No patient data is read.
 */
export function readDicom(file: Uint8Array<ArrayBuffer>): Volume {
  const data = dataSetOf(file);
  const { elements } = data;
  const photometric = elements.string(TAG.photometric) ?? '';
  const samples = elements.uint16(TAG.samples) ?? 1;
  if (samples === 3 ? photometric !== 'RGB' : !/^MONOCHROME[12]$/.test(photometric))
    throw new ConversionError('unsupported-feature', `colours of kind ${photometric}`);
  const shape = {
    width: sizeOf(elements.uint16(TAG.columns)),
    height: sizeOf(elements.uint16(TAG.rows)),
    slices: sizeOf(elements.string(TAG.frames) || 1),
    channels: samples === 3 ? (3 as const) : (1 as const),
  };
  const type = typeOf(elements);
  const count = shape.width * shape.height * shape.slices * samples;
  const raw = numbersIn(pixelsOf(data, shape, type), type, data.isLittle || data.syntax === RUN_LENGTH, count);
  const isPlanar = samples === 3 && (data.syntax === RUN_LENGTH ? false : elements.uint16(TAG.planar) === 1);
  const window = windowOf(elements);
  return {
    ...shape,
    value: samples === 3 ? interleaved(raw, shape, isPlanar) : measured(elements, raw),
    isNegative: photometric === 'MONOCHROME1',
    ...(window ? { window } : {}),
  };
}

function typeOf(elements: Elements): NumberType {
  const isSigned = elements.uint16(TAG.signed) === 1;
  const allocated = elements.uint16(TAG.allocated);
  if (allocated === 8) return isSigned ? 'i8' : 'u8';
  if (allocated === 16) return isSigned ? 'i16' : 'u16';
  throw new ConversionError('unsupported-feature', `${allocated ?? 0} bits a sample`);
}

/** Masks bits above those stored, then applies the rescale slope and intercept. */
function measured(elements: Elements, raw: (place: number) => number): (place: number) => number {
  const spare = (elements.uint16(TAG.allocated) ?? 16) - (elements.uint16(TAG.stored) ?? 16);
  const shift = 32 - (elements.uint16(TAG.stored) ?? 16);
  const isSigned = elements.uint16(TAG.signed) === 1;
  const slope = elements.floatString(TAG.slope) || 1;
  const intercept = elements.floatString(TAG.intercept) || 0;
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

function windowOf(elements: Elements): readonly [number, number] | undefined {
  const [centre, width] = [elements.floatString(TAG.centre), elements.floatString(TAG.width)];
  return centre !== undefined && Number.isFinite(centre) && width !== undefined && width >= 1 ? [centre, width] : undefined;
}

const PREAMBLE = 132;

function dataSetOf(file: Uint8Array<ArrayBuffer>): DataSet {
  if (file.length < PREAMBLE || new TextDecoder().decode(file.subarray(128, PREAMBLE)) !== 'DICM') throw corrupt('no DICOM');
  const syntax = parsed(() => dicomParser.readPart10Header(file)).string(TAG.syntax) ?? '';
  if (!READABLE.has(syntax)) throw new ConversionError('unsupported-feature', `transfer syntax ${syntax}`);
  const elements = parsed(() => dicomParser.parseDicom(file, syntax === RUN_LENGTH ? {} : { untilTag: TAG.pixels }));
  return { elements, isLittle: syntax !== EXPLICIT_BIG, syntax };
}

/** The package throws strings and plain objects, always because of the file. */
function parsed(parse: () => Elements): Elements {
  try {
    return parse();
  } catch (cause) {
    throw new ConversionError('corrupt', 'not DICOM', { cause });
  }
}

type Shape = { readonly width: number; readonly height: number; readonly slices: number; readonly channels: number };

function pixelsOf({ elements, syntax }: DataSet, shape: Shape, type: NumberType): Uint8Array {
  const element = elements.elements[TAG.pixels];
  if (!element) throw new ConversionError('unsupported-feature', 'no picture in it');
  const { dataOffset, length, fragments = [] } = element;
  if (syntax !== RUN_LENGTH) return elements.byteArray.subarray(dataOffset, dataOffset + length);
  const frames = fragments.map(({ position, length: size }) => elements.byteArray.subarray(position, position + size));
  return unrolled(frames, shape, type.endsWith('16') ? 2 : 1);
}

const RUN_LENGTH_HEADER = 64;

/** Decodes RLE: one fragment per frame with a segment for each byte of each sample, high byte first. */
function unrolled(frames: readonly Uint8Array[], { width, height, slices, channels }: Shape, size: number): Uint8Array {
  const pixels = width * height;
  if (frames.length < slices || frames.some(({ length }) => length < RUN_LENGTH_HEADER)) throw corrupt('frames are missing');
  const result = new Uint8Array(pixels * slices * channels * size);
  for (const [frame, bytes] of frames.slice(0, slices).entries()) {
    const head = viewOf(bytes);
    const segments = head.getUint32(0, true);
    if (segments !== channels * size) throw corrupt(`${segments} segments`);
    for (let segment = 0; segment < segments; segment += 1) {
      const channel = Math.floor(segment / size);
      const byte = size - 1 - (segment % size);
      const into = (frame * pixels * channels + channel) * size + byte;
      unroll(bytes.subarray(head.getUint32(4 + segment * 4, true)), pixels, (index, value) => {
        result[into + index * channels * size] = value;
      });
    }
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
