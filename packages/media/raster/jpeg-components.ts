import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { assertPixelCount } from './construct.ts';
import { ZIGZAG } from './zigzag.ts';

/**
 * The raw components of a JPEG at full size, for files whose components common decoders misinterpret. Baseline and extended
 * sequential, 8 bits, Huffman coded (ITU-T T.81).
 */
export type JpegComponents = {
  readonly width: number;
  readonly height: number;
  /** `width` × `height` samples each. */
  readonly planes: readonly Uint8Array[];
  /** Whether the data ended early; the remaining samples are grey. */
  readonly isCutOff: boolean;
};

type Component = {
  readonly id: number;
  readonly across: number;
  readonly down: number;
  readonly table: number;
  readonly columns: number;
  readonly rows: number;
  readonly samples: Uint8Array;
  last: number;
};

/** Symbols plus one, indexed by their code with a leading 1 bit, which keeps codes of different lengths apart. */
type Codes = { readonly lookup: Uint16Array };

type State = {
  readonly quantization: Map<number, Float32Array>;
  readonly codes: Map<number, Codes>;
  readonly components: Component[];
  width: number;
  height: number;
  interval: number;
  isCutOff: boolean;
};

/**
 * @param tables an abbreviated stream that contains only tables, where `file` omits them
 * @throws ConversionError `corrupt`, `too-large`, `unsupported-feature` (progressive, arithmetic, 12 bits)
 */
export function jpegComponents(file: Uint8Array, tables?: Uint8Array): JpegComponents {
  const state: State = {
    quantization: new Map(),
    codes: new Map(),
    components: [],
    width: 0,
    height: 0,
    interval: 0,
    isCutOff: false,
  };
  if (tables) readSegments(tables, state);
  if (!readSegments(file, state)) throw corrupt('a JPEG without a scan');
  const { width, height, components, isCutOff } = state;
  return { width, height, planes: components.map((component) => planeOf(component, state)), isCutOff };
}

/** Returns whether the segments contained a scan. */
function readSegments(file: Uint8Array, state: State): boolean {
  let at = 0;
  let scanned = false;
  while (at + 4 <= file.length) {
    if (file[at] !== 0xff) {
      at += 1;
      continue;
    }
    const marker = file[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    at += 2;
    if (marker === 0xd9) break;
    if (marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)) continue;
    const length = ((file[at] ?? 0) << 8) | (file[at + 1] ?? 0);
    const body = file.subarray(at + 2, at + length);
    at += Math.max(2, length);
    if (marker === 0xda) {
      at += readScan(body, file.subarray(at), state);
      scanned = true;
    } else readSegment(marker, body, state);
  }
  return scanned;
}

function readSegment(marker: number, body: Uint8Array, state: State): void {
  if (marker === 0xdb) readQuantization(body, state);
  else if (marker === 0xc4) readCodes(body, state);
  else if (marker === 0xdd) state.interval = ((body[0] ?? 0) << 8) | (body[1] ?? 0);
  else if (marker === 0xc0 || marker === 0xc1) readFrame(body, state);
  else if (marker >= 0xc2 && marker <= 0xcf && marker !== 0xc8 && marker !== 0xcc)
    throw new ConversionError('unsupported-feature', `JPEG of process ${marker - 0xc0}`);
}

function readQuantization(body: Uint8Array, state: State): void {
  for (let at = 0; at < body.length; ) {
    const kind = body[at] ?? 0;
    const wide = kind >> 4 !== 0;
    at += 1;
    const table = new Float32Array(64);
    for (let index = 0; index < 64; index += 1) {
      const value = wide ? ((body[at] ?? 0) << 8) | (body[at + 1] ?? 0) : (body[at] ?? 0);
      table[ZIGZAG[index] ?? 0] = value;
      at += wide ? 2 : 1;
    }
    state.quantization.set(kind & 15, table);
  }
}

function readCodes(body: Uint8Array, state: State): void {
  for (let at = 0; at + 17 <= body.length; ) {
    const kind = body[at] ?? 0;
    const counts = body.subarray(at + 1, at + 17);
    at += 17;
    const lookup = new Uint16Array(1 << 17);
    let code = 0;
    counts.forEach((count, length) => {
      for (let index = 0; index < count; index += 1) {
        lookup[(1 << (length + 1)) | code] = (body[at] ?? 0) + 1;
        code += 1;
        at += 1;
      }
      code <<= 1;
    });
    state.codes.set(kind, { lookup });
  }
}

function readFrame(body: Uint8Array, state: State): void {
  if (body[0] !== 8) throw new ConversionError('unsupported-feature', `JPEG of ${body[0] ?? 0} bits`);
  state.height = ((body[1] ?? 0) << 8) | (body[2] ?? 0);
  state.width = ((body[3] ?? 0) << 8) | (body[4] ?? 0);
  assertPixelCount(state.width, state.height);
  const given = Array.from({ length: body[5] ?? 0 }, (_, index) => body.subarray(6 + index * 3, 9 + index * 3));
  if (given.length === 0 || given.length > 4 || body.length < 6 + given.length * 3) throw corrupt('a frame of no components');
  const sampling = given.map(([, factors = 0]) => [factors >> 4, factors & 15] as const);
  if (sampling.some(([across, down]) => across < 1 || across > 4 || down < 1 || down > 4)) throw corrupt('a sampling of nothing');
  const most = [Math.max(...sampling.map(([across]) => across)), Math.max(...sampling.map(([, down]) => down))] as const;
  state.components.length = 0;
  given.forEach(([id = 0, , table = 0], index) => {
    const [across, down] = sampling[index] ?? [1, 1];
    const columns = Math.ceil(state.width / (8 * most[0])) * across;
    const rows = Math.ceil(state.height / (8 * most[1])) * down;
    state.components.push({
      id,
      across,
      down,
      table,
      columns,
      rows,
      samples: new Uint8Array(columns * rows * 64).fill(128),
      last: 0,
    });
  });
}

type Scanned = { readonly component: Component; readonly dc: Codes; readonly ac: Codes; readonly factors: Float32Array };

/** Returns the length of the scan's data in bytes. */
function readScan(body: Uint8Array, data: Uint8Array, state: State): number {
  const scanned = Array.from({ length: body[0] ?? 0 }, (_, index) =>
    scannedOf(body[1 + index * 2] ?? 0, body[2 + index * 2] ?? 0, state),
  );
  const reader = new BitReader(data);
  const { across, count, isAlone } = unitsOf(scanned, state);
  try {
    for (let unit = 0; unit < count; unit += 1) {
      if (state.interval > 0 && unit > 0 && unit % state.interval === 0) {
        reader.restart();
        for (const { component } of scanned) component.last = 0;
      }
      readUnit(reader, scanned, { x: unit % across, y: Math.floor(unit / across), isAlone });
    }
  } catch (cause) {
    if (!(cause instanceof CutOff)) throw cause;
    state.isCutOff = true;
  }
  for (const { component } of scanned) component.last = 0;
  return reader.position();
}

function scannedOf(id: number, tables: number, { components, codes, quantization }: State): Scanned {
  const component = components.find((each) => each.id === id);
  const dc = codes.get(tables >> 4);
  const ac = codes.get(16 + (tables & 15));
  const factors = component && quantization.get(component.table);
  if (!component || !dc || !ac || !factors) throw corrupt('a scan without its tables');
  return { component, dc, ac, factors };
}

/** A single component is coded block by block and only within the image; several are interleaved. */
function unitsOf(scanned: readonly Scanned[], { width, height, components }: State) {
  const [first] = scanned;
  if (!first) throw corrupt('a scan of nothing');
  const { component } = first;
  const isAlone = scanned.length === 1;
  const most = {
    across: Math.max(...components.map((each) => each.across)),
    down: Math.max(...components.map((each) => each.down)),
  };
  const across = isAlone ? Math.ceil((width * component.across) / (8 * most.across)) : component.columns / component.across;
  const down = isAlone ? Math.ceil((height * component.down) / (8 * most.down)) : component.rows / component.down;
  return { across, count: across * down, isAlone };
}

function readUnit(
  reader: BitReader,
  scanned: readonly Scanned[],
  { x, y, isAlone }: { readonly x: number; readonly y: number; readonly isAlone: boolean },
): void {
  for (const each of scanned) {
    const { across, down } = isAlone ? { across: 1, down: 1 } : each.component;
    for (let block = 0; block < across * down; block += 1)
      readBlock(reader, each, x * across + (block % across), y * down + Math.floor(block / across));
  }
}

const coefficients = new Float32Array(64);

function readBlock(reader: BitReader, { component, dc, ac, factors }: Scanned, column: number, row: number): void {
  coefficients.fill(0);
  component.last += reader.signed(reader.symbol(dc));
  coefficients[0] = component.last * (factors[0] ?? 1);
  for (let index = 1; index < 64; ) {
    const symbol = reader.symbol(ac);
    const size = symbol & 15;
    if (size === 0 && symbol !== 0xf0) break;
    index += symbol >> 4;
    const place = ZIGZAG[index];
    if (size > 0 && place !== undefined) coefficients[place] = reader.signed(size) * (factors[place] ?? 1);
    index += 1;
  }
  transform(component, column, row);
}

/** Cosines of the inverse transform including its factors, by position, then frequency. */
const COSINES = Float32Array.from(
  { length: 64 },
  (_, at) => Math.cos(((2 * (at >> 3) + 1) * (at & 7) * Math.PI) / 16) * ((at & 7) === 0 ? Math.SQRT1_2 : 1) * 0.5,
);
const halfway = new Float32Array(64);

function transform({ samples, columns }: Component, column: number, row: number): void {
  for (let v = 0; v < 8; v += 1)
    for (let x = 0; x < 8; x += 1) {
      let sum = 0;
      for (let u = 0; u < 8; u += 1) sum += (COSINES[x * 8 + u] ?? 0) * (coefficients[v * 8 + u] ?? 0);
      halfway[v * 8 + x] = sum;
    }
  const start = row * 8 * columns * 8 + column * 8;
  for (let y = 0; y < 8; y += 1)
    for (let x = 0; x < 8; x += 1) {
      let sum = 128.5;
      for (let v = 0; v < 8; v += 1) sum += (COSINES[y * 8 + v] ?? 0) * (halfway[v * 8 + x] ?? 0);
      samples[start + y * columns * 8 + x] = Math.min(255, Math.max(0, Math.floor(sum)));
    }
}

/** Upsamples a component to full size by repeating samples. */
function planeOf({ samples, columns, across, down }: Component, { width, height, components }: State): Uint8Array {
  const perColumn = Math.max(...components.map((other) => other.across)) / across;
  const perRow = Math.max(...components.map((other) => other.down)) / down;
  const plane = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / perRow) * columns * 8;
    for (let x = 0; x < width; x += 1) plane[y * width + x] = samples[row + Math.floor(x / perColumn)] ?? 0;
  }
  return plane;
}

class CutOff extends ConversionError {}

/** Reads bits of coded data and skips the stuffed zero after each 0xff. */
class BitReader {
  readonly #data: Uint8Array;
  #at = 0;
  #bits = 0;
  #held = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  position(): number {
    return this.#at;
  }

  /** Skips to the end of the next restart marker. */
  restart(): void {
    this.#held = 0;
    while (
      this.#at + 1 < this.#data.length &&
      !(this.#data[this.#at] === 0xff && ((this.#data[this.#at + 1] ?? 0) & 0xf8) === 0xd0)
    )
      this.#at += 1;
    this.#at += 2;
  }

  #bit(): number {
    if (this.#held === 0) {
      const byte = this.#data[this.#at];
      const next = this.#data[this.#at + 1];
      if (byte === undefined || (byte === 0xff && next !== 0)) throw new CutOff('corrupt', 'coded data is cut off');
      this.#at += byte === 0xff ? 2 : 1;
      this.#bits = byte;
      this.#held = 8;
    }
    this.#held -= 1;
    return (this.#bits >> this.#held) & 1;
  }

  symbol({ lookup }: Codes): number {
    let code = 1;
    for (let length = 0; length < 16; length += 1) {
      code = (code << 1) | this.#bit();
      const symbol = lookup[code] ?? 0;
      if (symbol > 0) return symbol - 1;
    }
    throw corrupt('no such code');
  }

  /** Reads a number of `size` bits; a leading zero bit marks a negative one. */
  signed(size: number): number {
    let value = 0;
    for (let index = 0; index < size; index += 1) value = (value << 1) | this.#bit();
    return size === 0 || value >= 1 << (size - 1) ? value : value - (1 << size) + 1;
  }
}
