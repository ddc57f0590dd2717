import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { escapeXmlAttribute, escapeXmlText } from '@bakkum/markup/escape';
import { XML_DECLARATION } from '@bakkum/markup/write-xml';
import { childOf, descendantsOf, elementsOf, textOf, type XmlElement } from '@bakkum/markup/xml';
import {
  coordinateText,
  type Dialect,
  type Feature,
  type Geometry,
  gather,
  type Json,
  type Notes,
  type Position,
  type Properties,
  wordsOf,
} from './feature.ts';
import { element, rootOf } from './markup.ts';

/** Elements of a placemark that become properties by the same name. KML 2.3 (OGC 12-007r2). */
const FIELDS = ['name', 'visibility', 'address', 'phoneNumber', 'description'] as const;

export const kml: Dialect = {
  read(file, notes) {
    const features = placesIn(file, notes);
    if (features.length === 0) throw new ConversionError('unsupported-feature', 'no places in it');
    return { features };
  },
  write: ({ features }, notes) => {
    const types = columnTypes(features, notes);
    const fields = [...types].map(([name, type]) => `<SimpleField type="${type}" name="${escapeXmlAttribute(name)}"/>`).join('');
    const schema = types.size > 0 ? `<Schema name="fields" id="fields">${fields}</Schema>\n` : '';
    const placemarks = features.map((feature) => `${placemarkOf(feature, types)}\n`).join('');
    return `${XML_DECLARATION}<kml xmlns="http://www.opengis.net/kml/2.2">\n<Document>\n${schema}${placemarks}</Document>\n</kml>\n`;
  },
};

/** Reads one file; a zip has several. */
export function placesIn(file: Uint8Array, notes: Notes): readonly Feature[] {
  const root = rootOf(file, 'kml');
  const types = typesIn(root);
  if (LEFT_OUT.some((name) => descendantsOf(root, name).next().value)) notes.lose('structure-changed');
  return [...placemarksIn(root, [])].map(({ placemark, folders }) => featureOf(placemark, folders, types));
}

/** Ground images and links to other files. */
const LEFT_OUT = ['GroundOverlay', 'PhotoOverlay', 'ScreenOverlay', 'NetworkLink'];

type Placed = { readonly placemark: XmlElement; readonly folders: readonly string[] };

function* placemarksIn(parent: XmlElement, folders: readonly string[]): Generator<Placed> {
  for (const child of elementsOf(parent)) {
    if (child.name === 'Placemark') yield { placemark: child, folders };
    else if (child.name === 'Folder') yield* placemarksIn(child, [...folders, textIn(child, 'name') ?? '']);
    else if (child.name === 'Document') yield* placemarksIn(child, folders);
  }
}

function textIn(parent: XmlElement, name: string): string | undefined {
  const child = childOf(parent, name);
  return child && textOf(child).trim();
}

/** Returns the field types declared in schemas. */
function typesIn(root: XmlElement): ReadonlyMap<string, string> {
  return new Map(
    [...descendantsOf(root, 'SimpleField')].map(({ attributes }) => [attributes.name ?? '', attributes.type ?? 'string']),
  );
}

function featureOf(placemark: XmlElement, folders: readonly string[], types: ReadonlyMap<string, string>): Feature {
  const fields = FIELDS.flatMap((name): [string, Json][] => {
    const text = textIn(placemark, name);
    return text === undefined ? [] : [[name, text]];
  });
  const extended = childOf(placemark, 'ExtendedData');
  const data = extended
    ? [...descendantsOf(extended, 'Data')].map((each): [string, Json] => [
        each.attributes.name ?? '',
        textIn(each, 'value') ?? '',
      ])
    : [];
  const simple = extended
    ? [...descendantsOf(extended, 'SimpleData')].map((each): [string, Json] => {
        const name = each.attributes.name ?? '';
        return [name, typed(textOf(each), types.get(name) ?? 'string')];
      })
    : [];
  const folder: [string, Json][] = folders.length > 0 ? [['folder', folders.join('/')]] : [];
  const { id } = placemark.attributes;
  const geometry = gather(elementsOf(placemark).flatMap(geometriesOf));
  const properties = Object.fromEntries([...folder, ...fields, ...timesOf(placemark), ...data, ...simple]);
  return { ...(id === undefined ? {} : { id }), geometry, properties };
}

function typed(text: string, type: string): Json {
  const plain = text.trim();
  if (type === 'bool') return plain === '1' || plain.toLowerCase() === 'true';
  const isNumber = ['int', 'uint', 'short', 'ushort', 'float', 'double'].includes(type);
  return isNumber && plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : text;
}

function timesOf(placemark: XmlElement): readonly [string, Json][] {
  const stamp = childOf(placemark, 'TimeStamp');
  const span = childOf(placemark, 'TimeSpan');
  const when = stamp && textIn(stamp, 'when');
  const ends = span ? (['begin', 'end'] as const).map((end): [string, Json] => [end, textIn(span, end) ?? null]) : [];
  return [...(when === undefined ? [] : [['timestamp', when] as [string, Json]]), ...ends.filter(([, time]) => time !== null)];
}

function geometriesOf(shape: XmlElement): readonly Geometry[] {
  switch (shape.name) {
    case 'Point':
      return positionsIn(shape)
        .slice(0, 1)
        .map((coordinates) => ({ type: 'Point', coordinates }));
    case 'LineString':
    case 'LinearRing':
      return [{ type: 'LineString', coordinates: positionsIn(shape) }];
    case 'Polygon':
      return [{ type: 'Polygon', coordinates: ringsOf(shape) }];
    case 'Track':
      return [{ type: 'LineString', coordinates: trackOf(shape) }];
    case 'MultiGeometry':
    case 'MultiTrack':
      return elementsOf(shape).flatMap(geometriesOf);
    default:
      return [];
  }
}

function ringsOf(polygon: XmlElement): readonly (readonly Position[])[] {
  return ['outerBoundaryIs', 'innerBoundaryIs'].flatMap((side) =>
    elementsOf(polygon)
      .filter(({ name }) => name === side)
      .flatMap((boundary) => elementsOf(boundary).filter(({ name }) => name === 'LinearRing'))
      .map(positionsIn),
  );
}

function positionsIn(shape: XmlElement): readonly Position[] {
  const text = (textIn(shape, 'coordinates') ?? '').replaceAll(/(?:(?<!\s)\s+)?,\s*/g, ',');
  return text
    .split(/\s+/)
    .filter(Boolean)
    .map((tuple) => positionOf(tuple.split(',')));
}

const trackOf = (track: XmlElement): readonly Position[] =>
  elementsOf(track)
    .filter(({ name }) => name === 'coord')
    .map((coord) => positionOf(textOf(coord).trim().split(/\s+/)));

function positionOf(parts: readonly string[]): Position {
  const numbers = parts
    .filter((part) => part !== '')
    .slice(0, 3)
    .map(Number);
  if (numbers.length < 2 || !numbers.every(Number.isFinite)) throw corrupt('a place without coordinates');
  return numbers;
}

const isField = (name: string): boolean => FIELDS.some((field) => field === name);

/** A property has a type if all features agree, otherwise it is text. */
function columnTypes(features: readonly Feature[], notes: Notes): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  for (const { properties } of features)
    for (const [name, value] of Object.entries(properties)) {
      const type =
        typeof value === 'string'
          ? 'string'
          : typeof value === 'boolean'
            ? 'bool'
            : typeof value === 'number'
              ? 'double'
              : 'json';
      if (type === 'json' || (isField(name) && type !== 'string')) notes.lose('types-changed');
      if (isField(name)) continue;
      const known = types.get(name) ?? type;
      if (known !== type) notes.lose('types-changed');
      types.set(name, known === type && type !== 'json' ? type : 'string');
    }
  return types;
}

function placemarkOf({ id, geometry, properties }: Feature, types: ReadonlyMap<string, string>): string {
  const fields = FIELDS.filter((name) => Object.hasOwn(properties, name)).map((name) =>
    element(name, escapeXmlText(wordsOf(properties[name] ?? ''))),
  );
  const when =
    typeof properties.timestamp === 'string' ? [element('TimeStamp', element('when', escapeXmlText(properties.timestamp)))] : [];
  const attribute = id === undefined ? '' : ` id="${escapeXmlAttribute(String(id))}"`;
  const shape = geometry ? [shapeOf(geometry)] : [];
  const parts = [...fields, ...when, ...extendedData(properties, types, when.length > 0), ...shape];
  return `<Placemark${attribute}>${parts.join('')}</Placemark>`;
}

function extendedData(properties: Properties, types: ReadonlyMap<string, string>, hasTime: boolean): readonly string[] {
  const cells = Object.entries(properties)
    .filter(([name, value]) => types.has(name) && value !== null && !(hasTime && name === 'timestamp'))
    .map(([name, value]) => `<SimpleData name="${escapeXmlAttribute(name)}">${escapeXmlText(wordsOf(value))}</SimpleData>`);
  return cells.length > 0 ? [`<ExtendedData><SchemaData schemaUrl="#fields">${cells.join('')}</SchemaData></ExtendedData>`] : [];
}

const coordinates = (positions: readonly Position[]): string =>
  element('coordinates', positions.map((position) => coordinateText(position.slice(0, 3), ',')).join(' '));

function shapeOf(geometry: Geometry): string {
  switch (geometry.type) {
    case 'Point':
      return element('Point', coordinates([geometry.coordinates]));
    case 'LineString':
      return element('LineString', coordinates(geometry.coordinates));
    case 'Polygon':
      return polygonOf(geometry.coordinates);
    case 'MultiPoint':
      return element('MultiGeometry', geometry.coordinates.map((each) => element('Point', coordinates([each]))).join(''));
    case 'MultiLineString':
      return element('MultiGeometry', geometry.coordinates.map((each) => element('LineString', coordinates(each))).join(''));
    case 'MultiPolygon':
      return element('MultiGeometry', geometry.coordinates.map(polygonOf).join(''));
    case 'GeometryCollection':
      return element('MultiGeometry', geometry.geometries.map(shapeOf).join(''));
  }
}

function polygonOf(rings: readonly (readonly Position[])[]): string {
  const sides = rings.map((ring, index) =>
    element(index === 0 ? 'outerBoundaryIs' : 'innerBoundaryIs', element('LinearRing', coordinates(ring))),
  );
  return element('Polygon', sides.join(''));
}
