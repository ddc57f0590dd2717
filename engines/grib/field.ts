import { corrupt } from '@bakkum/conversion/errors';

/** Geometry of a grid. `first` and `last` are the corners in degrees if rows and columns are parallels and meridians. */
export type Grid = {
  readonly columns: number;
  readonly rows: number;
  readonly corners?: { readonly first: Corner; readonly last: Corner };
  /** Scanning mode (WMO code table 3.4, the same in both editions). */
  readonly scan: number;
};

export type Corner = { readonly latitude: number; readonly longitude: number };

/** One field: the parameter, its time and level, and its values with `NaN` for missing ones. */
export type Field = {
  readonly name: string;
  readonly level: string;
  readonly time: string;
  readonly grid: Grid;
  readonly values: Float64Array;
};

export const SCAN = { westward: 0x80, northward: 0x40, byColumn: 0x20, alternating: 0x10 } as const;

/** More points than any earth model has. */
const MAX_POINTS = 64_000_000;

export function pointsOf({ columns, rows }: Pick<Grid, 'columns' | 'rows'>): number {
  if (!(columns > 0 && rows > 0 && columns * rows <= MAX_POINTS)) throw corrupt(`a grid of ${columns} by ${rows}`);
  return columns * rows;
}

/** Reorders values row by row from the first corner, with a consistent direction, for any scanning mode. */
export function inRows(values: Float64Array, { columns, rows, scan }: Grid): Float64Array {
  if ((scan & (SCAN.byColumn | SCAN.alternating)) === 0) return values;
  const ordered = new Float64Array(values.length);
  const byColumn = (scan & SCAN.byColumn) !== 0;
  const [lines, length] = byColumn ? [columns, rows] : [rows, columns];
  for (let line = 0; line < lines; line += 1) {
    const isBackward = (scan & SCAN.alternating) !== 0 && line % 2 === 1;
    for (let index = 0; index < length; index += 1) {
      const value = values[line * length + (isBackward ? length - 1 - index : index)] ?? Number.NaN;
      ordered[byColumn ? index * columns + line : line * columns + index] = value;
    }
  }
  return ordered;
}

/** Position in degrees of a point of a regular grid. */
export function placeOf({ columns, rows, corners, scan }: Grid, column: number, row: number): Corner | undefined {
  if (!corners) return undefined;
  const { first, last } = corners;
  const step = (scan & SCAN.westward) === 0 ? 1 : -1;
  const across = ((((last.longitude - first.longitude) * step) % 360) + 360) % 360 || (columns > 1 ? 360 : 0);
  const east = first.longitude + (columns > 1 ? (step * across * column) / (columns - 1) : 0);
  const north = first.latitude + (rows > 1 ? ((last.latitude - first.latitude) * row) / (rows - 1) : 0);
  return { latitude: rounded(north), longitude: rounded(withinHalfTurn(east)) };
}

/** Normalizes a longitude to -180…180. */
const withinHalfTurn = (degrees: number): number => (degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees);

/** Rounds to a millionth of a degree, the precision of the files. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
