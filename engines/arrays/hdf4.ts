import type { Bytes } from '@bakkum/bytes/bytes';
import { ByteReader } from '@bakkum/bytes/reader';
import { ConversionError } from '@bakkum/conversion/errors';
import type { Table, Value } from '@bakkum/data-tree/value';
import {
  type ArrayFile,
  type Attribute,
  attributeValue,
  type Dataset,
  type Dimension,
  type NumberKind,
  numbersOf,
  placesOf,
  textOf,
  textsOf,
  WIDTH,
} from './array-file.ts';
import { Hdf4Elements, type Reference, TAG } from './hdf4-elements.ts';

/** Number types; an extra bit marks little-endian storage. */
const KINDS: Readonly<Record<number, NumberKind>> = {
  3: 'text',
  4: 'text',
  5: 'f4',
  6: 'f8',
  20: 'i1',
  21: 'u1',
  22: 'i2',
  23: 'u2',
  24: 'i4',
  25: 'u4',
};
const LITTLE = 0x40_00;
/** Little-endian flag of a number type element. */
const INTEL = 4;

type Group = { readonly name: string; readonly kind: string; readonly members: readonly Reference[] };
type Field = {
  readonly name: string;
  readonly kind: NumberKind;
  readonly isLittle: boolean;
  readonly order: number;
  readonly offset: number;
};
type Rows = {
  readonly name: string;
  readonly kind: string;
  readonly fields: readonly Field[];
  readonly count: number;
  readonly length: number;
};

/**
 * Reads the scientific data sets, attributes and tables of an HDF 4 file. Errors: `corrupt`, `too-large`, `unsupported-feature`.
 */
export function readHdf4(bytes: Bytes): ArrayFile {
  const elements = new Hdf4Elements(bytes);
  const groups = new Map(elements.numbersOf(TAG.vgroup).map((ref) => [ref, groupAt(elements.element({ tag: TAG.vgroup, ref }))]));
  const named = new Set<number>();
  const datasets: Dataset[] = [];
  const attributes: Attribute[] = [];
  for (const group of groups.values()) {
    if (group.kind === 'CDF0.0') attributes.push(...attributesOf(elements, group));
    const data = group.kind.startsWith('Var') ? group.members.find(({ tag }) => tag === TAG.group) : undefined;
    if (!data || named.has(data.ref) || !elements.has(data)) continue;
    named.add(data.ref);
    datasets.push(datasetAt(elements, data.ref, { group, groups }));
  }
  for (const ref of elements.numbersOf(TAG.group))
    if (!named.has(ref))
      datasets.push(datasetAt(elements, ref, { group: { name: `data ${ref}`, kind: '', members: [] }, groups }));
  for (const ref of elements.numbersOf(TAG.imageGroup)) datasets.push(...imageAt(elements, ref));
  const tables = tablesIn(elements);
  if (datasets.length === 0 && tables.size === 0)
    throw new ConversionError('unsupported-feature', 'no arrays and no tables in it');
  return { attributes, datasets, tables };
}

const halves = (reader: ByteReader, count: number): readonly number[] => Array.from({ length: count }, () => reader.u16());
const words = (reader: ByteReader): string => textOf(reader.take(reader.u16()));

function groupAt(bytes: Bytes): Group {
  const cursor = new ByteReader(bytes);
  const count = cursor.u16();
  const [tags, refs] = [halves(cursor, count), halves(cursor, count)];
  const [name, kind] = [words(cursor), words(cursor)];
  return { name, kind, members: tags.map((tag, index) => ({ tag, ref: refs[index] ?? 0 })) };
}

function rowsHead(bytes: Bytes): Rows {
  const cursor = new ByteReader(bytes);
  cursor.u16(); // The interlace mode is ignored: files always store tables row by row.
  const [count, length, fields] = [cursor.u32(), cursor.u16(), cursor.u16()];
  const types = halves(cursor, fields);
  halves(cursor, fields);
  const [offsets, orders] = [halves(cursor, fields), halves(cursor, fields)];
  const names = Array.from({ length: fields }, () => words(cursor));
  const [name, kind] = [words(cursor), words(cursor)];
  return {
    name,
    kind,
    count,
    length,
    fields: types.map((type, index) => ({
      name: names[index] ?? '',
      ...kindOf(type),
      order: orders[index] ?? 1,
      offset: offsets[index] ?? 0,
    })),
  };
}

function kindOf(type: number): { readonly kind: NumberKind; readonly isLittle: boolean } {
  const kind = KINDS[type & 0xff];
  if (!kind) throw new ConversionError('unsupported-feature', `numbers of type ${type}`);
  return { kind, isLittle: (type & LITTLE) !== 0 };
}

/** Attributes are tables with one field, `VALUES`, stored under the attribute's name. */
function attributesOf(elements: Hdf4Elements, { members }: Group): readonly Attribute[] {
  return members
    .filter((each) => each.tag === TAG.tableHead && elements.has(each) && elements.has({ tag: TAG.table, ref: each.ref }))
    .flatMap(({ ref }) => {
      const { name, kind, fields, count } = rowsHead(elements.element({ tag: TAG.tableHead, ref }));
      const [field] = fields;
      if (!kind.startsWith('Attr') || !field) return [];
      const bytes = elements.element({ tag: TAG.table, ref });
      return [{ name, value: attributeValue(bytes, field.kind, field.isLittle, count * field.order) }];
    });
}

type Named = { readonly group: Group; readonly groups: ReadonlyMap<number, Group> };

function datasetAt(elements: Hdf4Elements, ref: number, { group, groups }: Named): Dataset {
  const members = pairsOf(elements.element({ tag: TAG.group, ref }));
  const described = members.find(({ tag }) => tag === TAG.sizes);
  if (!described) throw new ConversionError('corrupt', `data set ${ref} has no sizes`);
  const cursor = new ByteReader(elements.element(described));
  const rank = cursor.u16();
  const sizes = Array.from({ length: Math.min(rank, 32) }, () => cursor.u32());
  const { kind, isLittle } = numberTypeOf(elements.element({ tag: cursor.u16(), ref: cursor.u16() }));
  const names = group.members
    .filter(({ tag }) => tag === TAG.vgroup)
    .map((each) => groups.get(each.ref))
    .filter((each) => each !== undefined && /^U?Dim/.test(each.kind));
  // An unlimited dimension has size 0; its actual length is stored in the group of the data.
  const dimensions = sizes.map((size, index) => ({ name: dimensionName(names[index]), size }));
  const stored = members.find(({ tag }) => tag === TAG.values);
  const attributes = attributesOf(elements, group);
  if (!stored || !elements.has(stored)) return { name: group.name, dimensions: emptied(dimensions), attributes, values: [] };
  const bytes = elements.element(stored);
  const grown = grownTo(dimensions, bytes.length / WIDTH[kind]);
  const places = grown.map(({ size }) => size);
  if (kind === 'text' && places.length > 0) {
    if (placesOf(places) > bytes.length) throw new ConversionError('corrupt', 'letters are missing');
    return { name: group.name, dimensions: grown.slice(0, -1), attributes, values: textsOf(bytes, places) };
  }
  return { name: group.name, dimensions: grown, attributes, values: numbersOf(bytes, kind, isLittle, placesOf(places)) };
}

/** The library gives this name to unnamed dimensions. */
const dimensionName = (group: Group | undefined): string => (/^fakeDim\d+$/.test(group?.name ?? '') ? '' : (group?.name ?? ''));

/** Reads an uncompressed image as an array of its rows; compressed images are skipped. */
function imageAt(elements: Hdf4Elements, ref: number): readonly Dataset[] {
  const members = pairsOf(elements.element({ tag: TAG.imageGroup, ref }));
  const [sizes, stored] = [members.find(({ tag }) => tag === TAG.imageSizes), members.find(({ tag }) => tag === TAG.image)];
  if (!sizes || !stored || !elements.has(sizes) || !elements.has(stored)) return [];
  const cursor = new ByteReader(elements.element(sizes));
  const [width, height] = [cursor.u32(), cursor.u32()];
  const { kind, isLittle } = numberTypeOf(elements.element({ tag: cursor.u16(), ref: cursor.u16() }));
  const [parts, order, packing] = [cursor.u16(), cursor.u16(), cursor.u16()];
  if (packing !== 0) return [];
  const [row, column, part] = [
    { name: 'row', size: height },
    { name: 'column', size: width },
    { name: 'component', size: parts },
  ];
  // Components are interleaved by pixel, by row, or by plane.
  const dimensions =
    parts === 1
      ? [row, column]
      : ([
          [row, column, part],
          [row, part, column],
          [part, row, column],
        ][order] ?? [row, column, part]);
  const values = numbersOf(
    elements.element(stored),
    kind === 'text' ? 'u1' : kind,
    isLittle,
    placesOf(dimensions.map(({ size }) => size)),
  );
  return [{ name: `image ${ref}`, dimensions, attributes: [], values }];
}

const emptied = (dimensions: readonly Dimension[]): readonly Dimension[] => [
  { name: dimensions[0]?.name ?? '', size: 0 },
  ...dimensions.slice(1),
];

function grownTo(dimensions: readonly Dimension[], count: number): readonly Dimension[] {
  const [first, ...others] = dimensions;
  if (first?.size !== 0) return dimensions;
  const each = placesOf(others.map(({ size }) => size));
  return [{ ...first, size: each === 0 ? 0 : Math.floor(count / each) }, ...others];
}

function pairsOf(bytes: Bytes): readonly Reference[] {
  const cursor = new ByteReader(bytes);
  return Array.from({ length: Math.floor(bytes.length / 4) }, () => ({ tag: cursor.u16(), ref: cursor.u16() }));
}

/** Reads the version, type, bit width and byte order of a number type. */
function numberTypeOf(bytes: Bytes): { readonly kind: NumberKind; readonly isLittle: boolean } {
  const { kind, isLittle } = kindOf(bytes[1] ?? 0);
  return { kind, isLittle: isLittle || bytes[3] === INTEL };
}

/** Prefixes of classes the library uses internally. */
const OWN = /^(?:Attr|Dim|UDim|DimVal|RIATTR|_HDF_|CDF|Var|SDSVAR|CoordVar)/;

function tablesIn(elements: Hdf4Elements): ReadonlyMap<string, readonly Table[]> {
  const tables = new Map<string, readonly Table[]>();
  for (const ref of elements.numbersOf(TAG.tableHead)) {
    const head = rowsHead(elements.element({ tag: TAG.tableHead, ref }));
    if (OWN.test(head.kind) || !elements.has({ tag: TAG.table, ref })) continue;
    const rows = rowsOf(head, elements.element({ tag: TAG.table, ref }));
    tables.set(tables.has(head.name) ? `${head.name} (${ref})` : head.name || `table ${ref}`, rows);
  }
  return tables;
}

function rowsOf({ fields, count, length }: Rows, bytes: Bytes): readonly Table[] {
  placesOf([count, Math.max(1, fields.length)]);
  if (count * length > bytes.length) throw new ConversionError('corrupt', 'rows are missing');
  return Array.from({ length: count }, (_, index) => {
    const row = bytes.subarray(index * length, (index + 1) * length);
    return new Map<string, Value>(
      fields.map(({ name, kind, isLittle, order, offset }) => [
        name,
        attributeValue(row.subarray(offset), kind, isLittle, order),
      ]),
    );
  });
}
