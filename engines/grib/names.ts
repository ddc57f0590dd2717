/** Common edition 1 parameters by number (WMO table 2, parameters 1 to 127) with their units. */
export const PARAMETERS_1: Readonly<Record<number, string>> = {
  1: 'Pressure (Pa)',
  2: 'Pressure at sea level (Pa)',
  6: 'Geopotential (m²/s²)',
  7: 'Geopotential height (m)',
  11: 'Temperature (K)',
  13: 'Potential temperature (K)',
  15: 'Maximum temperature (K)',
  16: 'Minimum temperature (K)',
  17: 'Dew point (K)',
  20: 'Visibility (m)',
  31: 'Wind direction (°)',
  32: 'Wind speed (m/s)',
  33: 'Wind eastward (m/s)',
  34: 'Wind northward (m/s)',
  39: 'Vertical velocity (Pa/s)',
  51: 'Specific humidity (kg/kg)',
  52: 'Relative humidity (%)',
  54: 'Precipitable water (kg/m²)',
  59: 'Precipitation rate (kg/m²/s)',
  61: 'Total precipitation (kg/m²)',
  65: 'Snow water equivalent (kg/m²)',
  66: 'Snow depth (m)',
  71: 'Total cloud cover (%)',
  80: 'Water temperature (K)',
  81: 'Land cover (1 is land)',
  91: 'Ice cover (1 is ice)',
  100: 'Height of waves and swell (m)',
};

/** Common edition 2 parameters by discipline, category and number (code table 4.2). */
export const PARAMETERS_2: Readonly<Record<string, string>> = {
  '0.0.0': 'Temperature (K)',
  '0.0.2': 'Potential temperature (K)',
  '0.0.4': 'Maximum temperature (K)',
  '0.0.5': 'Minimum temperature (K)',
  '0.0.6': 'Dew point (K)',
  '0.1.0': 'Specific humidity (kg/kg)',
  '0.1.1': 'Relative humidity (%)',
  '0.1.3': 'Precipitable water (kg/m²)',
  '0.1.7': 'Precipitation rate (kg/m²/s)',
  '0.1.8': 'Total precipitation (kg/m²)',
  '0.1.11': 'Snow depth (m)',
  '0.1.13': 'Snow water equivalent (kg/m²)',
  '0.2.0': 'Wind direction (°)',
  '0.2.1': 'Wind speed (m/s)',
  '0.2.2': 'Wind eastward (m/s)',
  '0.2.3': 'Wind northward (m/s)',
  '0.2.8': 'Vertical velocity (Pa/s)',
  '0.2.22': 'Wind gust (m/s)',
  '0.3.0': 'Pressure (Pa)',
  '0.3.1': 'Pressure at sea level (Pa)',
  '0.3.4': 'Geopotential (m²/s²)',
  '0.3.5': 'Geopotential height (m)',
  '0.6.1': 'Total cloud cover (%)',
  '0.19.0': 'Visibility (m)',
  '2.0.0': 'Land cover (1 is land)',
  '10.0.3': 'Height of waves and swell (m)',
  '10.2.0': 'Ice cover (1 is ice)',
  '10.3.0': 'Water temperature (K)',
};

/** Level types with the same number in both editions (code table 4.5). */
export const LEVELS: Readonly<Record<number, string>> = {
  1: 'surface',
  2: 'cloud base',
  3: 'cloud top',
  4: 'freezing level',
  6: 'maximum wind',
  7: 'tropopause',
  8: 'top of atmosphere',
  100: 'isobaric',
  101: 'mean sea level',
  102: 'above sea',
  103: 'above ground',
  105: 'above ground',
  200: 'whole atmosphere',
};

const UNITS: Readonly<Record<string, string>> = { isobaric: 'hPa', 'above sea': 'm', 'above ground': 'm' };

/** Formats a level: `500 hPa`, `2 m above ground`, `surface`. */
export function levelText(kind: string, height: number): string {
  const unit = UNITS[kind];
  if (unit === undefined) return kind;
  return kind === 'isobaric' ? `${height} ${unit}` : `${height} ${unit} ${kind}`;
}

const HOUR_MS = 3_600_000;
/** Time units by number (code table 4.4); months and longer have no fixed length. */
const UNIT_MS: Readonly<Record<number, number>> = {
  0: 60_000,
  1: HOUR_MS,
  2: 24 * HOUR_MS,
  10: 3 * HOUR_MS,
  11: 6 * HOUR_MS,
  12: 12 * HOUR_MS,
  13: 1000,
  254: 1000,
};

/** Valid time of a field, such as `2026-11-22T06:00Z`; the start of the forecast if the unit is unknown. */
export function forecastTime(start: number, unit: number, steps: number): string {
  const time = new Date(start + steps * (UNIT_MS[unit] ?? 0));
  return Number.isNaN(time.getTime()) ? '' : time.toISOString().replace(/:00\.000Z$/, 'Z');
}
