import { ConversionError } from '@bakkum/conversion/errors';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { hexColour } from '@bakkum/markup/colour';
import { escapeXmlAttribute } from '@bakkum/markup/escape';
import { XML_DECLARATION } from '@bakkum/markup/write-xml';
import { childOf, descendantsOf, elementsOf, type XmlElement } from '@bakkum/markup/xml';
import { trianglesOf } from '@bakkum/model-scene/polygons';
import type { Material, Mesh, Reading, Rgba, Scene, Unit } from '@bakkum/model-scene/scene';
import { IDENTITY, type Matrix, multiplied, placed } from '@bakkum/model-scene/transform';
import { strToU8, zipSync } from 'fflate';
import { rootOf } from '../markup.ts';
import { finished, meshBuilder } from '../mesh-builder.ts';
import { numberOf } from '../text-lines.ts';

const UNITS: Readonly<Record<string, Unit>> = { millimeter: 'mm', centimeter: 'cm', meter: 'm', inch: 'in', foot: 'ft' };
const MICRON = 0.001;
/** Nesting limit of components. */
const MAX_DEPTH = 32;

type Objects = ReadonlyMap<
  string,
  { readonly element: XmlElement; readonly groups: ReadonlyMap<string, number>; readonly path: string }
>;

/** Reads 3MF: all items of the build, with the base colours of objects. */
export function readThreeMf(file: Uint8Array): Reading {
  const parts = unpackParts(file, (name) => /\.model$/i.test(name));
  const names = [...parts.keys()].sort((a, b) => Number(/3dmodel\.model$/i.test(b)) - Number(/3dmodel\.model$/i.test(a)));
  const roots = names.map((name) => ({ path: `/${name}`, root: rootOf(parts.get(name) ?? new Uint8Array(), 'model') }));
  const [main] = roots;
  if (!main) throw new ConversionError('corrupt', 'no model in it');
  const materials: Material[] = [];
  const objects = new Map(roots.flatMap(({ path, root }) => objectsOf(root, path, materials)));
  const build = childOf(main.root, 'build');
  const meshes = elementsOf(build ?? main.root).flatMap((item) =>
    item.name === 'item' ? meshesOf(objects, pathOf(item, main.path), item.attributes['objectid'] ?? '', matrixOf(item), 0) : [],
  );
  if (meshes.length === 0) throw new ConversionError('unsupported-feature', '3MF that builds nothing');
  const said = main.root.attributes['unit'] ?? 'millimeter';
  const unit = UNITS[said] ?? 'mm';
  const factor = said === 'micron' ? MICRON : 1;
  const scaled = meshes.map((mesh) => placed(mesh, [factor, 0, 0, 0, 0, factor, 0, 0, 0, 0, factor, 0, 0, 0, 0, 1]));
  return { scene: { meshes: scaled, materials, unit, up: 'z' }, warnings: [] };
}

const pathOf = (element: XmlElement, path: string): string => element.attributes['p:path'] ?? path;

function objectsOf(root: XmlElement, path: string, materials: Material[]) {
  const groups = new Map<string, number>();
  for (const group of descendantsOf(root, 'basematerials')) {
    groups.set(group.attributes['id'] ?? '', materials.length);
    for (const base of elementsOf(group))
      materials.push({ name: base.attributes['name'] ?? '', colour: colourOf(base.attributes['displaycolor']) });
  }
  return [...descendantsOf(root, 'object')].map(
    (element) => [`${path}#${element.attributes['id']}`, { element, groups, path }] as const,
  );
}

function colourOf(text = '#FFFFFFFF'): Rgba {
  const [red = 255, green = 255, blue = 255, alpha = 255] = (text.match(/[0-9a-f]{2}/gi) ?? []).map((pair) =>
    Number.parseInt(pair, 16),
  );
  return [red / 255, green / 255, blue / 255, alpha / 255];
}

/** Twelve numbers: four columns of three, as in our matrices. */
function matrixOf(element: XmlElement): Matrix {
  const numbers = (element.attributes['transform'] ?? '').split(/\s+/).filter(Boolean).map(Number);
  if (numbers.length !== 12 || numbers.some(Number.isNaN)) return IDENTITY;
  return [0, 3, 6, 9].flatMap((at) => [...numbers.slice(at, at + 3), at === 9 ? 1 : 0]);
}

function meshesOf(objects: Objects, path: string, id: string, matrix: Matrix, depth: number): readonly Mesh[] {
  const object = objects.get(`${path}#${id}`);
  if (!object || depth > MAX_DEPTH) throw new ConversionError('corrupt', `no object ${id}`);
  const { element, groups } = object;
  const mesh = childOf(element, 'mesh');
  if (mesh) return [placed(meshOf(mesh, element, groups), matrix)];
  return elementsOf(childOf(element, 'components') ?? element).flatMap((part) =>
    part.name === 'component'
      ? meshesOf(
          objects,
          pathOf(part, object.path),
          part.attributes['objectid'] ?? '',
          multiplied(matrix, matrixOf(part)),
          depth + 1,
        )
      : [],
  );
}

function meshOf(mesh: XmlElement, object: XmlElement, groups: ReadonlyMap<string, number>): Mesh {
  const builder = meshBuilder();
  const { name, pid, pindex } = object.attributes;
  for (const { attributes } of elementsOf(childOf(mesh, 'vertices') ?? mesh))
    builder.positions.push(numberOf(attributes['x']), numberOf(attributes['y']), numberOf(attributes['z']));
  for (const { attributes } of elementsOf(childOf(mesh, 'triangles') ?? mesh))
    builder.corners.push(numberOf(attributes['v1']), numberOf(attributes['v2']), numberOf(attributes['v3']));
  if (name) builder.name = name;
  const group = groups.get(pid ?? '');
  if (group !== undefined) builder.material = group + Number(pindex ?? 0);
  return finished(builder);
}

const UNIT_NAMES: Readonly<Record<Unit, string>> = { mm: 'millimeter', cm: 'centimeter', m: 'meter', in: 'inch', ft: 'foot' };

const RELATIONS = `${XML_DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>`;
const TYPES = `${XML_DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>`;

export function writeThreeMf(scene: Scene): Uint8Array<ArrayBuffer> {
  const parts = { '[Content_Types].xml': TYPES, '_rels/.rels': RELATIONS, '3D/3dmodel.model': modelOf(scene) };
  const files = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]));
  return new Uint8Array(zipSync(files, { mtime: '1980-01-01T00:00:00' }));
}

function modelOf({ meshes, materials, unit = 'mm' }: Scene): string {
  const solids = meshes.filter(({ corners }) => corners.length > 0);
  const first = materials.length > 0 ? 2 : 1;
  const bases = materials.map(
    ({ name, colour }, at) =>
      `<base name="${escapeXmlAttribute(name || `material ${at + 1}`)}" displaycolor="${hexColour(colour.map((value) => value * 255)).toUpperCase()}"/>`,
  );
  const parts = [
    XML_DECLARATION,
    `<model unit="${UNIT_NAMES[unit]}" xml:lang="en-US" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources>`,
    ...(bases.length > 0 ? [`<basematerials id="1">${bases.join('')}</basematerials>`] : []),
  ];
  solids.forEach((mesh, at) => writeObject(parts, mesh, at + first));
  const items = solids.map((_, at) => `<item objectid="${at + first}"/>`);
  return `${parts.join('')}</resources><build>${items.join('')}</build></model>`;
}

function writeObject(parts: string[], mesh: Mesh, id: number): void {
  const material = mesh.material === undefined ? '' : ` pid="1" pindex="${mesh.material}"`;
  parts.push(
    `<object id="${id}" type="model"${mesh.name ? ` name="${escapeXmlAttribute(mesh.name)}"` : ''}${material}><mesh><vertices>`,
  );
  for (let at = 0; at < mesh.positions.length; at += 3)
    parts.push(`<vertex x="${mesh.positions[at]}" y="${mesh.positions[at + 1]}" z="${mesh.positions[at + 2]}"/>`);
  parts.push('</vertices><triangles>');
  const fan = trianglesOf(mesh);
  for (let at = 0; at < fan.length; at += 3) {
    const corner = (step: number): number => mesh.corners[fan[at + step] ?? 0] ?? 0;
    parts.push(`<triangle v1="${corner(0)}" v2="${corner(1)}" v3="${corner(2)}"/>`);
  }
  parts.push('</triangles></mesh></object>');
}
