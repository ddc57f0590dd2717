import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { type BitmapFont, type Glyph, MAX_DOTS, MAX_GLYPHS } from './font.ts';

const TABLE = {
  properties: 1,
  accelerators: 2,
  metrics: 4,
  bitmaps: 8,
  encodings: 32,
  names: 128,
  bdfAccelerators: 256,
} as const;
const COMPRESSED_METRICS = 0x100;

type Table = {
  readonly format: number;
  /** Offset after the table's format field. */
  readonly start: number;
  readonly u8: (at: number) => number;
  readonly i16: (at: number) => number;
  readonly u16: (at: number) => number;
  readonly i32: (at: number) => number;
};

/**
 * Reads the Portable Compiled Format of X11. Lengths are trusted up to the end of the file.
 * @throws ConversionError `corrupt`, RangeError past the end
 */
export function readPcf(file: Uint8Array<ArrayBuffer>): BitmapFont {
  const tables = tablesOf(file);
  const need = (type: number): Table => {
    const table = tables.get(type);
    if (!table) throw new ConversionError('corrupt', `no table ${type}`);
    return table;
  };
  const metrics = metricsOf(need(TABLE.metrics));
  const names = tables.get(TABLE.names);
  const nameAt = names ? namesOf(names, file) : () => undefined;
  const codes = codesOf(need(TABLE.encodings));
  const dotsAt = bitmapsOf(need(TABLE.bitmaps), file);
  const glyphs = metrics.map((metric, index): Glyph => {
    const code = codes.get(index);
    const width = metric.right - metric.left;
    const height = metric.ascent + metric.descent;
    if (width < 0 || height < 0 || width > MAX_DOTS || height > MAX_DOTS)
      throw new ConversionError('corrupt', `a letter of ${width} times ${height} dots`);
    return {
      ...(code === undefined ? {} : { code }),
      name: nameAt(index) ?? `char${code ?? index}`,
      width,
      height,
      left: metric.left,
      bottom: 0 - metric.descent,
      advance: metric.advance,
      dots: dotsAt(index, width, height),
    };
  });
  const accelerators = tables.get(TABLE.bdfAccelerators) ?? need(TABLE.accelerators);
  const properties = tables.get(TABLE.properties);
  return {
    properties: properties ? propertiesOf(properties, file) : [],
    ascent: accelerators.i32(accelerators.start + 8),
    descent: accelerators.i32(accelerators.start + 12),
    glyphs,
  };
}

function tablesOf(file: Uint8Array<ArrayBuffer>): ReadonlyMap<number, Table> {
  const view = viewOf(file);
  const tables = new Map<number, Table>();
  for (let index = 0; index < Math.min(view.getUint32(4, true), 64); index += 1) {
    const at = 8 + index * 16;
    const start = view.getUint32(at + 12, true);
    const format = view.getUint32(start, true);
    const isLittle = (format & 4) === 0;
    tables.set(view.getUint32(at, true), {
      format,
      start: start + 4,
      u8: (place) => view.getUint8(place),
      i16: (place) => view.getInt16(place, isLittle),
      u16: (place) => view.getUint16(place, isLittle),
      i32: (place) => view.getInt32(place, isLittle),
    });
  }
  return tables;
}

type Metric = {
  readonly left: number;
  readonly right: number;
  readonly advance: number;
  readonly ascent: number;
  readonly descent: number;
};

function metricsOf({ format, start, u8, i16, u16, i32 }: Table): readonly Metric[] {
  const isShort = (format & COMPRESSED_METRICS) !== 0;
  const count = isShort ? u16(start) : i32(start);
  if (count < 0 || count > MAX_GLYPHS) throw new ConversionError('corrupt', `${count} letters`);
  return Array.from({ length: count }, (_, index) => {
    const [left = 0, right = 0, advance = 0, ascent = 0, descent = 0] = [0, 1, 2, 3, 4].map((field) =>
      isShort ? u8(start + 2 + index * 5 + field) - 128 : i16(start + 4 + index * 12 + field * 2),
    );
    return { left, right, advance, ascent, descent };
  });
}

/** Code of each glyph by glyph index. */
function codesOf({ start, u16 }: Table): ReadonlyMap<number, number> {
  const [low, high, first, last] = [u16(start), u16(start + 2), u16(start + 4), u16(start + 6)];
  const codes = new Map<number, number>();
  const across = high - low + 1;
  for (let row = first; row <= last; row += 1)
    for (let column = low; column <= high; column += 1) {
      const glyph = u16(start + 10 + ((row - first) * across + column - low) * 2);
      if (glyph !== 0xffff && !codes.has(glyph)) codes.set(glyph, (row << 8) | column);
    }
  return codes;
}

function bitmapsOf(
  { format, start, i32, u8 }: Table,
  file: Uint8Array,
): (index: number, width: number, height: number) => Uint8Array {
  const count = i32(start);
  const padding = format & 3;
  const isHighFirst = (format & 8) !== 0;
  const unit = 1 << ((format >> 4) & 3);
  const isHighByteFirst = (format & 4) !== 0;
  const data = start + 4 + count * 4 + 16;
  // If bit and byte order differ, the bytes of each unit are reversed.
  const turn = isHighFirst === isHighByteFirst ? 0 : unit - 1;
  return (index, width, height) => {
    const pad = 1 << padding;
    const rowBytes = Math.ceil(Math.ceil(width / 8) / pad) * pad;
    const from = data + i32(start + 4 + index * 4);
    if (index >= count || from + rowBytes * height > file.length) throw new ConversionError('corrupt', 'dots are missing');
    return Uint8Array.from({ length: width * height }, (_, dot) => {
      const column = dot % width;
      const byte = u8(from + Math.floor(dot / width) * rowBytes + ((column >> 3) ^ turn));
      return (byte >> (isHighFirst ? 7 - (column & 7) : column & 7)) & 1;
    });
  };
}

/** Reads a zero-terminated string of a string table. */
function textAt(file: Uint8Array, at: number): string {
  const end = file.indexOf(0, at);
  return new TextDecoder('latin1').decode(file.subarray(at, end < 0 ? file.length : end));
}

function namesOf({ start, i32 }: Table, file: Uint8Array): (index: number) => string | undefined {
  const count = i32(start);
  const texts = start + 4 + count * 4 + 4;
  return (index) => (index < count ? textAt(file, texts + i32(start + 4 + index * 4)) : undefined);
}

function propertiesOf({ start, i32, u8 }: Table, file: Uint8Array): BitmapFont['properties'] {
  const count = i32(start);
  if (count < 0 || count > 10_000) throw new ConversionError('corrupt', `${count} properties`);
  const texts = start + 4 + Math.ceil((count * 9) / 4) * 4 + 4;
  return Array.from({ length: count }, (_, index) => {
    const at = start + 4 + index * 9;
    const value = i32(at + 5);
    return [textAt(file, texts + i32(at)), u8(at + 4) === 0 ? value : textAt(file, texts + value)] as const;
  });
}
