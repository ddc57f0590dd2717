import { type ColourSpace, componentsOf, defaultDecode } from '../colour/colour-space.ts';
import { drawMask } from '../colour/image-mask.ts';
import { colourOf } from '../colour/run-colour.ts';
import { type ImageLayout, readSamples } from '../colour/samples.ts';
import type { Picture } from '../display-list.ts';
import { type ByteStream, PiecesStream } from '../filters/byte-stream.ts';
import { adobeTransform, JpegStream } from '../filters/jpeg-stream.ts';
import type { Matrix } from '../graphics/matrix.ts';
import { pictureMatrix } from '../graphics/painting.ts';
import { entry, itemsOf, numberIn, numbersIn, type PsDict, type PsObject, type PsString } from '../machine/objects.ts';
import { matrixIn } from '../machine/operand-stack.ts';
import { PsError } from '../machine/program-errors.ts';
import type { Vm } from '../machine/vm.ts';
import { streamOf } from './files.ts';
import type { Operators } from './operators.ts';

const MAX_PIXELS = 100_000_000;

type Image = ImageLayout & {
  readonly matrix: Matrix;
  readonly decode: readonly number[] | undefined;
  readonly interpolate: boolean;
  readonly sources: readonly PsObject[];
  /** Masked samples: an exact value or a range for each component. */
  readonly hidden: readonly number[] | undefined;
};

function checked<T extends ImageLayout>(vm: Vm, image: T): T {
  const { width, height, bits } = image;
  if (!(width >= 0 && height >= 0) || ![1, 2, 4, 8, 12, 16].includes(bits)) throw new PsError('rangecheck');
  if (width * height > MAX_PIXELS) throw new PsError('limitcheck', 'a picture too large');
  vm.charge(width * height * 4);
  return image;
}

function fromDict(vm: Vm, object: PsDict, components: number): Image {
  const matrix = entry(object, 'ImageMatrix');
  const source = entry(object, 'DataSource');
  if (matrix?.kind !== 'array' || !source) throw new PsError('undefined', 'a picture without data');
  const isMultiple = entry(object, 'MultipleDataSources');
  const several = isMultiple?.kind === 'boolean' && isMultiple.value && source.kind === 'array';
  const interpolate = entry(object, 'Interpolate');
  return checked(vm, {
    width: numberIn(entry(object, 'Width')) ?? 0,
    height: numberIn(entry(object, 'Height')) ?? 0,
    bits: numberIn(entry(object, 'BitsPerComponent')) ?? 1,
    components,
    matrix: matrixIn(matrix),
    decode: numbersIn(entry(object, 'Decode')),
    interpolate: interpolate?.kind === 'boolean' && interpolate.value,
    sources: several ? itemsOf(source) : [source],
    isPlanar: several,
    hidden: numbersIn(entry(object, 'MaskColor')),
  });
}

/** Five operands: width, height, bits, matrix, source. */
function fromOperands(vm: Vm): Image {
  const source = vm.operands.pop();
  const matrix = vm.operands.matrix();
  const [width = 0, height = 0, bits = 0] = vm.operands.numbers(3);
  const plain = { matrix, decode: undefined, interpolate: false, sources: [source], isPlanar: false, hidden: undefined };
  return checked(vm, { width, height, bits, components: 1, ...plain });
}

function image(vm: Vm): void {
  if (vm.operands.peek().kind !== 'dict') {
    drawImage(vm, fromOperands(vm), { kind: 'gray' });
    return;
  }
  const object = vm.operands.dict();
  const kind = numberIn(entry(object, 'ImageType')) ?? 1;
  if (kind === 3) drawMasked(vm, object);
  else drawImage(vm, fromDict(vm, object, componentsOf(vm.state.space)), vm.state.space, kind === 4 ? object : undefined);
}

function colourImage(vm: Vm): void {
  const count = vm.operands.integer();
  const isPlanar = vm.operands.boolean();
  const space = ({ 1: 'gray', 3: 'rgb', 4: 'cmyk' } as const)[count];
  if (!space) throw new PsError('rangecheck');
  const sources = vm.operands.popMany(isPlanar ? count : 1);
  const matrix = vm.operands.matrix();
  const [width = 0, height = 0, bits = 0] = vm.operands.numbers(3);
  const plain = { decode: undefined, interpolate: false, hidden: undefined };
  drawImage(vm, checked(vm, { width, height, bits, components: count, matrix, sources, isPlanar, ...plain }), { kind: space });
}

/** Sources as streams; a single procedure that is called repeatedly supplies all data. */
function streamsOf(vm: Vm, sources: readonly PsObject[]): readonly ByteStream[] {
  return sources.map((source) => (source.kind === 'string' ? endless(source) : streamOf(vm, source)));
}

/** A string restarts when it is used up. */
function endless(source: PsString): ByteStream {
  if (source.bytes.length === 0) throw new PsError('rangecheck');
  return new PiecesStream(() => source.bytes);
}

function drawImage(vm: Vm, image: Image, space: ColourSpace, colourKeyed?: PsDict): void {
  const matrix = pictureMatrix(image.matrix, image.width, image.height, vm.state.ctm);
  const streams = streamsOf(vm, image.sources);
  const jpeg = colourKeyed ? undefined : plainJpeg(vm, image, space, streams);
  const picture = jpeg ?? coloured(vm, image, space, readSamples(image, streams));
  if (!matrix || image.width === 0 || image.height === 0) return;
  vm.draw({ kind: 'picture', picture, matrix, isSmooth: image.interpolate, clip: vm.state.clip });
}

/** A JPEG is passed on unchanged if every reader interprets its samples the same way. */
function plainJpeg(vm: Vm, image: Image, space: ColourSpace, streams: readonly ByteStream[]): Picture | undefined {
  const [stream] = streams;
  if (!(stream instanceof JpegStream) || image.bits !== 8 || vm.state.transferTable) return undefined;
  const isPlain = space.kind === 'gray' || space.kind === 'rgb' || (space.kind === 'cie' && space.count < 4);
  const decodes = !image.decode || image.decode.every((value, index) => value === index % 2);
  if (!isPlain || !decodes) return undefined;
  const bytes = stream.bytes();
  // Readers would take three RGB components for YCbCr.
  if (componentsOf(space) === 3 && adobeTransform(bytes) === 0) return undefined;
  return { kind: 'jpeg', components: componentsOf(space), width: image.width, height: image.height, bytes };
}

function coloured(vm: Vm, image: Image, space: ColourSpace, samples: Uint16Array | Uint8Array): Picture {
  const { width, height, bits, hidden } = image;
  const count = componentsOf(space);
  const most = 2 ** Math.min(bits, 8) - 1;
  const decode = image.decode ?? defaultDecode(space, bits);
  const data = new Uint8ClampedArray(width * height * 4);
  const tables = Array.from({ length: count }, (_, channel) => decodeTable(decode, channel, most));
  const write = writerFor(vm, space, tables);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    write(samples, pixel * count, data, pixel * 4);
    data[pixel * 4 + 3] = hidden && isHidden(samples, pixel * count, count, hidden) ? 0 : 255;
  }
  return { kind: 'pixels', width, height, data };
}

function decodeTable(decode: readonly number[], channel: number, most: number): Float32Array {
  const [low = 0, high = 1] = decode.slice(channel * 2, channel * 2 + 2);
  return Float32Array.from({ length: most + 1 }, (_, sample) => low + (sample / most) * (high - low));
}

function isHidden(samples: ArrayLike<number>, at: number, count: number, hidden: readonly number[]): boolean {
  for (let channel = 0; channel < count; channel += 1) {
    const sample = samples[at + channel] ?? 0;
    const [low = 0, high = low] = hidden.length === count ? [hidden[channel]] : hidden.slice(channel * 2, channel * 2 + 2);
    if (sample < low || sample > high) return false;
  }
  return true;
}

type WritePixel = (samples: ArrayLike<number>, from: number, data: Uint8ClampedArray, to: number) => void;

/** Converts the common spaces directly, others through a cache of sample combinations. */
function writerFor(vm: Vm, space: ColourSpace, tables: readonly Float32Array[]): WritePixel {
  const [first, second, third] = tables;
  const isPlain = vm.state.transferTable === undefined && space.kind === 'rgb';
  if (isPlain && first && second && third) {
    return (samples, from, data, to) => {
      data[to] = (first[samples[from] ?? 0] ?? 0) * 255;
      data[to + 1] = (second[samples[from + 1] ?? 0] ?? 0) * 255;
      data[to + 2] = (third[samples[from + 2] ?? 0] ?? 0) * 255;
    };
  }
  const known = new Map<number, readonly number[]>();
  return (samples, from, data, to) => {
    let key = 0;
    for (let channel = 0; channel < tables.length; channel += 1) key = key * 256 + (samples[from + channel] ?? 0);
    let colour = known.get(key);
    if (!colour) {
      const components = tables.map((table, channel) => table[samples[from + channel] ?? 0] ?? 0);
      colour = colourOf(vm, space, components).map((value) => value * 255);
      if (known.size < 200_000 && tables.length <= 6) known.set(key, colour);
    }
    data[to] = colour[0] ?? 0;
    data[to + 1] = colour[1] ?? 0;
    data[to + 2] = colour[2] ?? 0;
  };
}

/** An image with its own stencil (ImageType 3). */
function drawMasked(vm: Vm, object: PsDict): void {
  const [data, mask] = [entry(object, 'DataDict'), entry(object, 'MaskDict')];
  if (data?.kind !== 'dict' || mask?.kind !== 'dict') throw new PsError('typecheck');
  const kind = numberIn(entry(object, 'InterleaveType')) ?? 3;
  const { space } = vm.state;
  const picture = fromDict(vm, data, componentsOf(space));
  if (kind !== 3) {
    // With mask and samples in one stream, the colour matters more than the stencil.
    if (kind === 1) drawImage(vm, { ...picture, components: componentsOf(space) + 1 }, space);
    else throw new PsError('unregistered', 'rows of a stencil between rows of a picture');
    return;
  }
  const stencil = fromDict(vm, mask, 1);
  const colours = coloured(vm, picture, space, readSamples(picture, streamsOf(vm, picture.sources)));
  const bits = readSamples({ ...stencil, bits: 1 }, streamsOf(vm, stencil.sources));
  const shown = stencil.decode?.[0] === 1 ? 1 : 0;
  if (colours.kind === 'pixels') applyStencil(colours, stencil, bits, shown);
  const matrix = pictureMatrix(picture.matrix, picture.width, picture.height, vm.state.ctm);
  if (matrix) vm.draw({ kind: 'picture', picture: colours, matrix, isSmooth: picture.interpolate, clip: vm.state.clip });
}

function applyStencil(
  { width, height, data }: Extract<Picture, { kind: 'pixels' }>,
  stencil: ImageLayout,
  bits: ArrayLike<number>,
  shown: number,
): void {
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * stencil.height) / height) * stencil.width;
    for (let x = 0; x < width; x += 1) {
      const bit = bits[row + Math.floor((x * stencil.width) / width)] ?? 0;
      if (bit !== shown) data[(y * width + x) * 4 + 3] = 0;
    }
  }
}

function imageMask(vm: Vm): void {
  const isDict = vm.operands.peek().kind === 'dict';
  const mask = isDict ? fromDict(vm, vm.operands.dict(), 1) : maskOperands(vm);
  const paints = isDict ? (mask.decode?.[0] === 1 ? 1 : 0) : (mask.decode?.[0] ?? 0);
  const bits = readSamples({ ...mask, bits: 1 }, streamsOf(vm, mask.sources));
  const matrix = pictureMatrix(mask.matrix, mask.width, mask.height, vm.state.ctm);
  if (matrix && mask.width > 0 && mask.height > 0) drawMask(vm, { width: mask.width, height: mask.height, bits, paints }, matrix);
}

/** Width, height, polarity, matrix, source: with a true polarity, ones are painted. */
function maskOperands(vm: Vm): Image {
  const source = vm.operands.pop();
  const matrix = vm.operands.matrix();
  const polarity = vm.operands.boolean();
  const [width = 0, height = 0] = vm.operands.numbers(2);
  const plain = { bits: 1, components: 1, interpolate: false, sources: [source], isPlanar: false, hidden: undefined };
  return checked(vm, { width, height, matrix, decode: [polarity ? 1 : 0], ...plain });
}

export const IMAGE_OPERATORS: Operators = {
  image,
  colorimage: colourImage,
  imagemask: imageMask,
};
