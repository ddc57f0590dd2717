import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import type { Mesh, Reading, Scene } from '@bakkum/model-scene/scene';
import { merged } from '../merged.ts';
import { finished, type MeshBuilder, meshBuilder } from '../mesh-builder.ts';
import { linesOf, numberOf, textOf, wordsOf } from '../text-lines.ts';

/** Reads one point per line as written by scanners: x y z, optionally followed by other fields and red green blue (to 255). */
export function readXyz(file: Uint8Array): Reading {
  const builder = meshBuilder();
  for (const line of linesOf(textOf(file))) {
    if (line === '' || /^(#|\/\/)/.test(line)) continue;
    const words = line.split(/[\s,;]+/);
    if (builder.positions.length === 0 && (words.length < 3 || words.slice(0, 3).some((word) => Number.isNaN(Number(word)))))
      continue;
    builder.positions.push(numberOf(words[0]), numberOf(words[1]), numberOf(words[2]));
    if (words.length >= 6) addShades(builder, words.slice(words.length === 7 ? 4 : 3));
  }
  return cloudOf(builder);
}

function addShades(builder: MeshBuilder, words: readonly string[]): void {
  builder.colours.push(...words.slice(0, 3).map((word) => Math.min(1, Math.max(0, numberOf(word) / 255))), 1);
}

function cloudOf(builder: MeshBuilder): Reading {
  if (builder.positions.length === 0) throw new ConversionError('corrupt', 'no point');
  return { scene: { meshes: [finished(builder)], materials: [] }, warnings: [] };
}

const shadesOf = (mesh: Mesh, point: number): readonly number[] =>
  Array.from(mesh.colours?.values.subarray(point * 4, point * 4 + 3) ?? [], (value) => Math.round(value * 255));

export function writeXyz(scene: Scene): string {
  const mesh = merged(scene);
  const parts: string[] = [];
  for (let at = 0; at < mesh.positions.length; at += 3)
    parts.push(`${[...mesh.positions.subarray(at, at + 3), ...shadesOf(mesh, at / 3)].join(' ')}\n`);
  return parts.join('');
}

type Field = { readonly name: string; readonly size: number; readonly type: string; readonly count: number };

/** Reads Point Cloud Data of PCL as text or binary; the compressed form is rare and unsupported. */
export function readPcd(file: Uint8Array<ArrayBuffer>): Reading {
  const { fields, points, data, length } = headerOf(file);
  const places = fields.flatMap(({ name, count }) => [name, ...Array.from({ length: count - 1 }, () => '')]);
  const rows = data === 'ascii' ? textRows(file.subarray(length)) : binaryRows(file, { fields, points, data, length });
  const builder = meshBuilder();
  for (const row of rows) {
    const value = (name: string): number | undefined => row[places.indexOf(name)];
    const [x = Number.NaN, y = Number.NaN, z = Number.NaN] = [value('x'), value('y'), value('z')];
    if (Number.isNaN(x + y + z)) continue; // an invalid point
    builder.positions.push(x, y, z);
    const colour = value('rgb') ?? value('rgba');
    if (colour !== undefined)
      addPackedColour(builder, colour, fields.find(({ name }) => name === 'rgb' || name === 'rgba')?.type ?? 'F');
    if (value('normal_x') !== undefined)
      builder.normals.push(value('normal_x') ?? 0, value('normal_y') ?? 0, value('normal_z') ?? 0);
  }
  return cloudOf(builder);
}

type Header = { readonly fields: readonly Field[]; readonly points: number; readonly data: string; readonly length: number };

function headerOf(file: Uint8Array): Header {
  const beginning = new TextDecoder('latin1').decode(file.subarray(0, 16 * 1024));
  const end = /^DATA[ \t]+(\w+)(?:\W[^\n]*)?\n/m.exec(beginning);
  if (!end) throw new ConversionError('corrupt', 'no data');
  const entries = new Map<string, readonly string[]>();
  for (const line of linesOf(beginning.slice(0, end.index))) {
    const [keyword = '', ...words] = wordsOf(line);
    entries.set(keyword, words);
  }
  const column = (keyword: string, otherwise: string) => (at: number) => entries.get(keyword)?.[at] ?? otherwise;
  const [sizes, types, counts] = [column('SIZE', '4'), column('TYPE', 'F'), column('COUNT', '1')];
  const fields = (entries.get('FIELDS') ?? []).map((name, at) => ({
    name,
    size: Number(sizes(at)),
    type: types(at),
    count: Number(counts(at)),
  }));
  const points = numberOf(entries.get('POINTS')?.[0] ?? entries.get('WIDTH')?.[0]);
  return { fields, points, data: end[1] ?? '', length: end.index + end[0].length };
}

function* textRows(body: Uint8Array): Generator<readonly number[], void, void> {
  for (const line of linesOf(textOf(body))) if (line !== '') yield wordsOf(line).map(Number);
}

function* binaryRows(
  file: Uint8Array<ArrayBuffer>,
  { fields, points, data, length }: Header,
): Generator<readonly number[], void, void> {
  if (data !== 'binary') throw new ConversionError('unsupported-feature', `PCD with ${data} data`);
  const view = viewOf(file);
  const stride = fields.reduce((sum, { size, count }) => sum + size * count, 0);
  if (length + points * stride > file.length) throw new ConversionError('corrupt', 'cut off');
  for (let point = 0; point < points; point += 1) {
    let at = length + point * stride;
    yield fields.flatMap((field) =>
      Array.from({ length: field.count }, () => {
        at += field.size;
        return fieldAt(view, at - field.size, field);
      }),
    );
  }
}

function fieldAt(view: DataView, at: number, { size, type }: Field): number {
  if (type === 'F') return size === 8 ? view.getFloat64(at, true) : view.getFloat32(at, true);
  const isSigned = type === 'I';
  if (size === 1) return isSigned ? view.getInt8(at) : view.getUint8(at);
  if (size === 2) return isSigned ? view.getInt16(at, true) : view.getUint16(at, true);
  return isSigned ? view.getInt32(at, true) : view.getUint32(at, true);
}

/** Reads three colour bytes packed in a number that may be typed as a float. */
function addPackedColour(builder: MeshBuilder, value: number, type: string): void {
  const bits = new DataView(new ArrayBuffer(4));
  if (type === 'F') bits.setFloat32(0, value);
  else bits.setUint32(0, value);
  builder.colours.push(bits.getUint8(1) / 255, bits.getUint8(2) / 255, bits.getUint8(3) / 255, 1);
}

export function writePcd(scene: Scene): string {
  const mesh = merged(scene);
  const count = mesh.positions.length / 3;
  const column = (word: string, last: string): string => `${word} ${word} ${word}${mesh.colours ? ` ${last}` : ''}`;
  const parts = [
    '# .PCD v0.7 - Point Cloud Data file format\nVERSION 0.7\n',
    `FIELDS x y z${mesh.colours ? ' rgb' : ''}\nSIZE ${column('4', '4')}\nTYPE ${column('F', 'U')}\nCOUNT ${column('1', '1')}\n`,
    `WIDTH ${count}\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS ${count}\nDATA ascii\n`,
  ];
  for (let point = 0; point < count; point += 1) {
    const [red = 0, green = 0, blue = 0] = shadesOf(mesh, point);
    const colour = mesh.colours ? [red * 65_536 + green * 256 + blue] : [];
    parts.push(`${[...mesh.positions.subarray(point * 3, point * 3 + 3), ...colour].join(' ')}\n`);
  }
  return parts.join('');
}
