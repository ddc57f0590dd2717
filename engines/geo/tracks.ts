import { ConversionError } from '@bakkum/conversion/errors';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { childOf, descendantsOf, elementsOf, textOf, type XmlElement } from '@bakkum/markup/xml';
import type { Dialect, Feature, Features, Geometry, Json, Position, Properties } from './feature.ts';
import { rootOf } from './markup.ts';

export const notWritten: Dialect['write'] = () => {
  throw new ConversionError('unsupported-feature', 'not written');
};

const wordsIn = (element: XmlElement | undefined, name: string): string | undefined => {
  const child = childOf(element, name);
  return child && textOf(child).trim();
};

const MEASURED = ['times', 'heartRates', 'cadences', 'speeds', 'powers', 'distances'] as const;

/** Builds a track with the segments of the device; measurements are lists parallel to its points, as in GPX. */
function trackOf(pieces: readonly (readonly Sample[])[], properties: Properties): readonly Feature[] {
  const lines = pieces.filter((piece) => piece.length >= 2);
  const [only = []] = lines;
  if (only.length === 0) return [];
  const lists = MEASURED.flatMap((name) => {
    const values = lines.map((piece) => piece.map((sample): Json => sample[name] ?? null));
    return values.flat().some((value) => value !== null)
      ? [[name, lines.length === 1 ? (values[0] ?? []) : values] as const]
      : [];
  });
  const coordinates = lines.map((piece) => piece.map(({ position }) => position));
  const geometry: Geometry =
    coordinates.length === 1
      ? { type: 'LineString', coordinates: coordinates[0] ?? [] }
      : { type: 'MultiLineString', coordinates };
  const measured = lists.length > 0 ? { coordinateProperties: Object.fromEntries(lists) } : {};
  return [{ geometry, properties: { ...properties, ...measured } }];
}

export type Sample = {
  readonly position: Position;
  readonly times?: string;
  readonly heartRates?: number;
  readonly cadences?: number;
  readonly speeds?: number;
  readonly powers?: number;
  readonly distances?: number;
};

export function trackFeatures(
  tracks: readonly { readonly pieces: readonly (readonly Sample[])[]; readonly properties: Properties }[],
): Features {
  const features = tracks.flatMap(({ pieces, properties }) => trackOf(pieces, properties));
  if (features.length === 0) throw new ConversionError('unsupported-feature', 'no places in it');
  return { features };
}

/** Garmin Training Center: activities and courses. */
export const tcx: Dialect = {
  read(file) {
    const root = rootOf(file, 'trainingcenterdatabase');
    const sources = [...descendantsOf(root, 'Activity'), ...descendantsOf(root, 'Course')];
    return trackFeatures(
      sources.map((source) => ({
        pieces: [...descendantsOf(source, 'Track')].map((track) => elementsOf(track).flatMap(trackpointOf)),
        properties: {
          name: wordsIn(source, 'Name') ?? wordsIn(source, 'Id') ?? '',
          ...(source.attributes['Sport'] ? { sport: source.attributes['Sport'] } : {}),
        },
      })),
    );
  },
  write: notWritten,
};

const numberIn = (element: XmlElement | undefined, name: string): number | undefined => {
  const words = wordsIn(element, name);
  return words === undefined || words === '' || !Number.isFinite(Number(words)) ? undefined : Number(words);
};

/** Drops undefined values. */
const known = <Values extends Readonly<Record<string, unknown>>>(
  values: Values,
): { [Key in keyof Values]?: Exclude<Values[Key], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]?: Exclude<Values[Key], undefined>;
  };

function trackpointOf(point: XmlElement): readonly Sample[] {
  const place = childOf(point, 'Position');
  const [longitude, latitude] = [numberIn(place, 'LongitudeDegrees'), numberIn(place, 'LatitudeDegrees')];
  if (longitude === undefined || latitude === undefined) return [];
  const height = numberIn(point, 'AltitudeMeters');
  const measured = known({
    times: wordsIn(point, 'Time'),
    heartRates: numberIn(childOf(point, 'HeartRateBpm'), 'Value'),
    cadences: numberIn(point, 'Cadence'),
    distances: numberIn(point, 'DistanceMeters'),
  });
  return [{ position: [longitude, latitude, ...(height === undefined ? [] : [height])], ...measured }];
}

/** OpenStreetMap XML: tagged points, ways, and closed ways as rings; relations are ignored because they only group elements. */
export const osm: Dialect = {
  read(file, notes) {
    const root = rootOf(file, 'osm');
    const nodes = new Map<string, Position>();
    const features: Feature[] = [];
    for (const element of elementsOf(root)) {
      const { id = '', lat, lon } = element.attributes;
      if (element.name === 'node') {
        const position = [Number(lon), Number(lat)];
        if (!position.every(Number.isFinite)) continue; // deleted
        nodes.set(id, position);
        const properties = tagsOf(element);
        if (Object.keys(properties).length > 0)
          features.push({ id: `node/${id}`, geometry: { type: 'Point', coordinates: position }, properties });
      } else if (element.name === 'way') features.push(...wayOf(element, nodes));
      else if (element.name === 'relation') notes.lose('structure-changed');
    }
    if (features.length === 0) throw new ConversionError('unsupported-feature', 'no places in it');
    return { features };
  },
  write: notWritten,
};

const tagsOf = (element: XmlElement): Readonly<Record<string, string>> =>
  Object.fromEntries(
    elementsOf(element).flatMap(({ name, attributes }) =>
      name === 'tag' ? [[attributes['k'] ?? '', attributes['v'] ?? '']] : [],
    ),
  );

/** Tags that OpenStreetMap treats as areas even if only their outline is drawn. */
const AREAS = ['building', 'landuse', 'natural', 'leisure', 'amenity', 'boundary', 'shop', 'area'];

function wayOf(way: XmlElement, nodes: ReadonlyMap<string, Position>): readonly Feature[] {
  const refs = elementsOf(way).flatMap(({ name, attributes }) => (name === 'nd' ? [attributes['ref'] ?? ''] : []));
  const line = refs.flatMap((ref) => (nodes.has(ref) ? [nodes.get(ref) ?? []] : []));
  if (line.length < 2) return [];
  const properties = tagsOf(way);
  const isClosed = refs.length >= 4 && refs[0] === refs.at(-1) && line.length === refs.length;
  const isArea = isClosed && properties['area'] !== 'no' && AREAS.some((key) => key in properties);
  return [
    {
      id: `way/${way.attributes['id'] ?? ''}`,
      geometry: isArea ? { type: 'Polygon', coordinates: [line] } : { type: 'LineString', coordinates: line },
      properties,
    },
  ];
}

/** NMEA sentences of satellite receivers: GGA fixes with heights, RMC fixes with dates. */
export const nmea: Dialect = {
  read(file) {
    const samples = new Map<string, Sample>();
    let date = '';
    for (const line of decodeText(file).split(/\r?\n/)) {
      const fields = sentenceOf(line);
      if (!fields) continue;
      if (isDated(fields)) date = dayOf(fields[9] ?? '') || date;
      const found = isDated(fields) ? fixOf(fields, 3) : isFixed(fields) ? fixOf(fields, 2, fields[9]) : undefined;
      if (found) addSample(samples, found, fields[1] ?? '', date);
    }
    return trackFeatures([{ pieces: [[...samples.values()]], properties: {} }]);
  },
  write: notWritten,
};

const isDated = (fields: readonly string[]): boolean => fields[0]?.slice(-3) === 'RMC' && fields[2] === 'A';
const isFixed = (fields: readonly string[]): boolean => fields[0]?.slice(-3) === 'GGA' && fields[6] !== '0';

/** Merges two sentences of one moment; the one with a height wins. */
function addSample(samples: Map<string, Sample>, found: Position, clock: string, date: string): void {
  const before = samples.get(clock)?.position;
  const position = before && before.length > found.length ? before : found;
  samples.set(clock, { position, ...(date ? { times: timeOf(date, clock) } : {}) });
}

/** Returns the fields of a sentence with a valid checksum or none. */
function sentenceOf(line: string): readonly string[] | undefined {
  const match = /^\$([^*]+)(?:\*([0-9a-f]{2}))?$/i.exec(line.trim());
  if (!match) return undefined;
  const sum = [...(match[1] ?? '')].reduce((all, character) => all ^ character.charCodeAt(0), 0);
  return match[2] === undefined || Number.parseInt(match[2], 16) === sum ? match[1]?.split(',') : undefined;
}

function fixOf(fields: readonly string[], at: number, height?: string): Position | undefined {
  const latitude = angleOf(fields[at], fields[at + 1] === 'S');
  const longitude = angleOf(fields[at + 2], fields[at + 3] === 'W');
  if (latitude === undefined || longitude === undefined) return undefined;
  return [longitude, latitude, ...(height ? [Number(height)] : [])];
}

/** Parses concatenated degrees and minutes. */
function angleOf(text: string | undefined, isNegative: boolean): number | undefined {
  const match = /^(\d{2,3})(\d{2}(?:\.\d+)?)$/.exec(text ?? '');
  if (!match) return undefined;
  const degrees = Math.round((Number(match[1]) + Number(match[2]) / 60) * 1e8) / 1e8;
  return isNegative ? -degrees : degrees;
}

const dayOf = (text: string): string =>
  text.replace(/^(\d\d)(\d\d)(\d\d)$/, (_, day, month, year) => `${Number(year) < 80 ? 20 : 19}${year}-${month}-${day}`);
const timeOf = (day: string, clock: string): string => clock.replace(/^(\d\d)(\d\d)(\d\d(?:\.\d+)?)$/, `${day}T$1:$2:$3Z`);
