import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { inflate } from '@bakkum/bytes/streams';
import { ConversionError } from '@bakkum/conversion/errors';
import { assertPixelCount } from '@bakkum/raster/construct';
import type { Pixels } from '@bakkum/raster/raster';

const BLOCK = 2880;
const CARD = 80;
const MAX_PLANES = 1000;
/** Largest level of 16 bits. */
const WHITE = 65_535;

type Cards = ReadonlyMap<string, string>;
type Unit = { readonly cards: Cards; readonly dataStart: number };
/** Samples of one array, first axis fastest, rows bottom-up. */
type Samples = {
  readonly width: number;
  readonly height: number;
  readonly planes: number;
  readonly values: Float64Array;
  readonly cards: Cards;
};

/**
 * Decodes the first image in a FITS 4.0 file, uncompressed or tile-compressed with GZIP. Each plane becomes a grey image scaled
 * to the range in the header, otherwise to its minimum and maximum.
 */
export async function decodeFits(bytes: Uint8Array<ArrayBuffer>): Promise<readonly [Pixels, ...Pixels[]]> {
  for (const unit of headerUnits(bytes)) {
    const samples = unit.cards.get('ZIMAGE') === 'T' ? await readTiles(bytes, unit) : readArray(bytes, unit);
    if (samples) return planesOf(samples);
  }
  throw new ConversionError('unsupported-feature', 'no image in the FITS file');
}

function* headerUnits(bytes: Uint8Array): Generator<Unit> {
  let start = 0;
  while (start + BLOCK <= bytes.length) {
    const { cards, end } = readCards(bytes, start);
    yield { cards, dataStart: end };
    const size = dataBytes(cards);
    start = end + Math.ceil(size / BLOCK) * BLOCK;
  }
}

function readCards(bytes: Uint8Array, start: number): { cards: Cards; end: number } {
  const cards = new Map<string, string>();
  const decoder = new TextDecoder('latin1');
  for (let at = start; at + CARD <= bytes.length; at += CARD) {
    const card = decoder.decode(bytes.subarray(at, at + CARD));
    const keyword = card.slice(0, 8).trimEnd();
    if (keyword === 'END') return { cards, end: start + Math.ceil((at + CARD - start) / BLOCK) * BLOCK };
    if (card[8] === '=') cards.set(keyword, valueOf(card.slice(10)));
  }
  throw new ConversionError('corrupt', 'FITS header without an end');
}

function valueOf(field: string): string {
  const quoted = /^\s*'((?:[^']|'')*)'/.exec(field)?.[1];
  return (quoted ?? field.split('/')[0] ?? '').trim();
}

function numberOf(cards: Cards, keyword: string, otherwise: number): number {
  const value = Number((cards.get(keyword) ?? '').replace(/d/i, 'E'));
  return cards.has(keyword) && Number.isFinite(value) ? value : otherwise;
}

function axes(cards: Cards, prefix: '' | 'Z'): readonly number[] {
  const count = numberOf(cards, `${prefix}NAXIS`, 0);
  return Array.from({ length: Math.min(count, 999) }, (_, index) => numberOf(cards, `${prefix}NAXIS${index + 1}`, 0));
}

function dataBytes(cards: Cards): number {
  const lengths = axes(cards, '');
  const elements = lengths.length === 0 ? 0 : lengths.reduce((product, length) => product * length, 1);
  return (Math.abs(numberOf(cards, 'BITPIX', 8)) / 8) * numberOf(cards, 'GCOUNT', 1) * (numberOf(cards, 'PCOUNT', 0) + elements);
}

function shapeOf(lengths: readonly number[]): { width: number; height: number; planes: number } | undefined {
  const [width = 0, height = 0, ...others] = lengths;
  const planes = others.reduce((product, length) => product * length, 1);
  if (width < 1 || height < 1 || planes < 1) return undefined;
  assertPixelCount(width, height);
  if (planes > MAX_PLANES) throw new ConversionError('too-large', `${planes} planes`);
  assertPixelCount(width, height * planes);
  return { width, height, planes };
}

function readArray(bytes: Uint8Array<ArrayBuffer>, { cards, dataStart }: Unit): Samples | undefined {
  const isImage = cards.has('SIMPLE') || cards.get('XTENSION') === 'IMAGE';
  const shape = isImage ? shapeOf(axes(cards, '')) : undefined;
  if (!shape) return undefined;
  const bitpix = numberOf(cards, 'BITPIX', 8);
  const count = shape.width * shape.height * shape.planes;
  if (dataStart + (count * Math.abs(bitpix)) / 8 > bytes.length) throw new ConversionError('corrupt', 'FITS data is cut off');
  const values = new Float64Array(count);
  readValues(new DataView(bytes.buffer, bytes.byteOffset + dataStart), bitpix, values, 0, count);
  return { ...shape, values, cards };
}

/** Reads big-endian integers or floating-point numbers according to BITPIX. */
function readValues(view: DataView, bitpix: number, values: Float64Array, start: number, count: number): void {
  const read: Readonly<Record<number, (at: number) => number>> = {
    8: (at) => view.getUint8(at),
    16: (at) => view.getInt16(at * 2),
    32: (at) => view.getInt32(at * 4),
    [-32]: (at) => view.getFloat32(at * 4),
    [-64]: (at) => view.getFloat64(at * 8),
  };
  const reader = read[bitpix];
  if (!reader) throw new ConversionError('unsupported-feature', `BITPIX ${bitpix}`);
  for (let index = 0; index < count; index += 1) values[start + index] = reader(index);
}

/** Reads the tile compression convention (FITS 4.0, section 10) with one row per tile, integers and GZIP_1. */
async function readTiles(bytes: Uint8Array<ArrayBuffer>, { cards, dataStart }: Unit): Promise<Samples> {
  const shape = shapeOf(axes(cards, 'Z'));
  const bitpix = numberOf(cards, 'ZBITPIX', 0);
  const wholeRows = shape && numberOf(cards, 'ZTILE1', 0) === shape.width && numberOf(cards, 'ZTILE2', 1) === 1;
  const plain = cards.get('ZCMPTYPE') === 'GZIP_1' && !cards.has('ZSCALE') && numberOf(cards, 'TFIELDS', 0) === 1;
  if (!shape || !wholeRows || !plain || bitpix < 0)
    throw new ConversionError('unsupported-feature', 'this kind of tile compression');
  const rowBytes = numberOf(cards, 'NAXIS1', 8);
  const rowCount = shape.height * shape.planes;
  const heap = dataStart + numberOf(cards, 'THEAP', rowBytes * numberOf(cards, 'NAXIS2', 0));
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const values = new Float64Array(shape.width * rowCount);
  for (let row = 0; row < rowCount; row += 1) {
    const length = view.getUint32(dataStart + row * rowBytes);
    const offset = heap + view.getUint32(dataStart + row * rowBytes + 4);
    const tile = await inflate(bytes.subarray(offset, offset + length), 'gzip', { maxBytes: shape.width * 8 });
    readValues(viewOf(tile), storedBits(tile, shape.width, bitpix), values, row * shape.width, shape.width);
  }
  return { ...shape, values, cards };
}

/** Writers may store wider integers than ZBITPIX declares (fpack stores 32 bits), so the width follows from the tile's length. */
function storedBits(tile: Bytes, samples: number, bitpix: number): number {
  const bits = (tile.byteLength / samples) * 8;
  if (bits < bitpix) throw new ConversionError('corrupt', 'a compressed tile is too short');
  return bits;
}

function planesOf(samples: Samples): readonly [Pixels, ...Pixels[]] {
  const { values, width, height } = samples;
  const levelOf = levelsFor(samples);
  const plane = (index: number): Pixels => {
    const data = new Uint16Array(width * height * 4);
    for (let y = 0; y < height; y += 1) {
      const source = index * width * height + (height - 1 - y) * width;
      for (let x = 0; x < width; x += 1) {
        const value = values[source + x] ?? 0;
        const level = Number.isNaN(value) ? 0 : levelOf(value);
        data.fill(level, (y * width + x) * 4, (y * width + x) * 4 + 3);
        data[(y * width + x) * 4 + 3] = WHITE;
      }
    }
    return { depth: 16, width, height, data };
  };
  return [plane(0), ...Array.from({ length: samples.planes - 1 }, (_, index) => plane(index + 1))];
}

/** Nearly all values of an image of faint stars lie within this share of the range, and would all be black. */
const FAINT = 0.02;
/** Values that are sorted to find their spread. */
const SORTED = 50_000;

/**
 * Returns the function from values to levels of 16 bits: linear, unless that would leave one grey with a few bright points. Then
 * levels grow with the inverse hyperbolic sine, as astronomers stretch such images; every difference remains.
 */
function levelsFor({ values, cards }: Samples): (value: number) => number {
  const [low, high] = rangeOf(values, cards);
  const spread = spreadOf(values);
  const isFaint = spread.most > spread.least && spread.most - spread.least < (high - low) * FAINT;
  const scaled = isFaint
    ? (value: number): number => Math.asinh((value - spread.middle) / (spread.most - spread.least))
    : (value: number): number => value;
  const [from, to] = (isFaint ? extremesOf(values) : [low, high]).map(scaled);
  if (from === undefined || to === undefined || !(to > from)) return (value) => (value === Number.POSITIVE_INFINITY ? WHITE : 0);
  return (value) => Math.round(Math.min(1, Math.max(0, (scaled(value) - from) / (to - from))) * WHITE);
}

/** Returns the median and the values that all but 1 % at either end lie between. */
function spreadOf(values: Float64Array): { readonly least: number; readonly middle: number; readonly most: number } {
  const step = Math.ceil(values.length / SORTED);
  const sorted = values.filter((value, index) => index % step === 0 && Number.isFinite(value)).sort();
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { least: at(0.01), middle: at(0.5), most: at(0.99) };
}

/** Range of stored values. DATAMIN and DATAMAX are physical values, so the scaling is reverted. */
function rangeOf(values: Float64Array, cards: Cards): readonly [number, number] {
  const scale = numberOf(cards, 'BSCALE', 1) || 1;
  const zero = numberOf(cards, 'BZERO', 0);
  const [named, other] = [numberOf(cards, 'DATAMIN', 0), numberOf(cards, 'DATAMAX', 0)].map((value) => (value - zero) / scale);
  if (named !== undefined && other !== undefined && other > named) return [named, other];
  return extremesOf(values);
}

/** Range without infinite values, which overflown or saturated pixels have. */
function extremesOf(values: Float64Array): readonly [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}
