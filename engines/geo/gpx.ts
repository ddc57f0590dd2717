import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { escapeXmlText } from '@bakkum/markup/escape';
import { XML_DECLARATION } from '@bakkum/markup/write-xml';
import { childOf, elementsOf, textOf, type XmlElement } from '@bakkum/markup/xml';
import {
  type Dialect,
  type Feature,
  type Json,
  type Notes,
  type Position,
  type Properties,
  partsOf,
  wordsOf,
} from './feature.ts';
import { element, rootOf, xmlName } from './markup.ts';

/** GPX 1.1: fields of points and lines in schema order; height is a coordinate. */
const POINT_FIELDS = 'time magvar geoidheight name cmt desc src link sym type fix sat hdop vdop pdop ageofdgpsdata dgpsid'.split(
  ' ',
);
const LINE_FIELDS = 'name cmt desc src link number type'.split(' ');
const NUMBERS: ReadonlySet<string> = new Set('magvar geoidheight sat hdop vdop pdop ageofdgpsdata dgpsid number'.split(' '));
/**
 * A line marked as a route becomes a route, others become tracks. GDAL and other programs write custom properties in this
 * namespace.
 */
const OWN_NAMESPACE = 'http://osgeo.org/gdal';

export const gpx: Dialect = {
  read(file, notes) {
    const features = elementsOf(rootOf(file, 'gpx')).flatMap((part): readonly Feature[] => {
      if (part.name === 'wpt') return [pointFeature(part)];
      if (part.name === 'rte') return [lineFeature(part, [part], 'rtept', notes)];
      if (part.name === 'trk')
        return [
          lineFeature(
            part,
            elementsOf(part).filter(({ name }) => name === 'trkseg'),
            'trkpt',
            notes,
          ),
        ];
      return [];
    });
    if (features.length === 0) throw new ConversionError('unsupported-feature', 'no places in it');
    return { features };
  },
  write({ features }, notes) {
    const parts = features.flatMap((feature) =>
      partsOf(feature.geometry).flatMap((part) => written(feature.properties, part, notes)),
    );
    if (features.some(({ id, geometry }) => id !== undefined || !geometry)) notes.lose('structure-changed');
    if (parts.length === 0) throw new ConversionError('unsupported-feature', 'no places to write');
    const order = ['<wpt', '<rte', '<trk'];
    const sorted = parts.toSorted((one, other) => order.indexOf(one.slice(0, 4)) - order.indexOf(other.slice(0, 4)));
    const head = `<gpx version="1.1" creator="Bakkum" xmlns="http://www.topografix.com/GPX/1/1" xmlns:ogr="${OWN_NAMESPACE}">`;
    return `${XML_DECLARATION}${head}\n${sorted.join('\n')}\n</gpx>\n`;
  },
};

function positionOf(point: XmlElement): Position {
  const numbers = [Number(point.attributes.lon ?? 'x'), Number(point.attributes.lat ?? 'x')];
  if (!numbers.every(Number.isFinite)) throw corrupt('a point without coordinates');
  const height = childOf(point, 'ele');
  const metres = height ? Number(textOf(height)) : Number.NaN;
  return Number.isFinite(metres) ? [...numbers, metres] : numbers;
}

function fieldsOf(part: XmlElement, names: readonly string[]): Record<string, Json> {
  const fields: Record<string, Json> = {};
  for (const child of elementsOf(part)) {
    if (child.name === 'link') fields.link = child.attributes.href ?? '';
    else if (names.includes(child.name)) fields[child.name] = fieldValue(child.name, textOf(child).trim());
    else if (child.name === 'extensions') Object.assign(fields, extensionsOf(child));
  }
  return fields;
}

const fieldValue = (name: string, text: string): Json => (NUMBERS.has(name) && text !== '' ? Number(text) : text);

/** Collects elements of other namespaces by name; nested elements are flattened. */
function extensionsOf(parent: XmlElement): Record<string, Json> {
  const found: Record<string, Json> = {};
  for (const child of elementsOf(parent)) {
    if (elementsOf(child).length > 0) Object.assign(found, extensionsOf(child));
    else found[child.name] = textOf(child).trim();
  }
  return found;
}

function pointFeature(point: XmlElement): Feature {
  return { geometry: { type: 'Point', coordinates: positionOf(point) }, properties: fieldsOf(point, POINT_FIELDS) };
}

function lineFeature(line: XmlElement, segments: readonly XmlElement[], pointName: string, notes: Notes): Feature {
  const points = segments.map((segment) => elementsOf(segment).filter(({ name }) => name === pointName));
  const lines = points.map((segment) => segment.map(positionOf));
  const times = points.map((segment) => segment.map((point) => textIn(point, 'time')));
  const others = points.flat().some((point) => elementsOf(point).some(({ name }) => name !== 'ele' && name !== 'time'));
  if (others) notes.lose('metadata-dropped');
  const [first = []] = lines;
  const [firstTimes = []] = times;
  const hasTimes = times.flat().some((time) => time !== null);
  const properties: Properties = {
    ...fieldsOf(line, LINE_FIELDS),
    ...(pointName === 'rtept' ? { gpxType: 'rte' } : {}),
    ...(hasTimes ? { coordinateProperties: { times: lines.length === 1 ? firstTimes : times } } : {}),
  };
  const geometry =
    lines.length === 1
      ? { type: 'LineString' as const, coordinates: first }
      : { type: 'MultiLineString' as const, coordinates: lines };
  return { geometry, properties };
}

function textIn(parent: XmlElement, name: string): string | null {
  const child = childOf(parent, name);
  return child ? textOf(child).trim() : null;
}

function written(properties: Properties, part: ReturnType<typeof partsOf>[number], notes: Notes): readonly string[] {
  switch (part.type) {
    case 'Point':
      return [waypoint(properties, part.coordinates)];
    case 'MultiPoint':
      notes.lose('structure-changed');
      return part.coordinates.map((position) => waypoint(properties, position));
    case 'LineString':
      return [lineOf(properties, [part.coordinates])];
    case 'MultiLineString':
      return [lineOf(properties, part.coordinates)];
    case 'Polygon':
      notes.lose('structure-changed'); // rings become tracks
      return [lineOf(properties, part.coordinates)];
    case 'MultiPolygon':
      notes.lose('structure-changed');
      return part.coordinates.map((rings) => lineOf(properties, rings));
    case 'GeometryCollection':
      return []; // split beforehand
  }
}

const SILENT: ReadonlySet<string> = new Set(['gpxType', 'coordinateProperties']);

function fieldsText(properties: Properties, names: readonly string[]): string {
  const fields = names
    .filter((name) => Object.hasOwn(properties, name))
    .map((name) => {
      const text = escapeXmlText(wordsOf(properties[name] ?? null));
      return name === 'link' ? `<link href="${text}"/>` : element(name, text);
    });
  const others = Object.entries(properties)
    .filter(([name, value]) => !names.includes(name) && !SILENT.has(name) && value !== null)
    .map(([name, value]) => element(`ogr:${xmlName(name)}`, escapeXmlText(wordsOf(value))));
  return fields.join('') + (others.length > 0 ? element('extensions', others.join('')) : '');
}

/** Height and time of a point come before other fields. */
function waypoint(properties: Properties, position: Position): string {
  return pointText('wpt', position, fieldsText(properties, POINT_FIELDS));
}

function pointText(name: string, [longitude = 0, latitude = 0, height]: Position, more: string): string {
  const metres = height === undefined ? '' : element('ele', String(height));
  return `<${name} lat="${latitude}" lon="${longitude}">${metres}${more}</${name}>`;
}

function lineOf(properties: Properties, lines: readonly (readonly Position[])[]): string {
  const isRoute = properties.gpxType === 'rte' && lines.length === 1;
  const times = timesIn(properties, lines.length);
  const segments = lines.map((line, segment) =>
    line.map((position, at) => {
      const time = times[segment]?.[at];
      return pointText(
        isRoute ? 'rtept' : 'trkpt',
        position,
        typeof time === 'string' ? element('time', escapeXmlText(time)) : '',
      );
    }),
  );
  const fields = fieldsText(properties, LINE_FIELDS);
  if (isRoute) return element('rte', fields + segments.flat().join(''));
  return element('trk', fields + segments.map((points) => element('trkseg', points.join(''))).join(''));
}

/** Times of a line's points as stored in GeoJSON by this and other programs. */
function timesIn({ coordinateProperties, coordTimes }: Properties, lines: number): readonly (readonly Json[])[] {
  const kept =
    coordinateProperties && typeof coordinateProperties === 'object' && 'times' in coordinateProperties
      ? coordinateProperties.times
      : coordTimes;
  if (!Array.isArray(kept)) return [];
  return lines === 1 && !Array.isArray(kept[0]) ? [kept] : kept.map((each: Json) => (Array.isArray(each) ? each : []));
}
