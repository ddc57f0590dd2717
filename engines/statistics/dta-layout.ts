import type { ByteReader } from '@bakkum/bytes/reader';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';

export type CellType =
  | { readonly kind: 'byte' | 'int' | 'long' | 'float' | 'double' | 'long-text' }
  | { readonly kind: 'text'; readonly width: number };

type Words = Uint8Array<ArrayBuffer>;

export type DtaVariable = { readonly name: Words; readonly type: CellType; readonly format: string; readonly labelTable: Words };

export type DtaLayout = {
  readonly release: number;
  readonly cases: number;
  readonly variables: readonly DtaVariable[];
  readonly dataAt: number;
  /** Absent in versions without it. */
  readonly longTextsAt: number | undefined;
  readonly labelsAt: number | undefined;
};

const TAGGED = '<stata_dta>';

/** Reads everything before the data, and sets the reader's byte order. Errors: `corrupt`, `unsupported-feature`. */
export function layoutOf(reader: ByteReader): DtaLayout {
  return reader.bytes[0] === 0x3c ? taggedLayout(reader) : plainLayout(reader);
}

/** Versions 8 to 12: sizes follow from the counts. */
function plainLayout(reader: ByteReader): DtaLayout {
  const release = reader.u8();
  if (release < 113 || release > 115) throw new ConversionError('unsupported-feature', `a data set of version ${release}`);
  reader.littleEndian = reader.u8() === 2;
  reader.skip(2);
  const count = reader.u16();
  const cases = reader.u32();
  reader.skip(81 + 18);
  const types = [...reader.take(count)].map(oldType);
  const names = words(reader, count, 33);
  reader.skip(2 * (count + 1));
  const formats = words(reader, count, release === 113 ? 12 : 49);
  const tables = words(reader, count, 33);
  reader.skip(81 * count);
  for (let more = true; more; ) {
    const kind = reader.u8();
    const length = reader.u32();
    more = kind !== 0 || length !== 0;
    reader.skip(length);
  }
  const variables = joined(types, names, formats, tables);
  const rowBytes = variables.reduce((sum, { type }) => sum + widthOf(type), 0);
  const dataAt = reader.at;
  return { release, cases, variables, dataAt, longTextsAt: undefined, labelsAt: dataAt + rowBytes * cases };
}

/** Version 13 and later: tagged sections, and a map of their offsets. */
function taggedLayout(reader: ByteReader): DtaLayout {
  expect(reader, `${TAGGED}<header><release>`);
  const release = Number(reader.latin1(3));
  if (!(release >= 117 && release <= 119)) throw new ConversionError('unsupported-feature', `a data set of version ${release}`);
  expect(reader, '</release><byteorder>');
  reader.littleEndian = reader.latin1(3) === 'LSF';
  expect(reader, '</byteorder><K>');
  const count = release === 119 ? reader.u32() : reader.u16();
  expect(reader, '</K><N>');
  const cases = release === 117 ? reader.u32() : reader.uint(8);
  expect(reader, '</N><label>');
  reader.skip(release === 117 ? reader.u8() : reader.u16());
  expect(reader, '</label><timestamp>');
  reader.skip(reader.u8());
  expect(reader, '</timestamp></header><map>');
  const places = Array.from({ length: 14 }, () => reader.uint(8));
  const section = (index: number, tag: string): void => {
    reader.at = places[index] ?? reader.bytes.length;
    expect(reader, tag);
  };
  const [nameBytes, formatBytes] = release === 117 ? [33, 49] : [129, 57];
  section(2, '<variable_types>');
  const types = Array.from({ length: count }, () => newType(reader.u16()));
  section(3, '<varnames>');
  const names = words(reader, count, nameBytes);
  section(5, '<formats>');
  const formats = words(reader, count, formatBytes);
  section(6, '<value_label_names>');
  const tables = words(reader, count, nameBytes);
  const after = (index: number, tag: string): number => {
    section(index, tag);
    return reader.at;
  };
  return {
    release,
    cases,
    variables: joined(types, names, formats, tables),
    dataAt: after(9, '<data>'),
    longTextsAt: after(10, '<strls>'),
    labelsAt: after(11, '<value_labels>'),
  };
}

function expect(reader: ByteReader, tag: string): void {
  if (reader.latin1(tag.length) !== tag) throw corrupt(`no ${tag} where it should be`);
}

function words(reader: ByteReader, count: number, width: number): readonly Words[] {
  return Array.from({ length: count }, () => reader.take(width));
}

function joined(
  types: readonly CellType[],
  names: readonly Words[],
  formats: readonly Words[],
  tables: readonly Words[],
): readonly DtaVariable[] {
  const none = new Uint8Array();
  return types.map((type, index) => ({
    type,
    name: names[index] ?? none,
    format: new TextDecoder('latin1').decode(formats[index] ?? none).replace(/\0[^]*/, ''),
    labelTable: tables[index] ?? none,
  }));
}

const OLD_TYPES: Readonly<Record<number, CellType>> = {
  251: { kind: 'byte' },
  252: { kind: 'int' },
  253: { kind: 'long' },
  254: { kind: 'float' },
  255: { kind: 'double' },
};

function oldType(code: number): CellType {
  const type = OLD_TYPES[code] ?? (code <= 244 ? { kind: 'text', width: code } : undefined);
  if (!type) throw corrupt(`a variable of type ${code}`);
  return type;
}

const NEW_TYPES: Readonly<Record<number, CellType>> = {
  32768: { kind: 'long-text' },
  65526: { kind: 'double' },
  65527: { kind: 'float' },
  65528: { kind: 'long' },
  65529: { kind: 'int' },
  65530: { kind: 'byte' },
};

function newType(code: number): CellType {
  const type = NEW_TYPES[code] ?? (code <= 2045 ? { kind: 'text', width: code } : undefined);
  if (!type) throw corrupt(`a variable of type ${code}`);
  return type;
}

const WIDTHS = { byte: 1, int: 2, long: 4, float: 4, double: 8, 'long-text': 8 } as const;

/** Bytes per cell. */
export function widthOf(type: CellType): number {
  return type.kind === 'text' ? type.width : WIDTHS[type.kind];
}
