import { ConversionError } from '@bakkum/conversion/errors';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { escapeXmlText } from '@bakkum/markup/escape';
import { XML_DECLARATION } from '@bakkum/markup/write-xml';
import { childOf, elementsOf, textOf, type XmlElement } from '@bakkum/markup/xml';
import { trianglesOf } from '@bakkum/model-scene/polygons';
import type { Material, Mesh, Reading, Rgba, Scene, Unit } from '@bakkum/model-scene/scene';
import { rootOf } from '../markup.ts';
import { finished, meshBuilder } from '../mesh-builder.ts';
import { numberOf } from '../text-lines.ts';

const UNITS: Readonly<Record<string, Unit>> = { millimeter: 'mm', meter: 'm', inch: 'in', feet: 'ft', foot: 'ft' };

/** Reads AMF (ISO/ASTM 52915), zipped or not: objects with the colours of materials. */
export function readAmf(file: Uint8Array): Reading {
  const isPacked = file[0] === 0x50 && file[1] === 0x4b;
  const [packed] = isPacked ? unpackParts(file, (name) => /\.amf$/i.test(name)).values() : [file];
  const root = rootOf(packed ?? new Uint8Array(), 'amf');
  const sources = elementsOf(root).filter(({ name }) => name === 'material');
  const places = new Map(sources.map(({ attributes }, at) => [attributes['id'] ?? '', at]));
  const materials = sources.map(
    (material): Material => ({ name: nameOf(material), colour: colourOf(childOf(material, 'color')) }),
  );
  const objects = elementsOf(root).filter(({ name }) => name === 'object');
  const meshes = objects.flatMap((object) => volumesOf(object, places));
  if (meshes.length === 0) throw new ConversionError('unsupported-feature', 'AMF without volumes');
  const unit = UNITS[root.attributes['unit'] ?? 'millimeter'];
  return { scene: { meshes, materials, ...(unit ? { unit } : {}), up: 'z' }, warnings: [] };
}

function nameOf(element: XmlElement): string {
  const name = elementsOf(element).find((child) => child.name === 'metadata' && child.attributes['type'] === 'name');
  return name ? textOf(name).trim() : '';
}

function colourOf(colour: XmlElement | undefined): Rgba {
  const part = (name: string, otherwise: number): number => {
    const element = childOf(colour, name);
    const value = element ? Number(textOf(element)) : otherwise;
    return Number.isFinite(value) ? value : otherwise;
  };
  return [part('r', 0.8), part('g', 0.8), part('b', 0.8), part('a', 1)];
}

const valueOf = (element: XmlElement, name: string): number => {
  const child = childOf(element, name);
  return numberOf(child && textOf(child).trim());
};

/** Volumes share the vertices of their object; each takes those it uses. */
function volumesOf(object: XmlElement, places: ReadonlyMap<string, number>): readonly Mesh[] {
  const mesh = childOf(object, 'mesh');
  const vertices = elementsOf(childOf(mesh, 'vertices') ?? object).filter(({ name }) => name === 'vertex');
  const points = vertices.map((vertex) => {
    const place = childOf(vertex, 'coordinates') ?? vertex;
    return [valueOf(place, 'x'), valueOf(place, 'y'), valueOf(place, 'z')] as const;
  });
  const volumes = mesh ? elementsOf(mesh).filter(({ name }) => name === 'volume') : [];
  return volumes.map((volume) => {
    const builder = meshBuilder();
    const taken = new Map<number, number>();
    const take = (given: number): number => {
      const known = taken.get(given) ?? taken.size;
      if (known === taken.size) {
        taken.set(given, known);
        builder.positions.push(...(points[given] ?? [Number.NaN]));
      }
      return known;
    };
    for (const triangle of elementsOf(volume))
      if (triangle.name === 'triangle')
        for (const name of ['v1', 'v2', 'v3']) builder.corners.push(take(valueOf(triangle, name)));
    const material = places.get(volume.attributes['materialid'] ?? '');
    if (material !== undefined) builder.material = material;
    builder.name = nameOf(object);
    return finished(builder);
  });
}

const UNIT_NAMES: Readonly<Record<Unit, string>> = { mm: 'millimeter', cm: 'millimeter', m: 'meter', in: 'inch', ft: 'feet' };

export function writeAmf({ meshes, materials, unit = 'mm' }: Scene): string {
  const parts = [`${XML_DECLARATION}<amf unit="${UNIT_NAMES[unit]}" version="1.1">\n`];
  materials.forEach(({ name, colour: [red, green, blue, alpha] }, at) => {
    const label = name ? `<metadata type="name">${escapeXmlText(name)}</metadata>` : '';
    parts.push(
      `<material id="${at + 1}">${label}<color><r>${red}</r><g>${green}</g><b>${blue}</b><a>${alpha}</a></color></material>\n`,
    );
  });
  meshes.filter(({ corners }) => corners.length > 0).forEach((mesh, at) => writeObject(parts, mesh, at));
  return `${parts.join('')}</amf>\n`;
}

function writeObject(parts: string[], mesh: Mesh, at: number): void {
  parts.push(
    `<object id="${at}">${mesh.name ? `<metadata type="name">${escapeXmlText(mesh.name)}</metadata>` : ''}<mesh><vertices>\n`,
  );
  for (let place = 0; place < mesh.positions.length; place += 3) {
    const [x, y, z] = mesh.positions.subarray(place, place + 3);
    parts.push(`<vertex><coordinates><x>${x}</x><y>${y}</y><z>${z}</z></coordinates></vertex>\n`);
  }
  parts.push(`</vertices><volume${mesh.material === undefined ? '' : ` materialid="${mesh.material + 1}"`}>\n`);
  const fan = trianglesOf(mesh);
  for (let place = 0; place < fan.length; place += 3) {
    const corner = (step: number): number => mesh.corners[fan[place + step] ?? 0] ?? 0;
    parts.push(`<triangle><v1>${corner(0)}</v1><v2>${corner(1)}</v2><v3>${corner(2)}</v3></triangle>\n`);
  }
  parts.push('</volume></mesh></object>\n');
}
