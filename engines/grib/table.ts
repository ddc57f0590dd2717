import { assertCells, uniqueNames } from '@bakkum/data-tree/tables';
import type { Table, Value } from '@bakkum/data-tree/value';
import { type Field, type Grid, placeOf } from './field.ts';

/** One row per point with its position and a column for each field; different grids become different tables. */
export function tablesOfFields(fields: readonly Field[]): Value {
  const groups = new Map<string, Field[]>();
  for (const field of fields) {
    const key = JSON.stringify(field.grid);
    groups.set(key, [...(groups.get(key) ?? []), field]);
  }
  const tables = [...groups.values()].map(rowsOf);
  const [only] = tables;
  if (tables.length === 1 && only) return only;
  return new Map(tables.map((table, index) => [`grid ${index + 1}`, table]));
}

function rowsOf(fields: readonly Field[]): readonly Table[] {
  const grid = fields[0]?.grid;
  if (!grid) return [];
  const names = uniqueNames(fields.map(({ name, level, time }) => [name, level, time].filter((part) => part !== '').join(', ')));
  assertCells(names.length + 2, grid.columns * grid.rows);
  return Array.from({ length: grid.columns * grid.rows }, (_, index) => {
    const cells = fields.map(({ values }, at): [string, Value] => [names[at] ?? '', valueOf(values[index] ?? Number.NaN)]);
    return new Map<string, Value>([...placeCells(grid, index), ...cells]);
  });
}

function placeCells(grid: Grid, index: number): readonly [string, Value][] {
  const [column, row] = [index % grid.columns, Math.floor(index / grid.columns)];
  const place = placeOf(grid, column, row);
  if (!place)
    return [
      ['row', row + 1],
      ['column', column + 1],
    ];
  return [
    ['latitude', place.latitude],
    ['longitude', place.longitude],
  ];
}

/** Rounds to the precision of the file: references have 24 bits. */
const valueOf = (value: number): Value => (Number.isNaN(value) ? null : Number(value.toPrecision(7)));
