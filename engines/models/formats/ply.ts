import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { eachPolygon } from '@bakkum/model-scene/polygons';
import { type Mesh, polygonCount, type Reading, type Scene, vertexCount } from '@bakkum/model-scene/scene';
import { merged } from '../merged.ts';
import { finished, type MeshBuilder, meshBuilder } from '../mesh-builder.ts';
import { linesOf, numberOf, wordsOf } from '../text-lines.ts';

type Property = { readonly name: string; readonly type: string; readonly count?: string };
type Element = { readonly name: string; readonly count: number; readonly properties: Property[] };
type Header = { readonly format: string; readonly elements: readonly Element[]; readonly length: number };

const BYTES: Readonly<Record<string, number>> = {
  ...{ char: 1, uchar: 1, short: 2, ushort: 2, int: 4, uint: 4, float: 4, double: 8 },
  ...{ int8: 1, uint8: 1, int16: 2, uint16: 2, int32: 4, uint32: 4, float32: 4, float64: 8 },
};
/** Maximum value of integer colour types. */
const FULL: Readonly<Record<string, number>> = { uchar: 255, uint8: 255, ushort: 65_535, uint16: 65_535 };

/** Reads PLY as text and in both byte orders: positions, polygons, normals, texture coordinates and vertex colours. */
export function readPly(file: Uint8Array<ArrayBuffer>): Reading {
  const header = headerOf(file);
  const source = header.format === 'ascii' ? textSource(file.subarray(header.length)) : byteSource(file, header);
  const builder = meshBuilder();
  for (const element of header.elements) {
    if (element.name === 'vertex') readVertices(element, source, builder);
    else if (element.name === 'face') readFaces(element, source, builder);
    else for (let row = 0; row < element.count; row += 1) for (const property of element.properties) valueOf(property, source);
  }
  if (builder.positions.length === 0) throw new ConversionError('corrupt', 'no vertex');
  return { scene: { meshes: [finished(builder)], materials: [] }, warnings: [] };
}

const END = 'end_header';

function headerOf(file: Uint8Array): Header {
  const beginning = new TextDecoder('latin1').decode(file.subarray(0, 64 * 1024));
  const end = beginning.indexOf(END);
  if (end < 0) throw new ConversionError('corrupt', 'no end of the header');
  const elements: Element[] = [];
  let format = '';
  for (const line of linesOf(beginning.slice(0, end))) {
    const [keyword, ...words] = wordsOf(line);
    if (keyword === 'format') format = words[0] ?? '';
    else if (keyword === 'element') elements.push({ name: words[0] ?? '', count: numberOf(words[1]), properties: [] });
    else if (keyword === 'property') elements.at(-1)?.properties.push(propertyOf(words));
  }
  const breaks = beginning.startsWith('\r\n', end + END.length) ? 2 : 1;
  return { format, elements, length: end + END.length + breaks };
}

function propertyOf(words: readonly string[]): Property {
  const property =
    words[0] === 'list'
      ? { count: words[1] ?? '', type: words[2] ?? '', name: words[3] ?? '' }
      : { type: words[0] ?? '', name: words[1] ?? '' };
  if (!(property.type in BYTES) || ('count' in property && !(property.count in BYTES)))
    throw new ConversionError('corrupt', `property of type ${property.type}`);
  return property;
}

/** Reads the next number of a type. */
type Source = (type: string) => number;

function textSource(body: Uint8Array): Source {
  const words = new TextDecoder('latin1').decode(body).matchAll(/\S+/g);
  return () => numberOf(words.next().value?.[0]);
}

function byteSource(file: Uint8Array<ArrayBuffer>, { format, length }: Header): Source {
  const isLittle = format === 'binary_little_endian';
  if (!isLittle && format !== 'binary_big_endian') throw new ConversionError('corrupt', `PLY in ${format}`);
  const view = viewOf(file);
  let at = length;
  return (type) => {
    const size = BYTES[type] ?? 0;
    if (at + size > file.length) throw new ConversionError('corrupt', 'cut off');
    at += size;
    return numberAt(view, at - size, type, isLittle);
  };
}

function numberAt(view: DataView, at: number, type: string, isLittle: boolean): number {
  const size = BYTES[type] ?? 0;
  if (type.startsWith('f') || type.startsWith('d'))
    return size === 4 ? view.getFloat32(at, isLittle) : view.getFloat64(at, isLittle);
  const isSigned = !type.startsWith('u');
  if (size === 1) return isSigned ? view.getInt8(at) : view.getUint8(at);
  if (size === 2) return isSigned ? view.getInt16(at, isLittle) : view.getUint16(at, isLittle);
  return isSigned ? view.getInt32(at, isLittle) : view.getUint32(at, isLittle);
}

function valueOf(property: Property, source: Source): readonly number[] {
  if (property.count === undefined) return [source(property.type)];
  const length = source(property.count);
  return Array.from({ length }, () => source(property.type));
}

const SYNONYMS: Readonly<Record<string, string>> = {
  ...{ diffuse_red: 'red', diffuse_green: 'green', diffuse_blue: 'blue', r: 'red', g: 'green', b: 'blue' },
  ...{ texture_u: 's', texture_v: 't', u: 's', v: 't', a: 'alpha' },
};

function readVertices({ count, properties }: Element, source: Source, builder: MeshBuilder): void {
  const names = properties.map(({ name }) => SYNONYMS[name] ?? name);
  const places = (...wanted: readonly string[]): readonly number[] => wanted.map((name) => names.indexOf(name));
  const position = places('x', 'y', 'z');
  if (position.includes(-1)) throw new ConversionError('corrupt', 'vertices without x, y and z');
  const lists = [
    { into: builder.positions, from: position },
    { into: builder.normals, from: places('nx', 'ny', 'nz') },
    { into: builder.uvs, from: places('s', 't') },
    { into: builder.colours, from: places('red', 'green', 'blue') },
  ].filter(({ from }) => !from.includes(-1));
  const alpha = names.indexOf('alpha');
  for (let row = 0; row < count; row += 1) {
    const values = properties.map((property, at) => {
      const [value = 0] = valueOf(property, source);
      return value / (isShade(names[at]) ? (FULL[property.type] ?? 1) : 1);
    });
    for (const { into, from } of lists) for (const place of from) into.push(values[place] ?? 0);
    if (lists.some(({ into }) => into === builder.colours)) builder.colours.push(values[alpha] ?? 1);
  }
}

const isShade = (name: string | undefined): boolean => name === 'red' || name === 'green' || name === 'blue' || name === 'alpha';

function readFaces({ count, properties }: Element, source: Source, builder: MeshBuilder): void {
  for (let row = 0; row < count; row += 1)
    for (const property of properties) {
      const values = valueOf(property, source);
      if (property.name !== 'vertex_indices' && property.name !== 'vertex_index') continue;
      if (values.length < 3) continue;
      builder.sizes.push(values.length);
      for (const value of values) builder.corners.push(value);
    }
}

/** Writes all meshes as one. Coordinates are doubles if single precision would change them. */
export function writePly(scene: Scene, encoding: string): string | Uint8Array<ArrayBuffer> {
  const mesh = merged(scene);
  const type = encoding === 'text' || mesh.positions.every((value) => Math.fround(value) === value) ? 'float' : 'double';
  const properties = [
    ...['x', 'y', 'z'].map((name) => `property ${type} ${name}`),
    ...(mesh.normals ? ['nx', 'ny', 'nz'].map((name) => `property float ${name}`) : []),
    ...(mesh.uvs ? ['s', 't'].map((name) => `property float ${name}`) : []),
    ...(mesh.colours ? ['red', 'green', 'blue', 'alpha'].map((name) => `property uchar ${name}`) : []),
  ];
  const faces = polygonCount(mesh);
  const header = [
    'ply',
    `format ${encoding === 'text' ? 'ascii' : 'binary_little_endian'} 1.0`,
    'comment Bakkum',
    `element vertex ${vertexCount(mesh)}`,
    ...properties,
    ...(faces > 0 ? [`element face ${faces}`, 'property list uchar int vertex_indices'] : []),
    `${END}\n`,
  ].join('\n');
  return encoding === 'text' ? header + textBody(mesh) : byteBody(header, mesh, type);
}

const vertexNumbers = (
  mesh: Mesh,
  vertex: number,
): { readonly reals: readonly number[]; readonly shades: readonly number[] } => ({
  reals: [
    ...(mesh.normals?.values.subarray(vertex * 3, vertex * 3 + 3) ?? []),
    ...(mesh.uvs?.values.subarray(vertex * 2, vertex * 2 + 2) ?? []),
  ],
  shades: Array.from(mesh.colours?.values.subarray(vertex * 4, vertex * 4 + 4) ?? [], (value) => Math.round(value * 255)),
});

function textBody(mesh: Mesh): string {
  const parts: string[] = [];
  for (let vertex = 0; vertex < vertexCount(mesh); vertex += 1) {
    const { reals, shades } = vertexNumbers(mesh, vertex);
    parts.push(`${[...mesh.positions.subarray(vertex * 3, vertex * 3 + 3), ...reals, ...shades].join(' ')}\n`);
  }
  eachPolygon(mesh, (first, size) => {
    parts.push(`${size} ${mesh.corners.subarray(first, first + size).join(' ')}\n`);
  });
  return parts.join('');
}

function byteBody(header: string, mesh: Mesh, type: 'float' | 'double'): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(header);
  const wide = type === 'double' ? 8 : 4;
  const reals = (mesh.normals ? 3 : 0) + (mesh.uvs ? 2 : 0);
  const stride = 3 * wide + reals * 4 + (mesh.colours ? 4 : 0);
  const file = new Uint8Array(head.length + vertexCount(mesh) * stride + polygonCount(mesh) + mesh.corners.length * 4);
  const view = new DataView(file.buffer);
  file.set(head);
  let at = head.length;
  const real = (value: number, size: number): void => {
    if (size === 8) view.setFloat64(at, value, true);
    else view.setFloat32(at, value, true);
    at += size;
  };
  for (let vertex = 0; vertex < vertexCount(mesh); vertex += 1) {
    for (const value of mesh.positions.subarray(vertex * 3, vertex * 3 + 3)) real(value, wide);
    const numbers = vertexNumbers(mesh, vertex);
    for (const value of numbers.reals) real(value, 4);
    file.set(numbers.shades, at);
    at += numbers.shades.length;
  }
  eachPolygon(mesh, (first, size) => {
    file[at] = size;
    at += 1;
    for (const corner of mesh.corners.subarray(first, first + size)) {
      view.setInt32(at, corner, true);
      at += 4;
    }
  });
  return file;
}
