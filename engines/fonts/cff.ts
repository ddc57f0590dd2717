import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { Charstring, type Cubic } from './charstring.ts';

/** Adobe Technical Note 5176, "The Compact Font Format Specification". */
const CHARSTRINGS = 17;
const PRIVATE = 18;
const SUBRS = 19;
const ROS = 1230;
const FD_ARRAY = 1236;
const FD_SELECT = 1237;
const CHARSTRING_TYPE = 1206;

type Dict = ReadonlyMap<number, readonly number[]>;
type Index = { readonly items: readonly Bytes[]; readonly end: number };

/** Reads the outlines of all glyphs. Errors: RangeError if truncated, `unsupported-feature`. */
export function readCff(table: Bytes): readonly (readonly Cubic[])[] {
  const names = readIndex(table, table[2] ?? 4);
  const tops = readIndex(table, names.end);
  const strings = readIndex(table, tops.end);
  const globals = readIndex(table, strings.end).items;
  const top = readDict(tops.items[0] ?? new Uint8Array());
  if ((top.get(CHARSTRING_TYPE)?.[0] ?? 2) !== 2) throw new ConversionError('unsupported-feature', 'charstrings of type 1');
  const charstrings = readIndex(table, offsetOf(top, CHARSTRINGS)).items;
  const fonts = top.has(ROS) ? readIndex(table, offsetOf(top, FD_ARRAY)).items.map(readDict) : [top];
  const locals = fonts.map((font) => localSubroutines(table, font));
  const fontOf = top.has(ROS) ? fontSelector(table, offsetOf(top, FD_SELECT), charstrings.length) : () => 0;
  return charstrings.map((code, glyph) => new Charstring(globals, locals[fontOf(glyph)] ?? []).run(code));
}

function offsetOf(dict: Dict, key: number): number {
  const [offset] = dict.get(key) ?? [];
  if (offset === undefined || offset <= 0) throw new ConversionError('corrupt', `CFF without ${key}`);
  return offset;
}

function readIndex(table: Bytes, at: number): Index {
  const view = viewOf(table);
  const count = view.getUint16(at);
  if (count === 0) return { items: [], end: at + 2 };
  const size = view.getUint8(at + 2);
  const start = at + 3 + (count + 1) * size - 1;
  const offset = (index: number): number => {
    let value = 0;
    for (let place = 0; place < size; place += 1) value = value * 256 + view.getUint8(at + 3 + index * size + place);
    return start + value;
  };
  const items = Array.from({ length: count }, (_, index) => table.subarray(offset(index), offset(index + 1)));
  const end = offset(count);
  if (end > table.length) throw new RangeError('an index is cut off');
  return { items, end };
}

/** Two-byte operators are 1200 plus the second byte. */
function readDict(data: Bytes): Dict {
  const view = viewOf(data);
  const dict = new Map<number, readonly number[]>();
  let operands: number[] = [];
  for (let at = 0; at < data.length; ) {
    const first = view.getUint8(at);
    if (first <= 21) {
      const isLong = first === 12;
      dict.set(isLong ? 1200 + view.getUint8(at + 1) : first, operands);
      operands = [];
      at += isLong ? 2 : 1;
    } else {
      const { value, length } = operandAt(view, at, first);
      operands.push(value);
      at += length;
    }
  }
  return dict;
}

function operandAt(view: DataView, at: number, first: number): { readonly value: number; readonly length: number } {
  if (first === 28) return { value: view.getInt16(at + 1), length: 3 };
  if (first === 29) return { value: view.getInt32(at + 1), length: 5 };
  if (first === 30) {
    let length = 1;
    while ((view.getUint8(at + length) & 0xf) !== 0xf) length += 1;
    return { value: 0, length: length + 1 }; // real numbers, which no operator read here uses
  }
  if (first >= 251) return { value: -(first - 251) * 256 - view.getUint8(at + 1) - 108, length: 2 };
  if (first >= 247) return { value: (first - 247) * 256 + view.getUint8(at + 1) + 108, length: 2 };
  return { value: first - 139, length: 1 };
}

function localSubroutines(table: Bytes, font: Dict): readonly Bytes[] {
  const [size = 0, offset = 0] = font.get(PRIVATE) ?? [];
  if (size === 0) return [];
  const [subrs] = readDict(table.subarray(offset, offset + size)).get(SUBRS) ?? [];
  return subrs === undefined ? [] : readIndex(table, offset + subrs).items;
}

/** Maps glyphs to the fonts of a CID-keyed font. */
function fontSelector(table: Bytes, at: number, glyphs: number): (glyph: number) => number {
  const view = viewOf(table);
  const fonts = new Uint8Array(glyphs);
  if (view.getUint8(at) === 0) fonts.set(table.subarray(at + 1, at + 1 + glyphs));
  else {
    const ranges = view.getUint16(at + 1);
    for (let range = 0; range < ranges; range += 1) {
      const record = at + 3 + range * 3;
      fonts.fill(view.getUint8(record + 2), view.getUint16(record), view.getUint16(record + 3));
    }
  }
  return (glyph) => fonts[glyph] ?? 0;
}
