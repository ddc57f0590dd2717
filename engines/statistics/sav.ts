import { ByteReader } from '@bakkum/bytes/reader';
import { corrupt } from '@bakkum/conversion/errors';
import { assertCells } from '@bakkum/data-tree/tables';
import { type Value } from '@bakkum/data-tree/value';
import { type Labels, type Variable } from './dataset.ts';
import { dateTimeAt, dayAt, EPOCHS, timeOf } from './moments.ts';
import { unpackCases } from './sav-cases.ts';
import { type Decoder, decoderFor, trimmed } from './words.ts';

/**
 * SPSS system files as documented by PSPP (https://www.gnu.org/software/pspp/pspp-dev/html_node/System-File-Format.html): a
 * dictionary of records, then cases of eight-byte elements. A long string is stored as several variables of 255 bytes each.
 */

type Entry = {
  readonly index: number;
  readonly short: string;
  /** Bytes of a string; 0 for a number. */
  readonly width: number;
  readonly format: number;
};

type ValueLabels = {
  readonly pairs: readonly (readonly [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>])[];
  readonly indices: readonly number[];
};

type Dictionary = {
  readonly entries: Entry[];
  readonly labels: ValueLabels[];
  /** Elements per case. */
  elements: number;
  encoding: string | undefined;
  codepage: number | undefined;
  longNames: Uint8Array<ArrayBuffer>;
  longTexts: Uint8Array<ArrayBuffer>;
};

const RECORD = { variable: 2, labels: 3, labelled: 4, documents: 6, extension: 7, end: 999 } as const;
const EXTENSION = { integers: 3, longNames: 13, longTexts: 14, encoding: 20 } as const;
const MISSING = -Number.MAX_VALUE;
const ELEMENT = 8;
/** Bytes per segment of a long string. */
const SEGMENT = 255;
const SEGMENT_USED = 252;

export async function readSav(bytes: Uint8Array<ArrayBuffer>): Promise<readonly Variable[]> {
  const reader = new ByteReader(bytes, { littleEndian: true });
  reader.skip(64);
  reader.littleEndian = [2, 3].includes(reader.i32());
  reader.skip(4);
  const compression = reader.i32();
  reader.skip(4);
  const stated = reader.i32();
  const bias = reader.f64();
  reader.skip(84);
  const dictionary = readDictionary(reader);
  const decode = decoderFor(dictionary.encoding, dictionary.codepage, bytes.subarray(0, reader.at));
  const elements = await unpackCases(reader, { compression, bias });
  const perCase = dictionary.elements * ELEMENT;
  const cases = perCase === 0 ? 0 : Math.floor(elements.length / perCase);
  if (stated > cases) throw corrupt('fewer cases than it says');
  assertCells(dictionary.entries.length, cases);
  return variablesOf(dictionary, { elements, cases, littleEndian: reader.littleEndian }, decode);
}

function readDictionary(reader: ByteReader): Dictionary {
  const none = new Uint8Array();
  const dictionary: Dictionary = {
    entries: [],
    labels: [],
    elements: 0,
    encoding: undefined,
    codepage: undefined,
    longNames: none,
    longTexts: none,
  };
  for (;;) {
    const kind = reader.i32();
    if (kind === RECORD.variable) readVariable(reader, dictionary);
    else if (kind === RECORD.labels) readLabels(reader, dictionary);
    else if (kind === RECORD.documents) reader.skip(reader.i32() * 80);
    else if (kind === RECORD.extension) readExtension(reader, dictionary);
    else if (kind === RECORD.end) break;
    else throw corrupt(`a record of kind ${kind}`);
  }
  reader.skip(4);
  return dictionary;
}

function readVariable(reader: ByteReader, dictionary: Dictionary): void {
  const width = reader.i32();
  const hasLabel = reader.i32() === 1;
  const missing = Math.abs(reader.i32());
  const format = (reader.i32() >> 16) & 0xff;
  reader.skip(4);
  const short = reader.latin1(8).trimEnd();
  if (hasLabel) reader.skip(Math.ceil(reader.i32() / 4) * 4);
  reader.skip(missing * ELEMENT);
  if (width >= 0) dictionary.entries.push({ index: dictionary.elements, short, width, format });
  dictionary.elements += 1;
}

function readLabels(reader: ByteReader, dictionary: Dictionary): void {
  const count = reader.i32();
  const pairs: (readonly [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>])[] = [];
  for (let left = count; left > 0; left -= 1) {
    const value = reader.take(ELEMENT);
    const length = reader.u8();
    pairs.push([value, reader.take(length)]);
    reader.skip(Math.ceil((length + 1) / ELEMENT) * ELEMENT - length - 1);
  }
  if (reader.i32() !== RECORD.labelled) throw corrupt('labels of no variable');
  const indices: number[] = [];
  for (let left = reader.i32(); left > 0; left -= 1) indices.push(reader.i32() - 1);
  dictionary.labels.push({ pairs, indices });
}

function readExtension(reader: ByteReader, dictionary: Dictionary): void {
  const kind = reader.i32();
  const size = reader.i32();
  const content = reader.take(size * reader.i32());
  if (kind === EXTENSION.longNames) dictionary.longNames = content;
  else if (kind === EXTENSION.longTexts) dictionary.longTexts = content;
  else if (kind === EXTENSION.encoding) dictionary.encoding = new TextDecoder().decode(content);
  else if (kind === EXTENSION.integers) {
    const integers = new ByteReader(content, { littleEndian: true });
    integers.littleEndian = reader.littleEndian;
    integers.skip(28);
    dictionary.codepage = integers.i32();
  }
}

type Cases = { readonly elements: Uint8Array<ArrayBuffer>; readonly cases: number; readonly littleEndian: boolean };

function variablesOf(dictionary: Dictionary, cases: Cases, decode: Decoder): readonly Variable[] {
  const names = pairsIn(decode(dictionary.longNames), '\t');
  const widths = new Map(
    [...pairsIn(decode(dictionary.longTexts), '\t')].map(([name, width]) => [
      name.replaceAll('\0', ''),
      Number.parseInt(width, 10),
    ]),
  );
  const { entries } = dictionary;
  const variables: Variable[] = [];
  for (let index = 0; index < entries.length; index += 1) {
    const entry = entries[index];
    if (!entry) break;
    const name = names.get(entry.short) ?? decode(Uint8Array.from(entry.short, (letter) => letter.charCodeAt(0)));
    const segments = Math.max(1, Math.ceil((widths.get(entry.short) ?? 0) / SEGMENT_USED));
    const parts = entries.slice(index, index + segments);
    index += segments - 1;
    const values = entry.width === 0 ? numbersOf(entry, dictionary, cases) : textsOf(parts, dictionary, cases, decode);
    variables.push({ name, values, labels: labelsOf(entry, dictionary, cases, decode) });
  }
  return variables;
}

function pairsIn(text: string, separator: string): ReadonlyMap<string, string> {
  const pairs = text.split(separator).flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [] : [[pair.slice(0, at), pair.slice(at + 1).replaceAll('\0', '')] as const];
  });
  return new Map(pairs);
}

function viewOf({ elements }: Cases): DataView {
  return new DataView(elements.buffer, elements.byteOffset, elements.byteLength);
}

function numbersOf({ index, format }: Entry, { elements }: Dictionary, cases: Cases): readonly Value[] {
  const view = viewOf(cases);
  return Array.from({ length: cases.cases }, (_, row) => {
    const value = view.getFloat64((row * elements + index) * ELEMENT, cases.littleEndian);
    return value === MISSING || !Number.isFinite(value) ? null : shownAs(value, format);
  });
}

/** Print formats for dates and times; all others are numbers. */
const DAYS: ReadonlySet<number> = new Set([20, 23, 24, 28, 29, 30, 38, 39]);
const TIMES: ReadonlySet<number> = new Set([21, 25]);
const DATE_TIMES: ReadonlySet<number> = new Set([22, 41]);

function shownAs(value: number, format: number): Value {
  if (DAYS.has(format)) return dayAt(EPOCHS.gregorian + value * 1000);
  if (DATE_TIMES.has(format)) return dateTimeAt(EPOCHS.gregorian + value * 1000);
  return TIMES.has(format) ? timeOf(value) : value;
}

function textsOf(
  parts: readonly Entry[],
  { elements }: Dictionary,
  { elements: bytes, cases }: Cases,
  decode: Decoder,
): readonly string[] {
  const widths = parts.map(({ width }) => Math.min(width, SEGMENT));
  const text = new Uint8Array(widths.reduce((sum, width) => sum + width, 0));
  return Array.from({ length: cases }, (_, row) => {
    let at = 0;
    for (const [part, { index }] of parts.entries()) {
      const start = (row * elements + index) * ELEMENT;
      text.set(bytes.subarray(start, start + (widths[part] ?? 0)), at);
      at += widths[part] ?? 0;
    }
    return trimmed(decode(text));
  });
}

function labelsOf({ index, width }: Entry, { labels }: Dictionary, { littleEndian }: Cases, decode: Decoder): Labels | undefined {
  const own = labels.find(({ indices }) => indices.includes(index));
  if (!own) return undefined;
  return new Map(
    own.pairs.map(([value, label]) => {
      const code = new DataView(value.buffer, value.byteOffset, ELEMENT).getFloat64(0, littleEndian);
      return [width === 0 ? code : trimmed(decode(value)), trimmed(decode(label))];
    }),
  );
}
