import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { escapeXmlText } from '@bakkum/markup/escape';
import { XML_DECLARATION } from '@bakkum/markup/write-xml';
import { descendantsOf, elementsOf, textOf, type XmlElement } from '@bakkum/markup/xml';
import { type Dialect, type Feature, type Geometry, gather, type Json, type Position, wordsOf } from './feature.ts';
import { element, rootOf, xmlName } from './markup.ts';

const SHAPES: ReadonlySet<string> = new Set([
  ...[
    'Point',
    'LineString',
    'Curve',
    'Polygon',
    'Surface',
    'MultiPoint',
    'MultiLineString',
    'MultiCurve',
    'MultiPolygon',
    'MultiSurface',
    'MultiGeometry',
  ],
]);

/**
 * GML 2 and 3, simple features. If the coordinate system is named by a URN or URL, latitude comes first, as the specification
 * requires.
 */
export const gml: Dialect = {
  read(file) {
    const root = rootOf(file, 'featurecollection');
    const members = elementsOf(root).flatMap((part) => (/^(?:featureMembers?|member)$/.test(part.name) ? elementsOf(part) : []));
    const features = members.map(featureOf);
    if (features.every(({ geometry }) => !geometry)) throw new ConversionError('unsupported-feature', 'no places in it');
    return { features };
  },
  write({ features, otherSystem }, notes) {
    if (otherSystem !== undefined) throw new ConversionError('unsupported-feature', `coordinates of ${otherSystem}`);
    const members = features.map(({ geometry, properties, id }, index) => {
      if (Object.values(properties).some((value) => typeof value === 'object' && value !== null)) notes.lose('types-changed');
      if (id !== undefined) notes.lose('structure-changed');
      const fields = Object.entries(properties).map(([name, value]) =>
        value === null ? '' : element(`b:${xmlName(name)}`, escapeXmlText(wordsOf(value))),
      );
      const shape = geometry ? element('b:geometry', written(geometry)) : '';
      return `<gml:featureMember><b:place gml:id="p${index + 1}">${shape}${fields.join('')}</b:place></gml:featureMember>\n`;
    });
    return `${XML_DECLARATION}<b:FeatureCollection xmlns:b="https://bakkum.example/places" xmlns:gml="http://www.opengis.net/gml">\n${members.join('')}</b:FeatureCollection>\n`;
  },
};

function featureOf(member: XmlElement): Feature {
  const shapes = elementsOf(member).flatMap((property) => elementsOf(property).filter(({ name }) => SHAPES.has(name)));
  const geometry = gather(shapes.flatMap((shape) => shapeOf(shape, '')));
  const properties: Record<string, Json> = {};
  for (const property of elementsOf(member)) {
    if (elementsOf(property).length > 0 || property.qualified?.startsWith('gml:boundedBy')) continue;
    properties[property.name] = textOf(property).trim();
  }
  return { geometry, properties };
}

function shapeOf(shape: XmlElement, above: string): readonly Geometry[] {
  const system = shape.attributes['srsName'] ?? above;
  const size = Number(shape.attributes['srsDimension'] ?? 0);
  switch (shape.name) {
    case 'Point':
      return positionsOf(shape, system, size)
        .slice(0, 1)
        .map((coordinates) => ({ type: 'Point', coordinates }));
    case 'LineString':
    case 'Curve':
      return [{ type: 'LineString', coordinates: positionsOf(shape, system, size) }];
    case 'Polygon':
    case 'Surface':
      return polygonsOf(shape, system, size);
    default: {
      const inside = elementsOf(shape)
        .flatMap((part) => elementsOf(part))
        .filter(({ name }) => SHAPES.has(name));
      const gathered = gather(inside.flatMap((part) => shapeOf(part, system)));
      return gathered ? [multiple(gathered)] : [];
    }
  }
}

/** A multi-geometry stays one even with a single member. */
function multiple(geometry: Geometry): Geometry {
  switch (geometry.type) {
    case 'Point':
      return { type: 'MultiPoint', coordinates: [geometry.coordinates] };
    case 'LineString':
      return { type: 'MultiLineString', coordinates: [geometry.coordinates] };
    case 'Polygon':
      return { type: 'MultiPolygon', coordinates: [geometry.coordinates] };
    default:
      return geometry;
  }
}

function polygonsOf(shape: XmlElement, system: string, size: number): readonly Geometry[] {
  const patches = shape.name === 'Surface' ? [...descendantsOf(shape, 'PolygonPatch')] : [shape];
  return patches.map((patch) => ({
    type: 'Polygon',
    coordinates: elementsOf(patch)
      .filter(({ name }) => /^(?:exterior|interior|outerBoundaryIs|innerBoundaryIs)$/.test(name))
      .map((ring) => positionsOf(ring, system, size)),
  }));
}

function positionsOf(shape: XmlElement, system: string, given: number): readonly Position[] {
  const isLatitudeFirst = orderOf(system);
  const lists = [...descendantsOf(shape, 'posList')];
  const points = [...descendantsOf(shape, 'pos')];
  const old = [...descendantsOf(shape, 'coordinates')];
  const size = (list: XmlElement | undefined): number => Number(list?.attributes['srsDimension'] ?? 0) || given || 2;
  const numbers = (text: string): readonly number[] =>
    text
      .trim()
      .split(/[\s,]+/)
      .map(Number);
  const groups = [
    ...lists.flatMap((list) => inGroups(numbers(textOf(list)), size(list))),
    ...points.map((point) => numbers(textOf(point))),
    ...old.flatMap((list) =>
      textOf(list)
        .trim()
        .split(/\s+/)
        .map((tuple) => tuple.split(',').map(Number)),
    ),
  ];
  if (groups.some((group) => group.length < 2 || group.some((value) => !Number.isFinite(value))))
    throw corrupt('a place without coordinates');
  return groups.map(([one = 0, other = 0, ...rest]) => (isLatitudeFirst ? [other, one, ...rest] : [one, other, ...rest]));
}

const inGroups = (numbers: readonly number[], size: number): readonly (readonly number[])[] =>
  Array.from({ length: Math.floor(numbers.length / size) }, (_, index) => numbers.slice(index * size, (index + 1) * size));

/** Supports only WGS 84 longitude and latitude, in either order. */
function orderOf(system: string): boolean {
  if (system === '' || /CRS:?84$|OGC:1\.3:CRS84/i.test(system)) return false;
  const code = /(\d{4,6})$/.exec(system)?.[1];
  if (code !== '4326' && code !== '4979') throw new ConversionError('unsupported-feature', `coordinates of ${system}`);
  return /^(?:urn:|https?:)/i.test(system) && !/gml\/srs\/epsg/i.test(system);
}

const SYSTEM = ' srsName="urn:ogc:def:crs:EPSG::4326"';

function written(geometry: Geometry, attribute = SYSTEM): string {
  const size = (places: readonly Position[]): number => (places.some((place) => place.length > 2) ? 3 : 2);
  const list = (places: readonly Position[]): string =>
    `<gml:posList srsDimension="${size(places)}">${places.map(([x = 0, y = 0, z = 0]) => (size(places) === 3 ? `${y} ${x} ${z}` : `${y} ${x}`)).join(' ')}</gml:posList>`;
  const many = (name: string, member: string, parts: readonly Geometry[]): string =>
    `<gml:${name}${attribute}>${parts.map((part) => `<gml:${member}>${written(part, '')}</gml:${member}>`).join('')}</gml:${name}>`;
  switch (geometry.type) {
    case 'Point': {
      const [x = 0, y = 0, ...rest] = geometry.coordinates;
      return `<gml:Point${attribute}><gml:pos srsDimension="${2 + rest.length}">${[y, x, ...rest].join(' ')}</gml:pos></gml:Point>`;
    }
    case 'LineString':
      return `<gml:LineString${attribute}>${list(geometry.coordinates)}</gml:LineString>`;
    case 'Polygon': {
      const rings = geometry.coordinates.map((ring, place) => {
        const side = place === 0 ? 'exterior' : 'interior';
        return `<gml:${side}><gml:LinearRing>${list(ring)}</gml:LinearRing></gml:${side}>`;
      });
      return `<gml:Polygon${attribute}>${rings.join('')}</gml:Polygon>`;
    }
    case 'MultiPoint':
      return many(
        'MultiPoint',
        'pointMember',
        geometry.coordinates.map((coordinates) => ({ type: 'Point', coordinates })),
      );
    case 'MultiLineString':
      return many(
        'MultiCurve',
        'curveMember',
        geometry.coordinates.map((coordinates) => ({ type: 'LineString', coordinates })),
      );
    case 'MultiPolygon':
      return many(
        'MultiSurface',
        'surfaceMember',
        geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates })),
      );
    case 'GeometryCollection':
      return many('MultiGeometry', 'geometryMember', geometry.geometries);
  }
}
