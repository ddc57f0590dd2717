import { ConversionError } from '@bakkum/conversion/errors';
import proj4 from 'proj4';
import type { Position } from './feature.ts';

/** Datums that agree with WGS 84 to about a metre. */
const LIKE_WGS_84 =
  /WGS[ _]?(19)?84|GRS[ _]?(19)?80|Korea[n]?[ _](Geodetic[ _])?Datum[ _]?2002|Korea[ _]?2000|KGD[ _]?2002|ITRF|ETRS[ _]?(19)?89|NAD[ _]?(19)?83|North_American_1983|WGS_1984_Major/i;
/** Bessel 1841 in Korea. */
const KOREAN_1985 = /Korean[ _](Datum[ _])?1985/i;
/**
 * EPSG 5191 (Molodensky-Badekas: -145.907 m, 505.034 m, 685.756 m, -1.162", 2.347", 1.592", 6.342 ppm about -3159521.31 m,
 * 4068151.32 m, 3748113.85 m) as the equivalent shift without a pivot and with reversed rotations.
 */
const TO_WGS_84 = '+towgs84=-114.620,475.963,675.018,1.162,-2.347,-1.592,6.342';

/**
 * Converts a file's coordinate system to WGS 84 longitude and latitude. Without a system, numbers are taken as degrees.
 * @throws ConversionError `unsupported-feature` for a datum without known parameters
 */
export function toDegrees(text: string): (position: Position) => Position {
  const system = text.trim();
  if (system === '') return (position) => position;
  const isProjected = /^PROJ(CS|CRS)\b/i.test(system);
  if (LIKE_WGS_84.test(system)) {
    if (!isProjected) return (position) => position;
    return moving(system);
  }
  if (KOREAN_1985.test(system) && isProjected) return moving(besselBelt(system));
  throw new ConversionError('unsupported-feature', `coordinates of ${system.slice(0, 60)}`);
}

function moving(definition: string): (position: Position) => Position {
  const converter = converterOf(definition);
  return ([x = 0, y = 0, ...rest]) => {
    const [longitude = Number.NaN, latitude = Number.NaN] = converter.forward([x, y]);
    if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) throw new ConversionError('corrupt', 'a place off the earth');
    return [rounded(longitude), rounded(latitude), ...rest];
  };
}

function converterOf(definition: string): { forward: (place: [number, number]) => number[] } {
  try {
    return proj4(definition, 'WGS84');
  } catch (cause) {
    throw new ConversionError('unsupported-feature', `projection ${definition.slice(0, 60)}`, { cause });
  }
}

/** Rounds to about a tenth of a millimetre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e9) / 1e9;

function besselBelt(system: string): string {
  const value = (name: string): number => {
    const found = new RegExp(`PARAMETER\\s*\\[\\s*"${name}"\\s*,\\s*([-+\\d.e]+)`, 'i').exec(system)?.[1];
    if (found === undefined) throw new ConversionError('unsupported-feature', `a projection without ${name}`);
    return Number(found);
  };
  const [meridian, parallel, factor] = [value('central_meridian'), value('latitude_of_origin'), value('scale_factor')];
  return `+proj=tmerc +lat_0=${parallel} +lon_0=${meridian} +k=${factor} +x_0=${value('false_easting')} +y_0=${value('false_northing')} +ellps=bessel +units=m ${TO_WGS_84} +no_defs`;
}
