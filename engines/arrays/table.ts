import { uniqueNames as distinctNames } from '@bakkum/conversion/file-names';
import { assertCells, uniqueNames } from '@bakkum/data-tree/tables';
import type { Table, Value } from '@bakkum/data-tree/value';
import type { ArrayFile, Attribute, Dataset, Dimension } from './array-file.ts';

/**
 * Converts arrays to tables. Arrays over the same dimensions share one table, with one row per element. A dimension with an array
 * of its own name shows that array's values, others are counted from 0. Attributes of the file and of its arrays form a separate
 * table.
 */
export function tablesOfArrays({ attributes, datasets, tables }: ArrayFile): Value {
  const scales = new Map(datasets.filter(isScale).map((each) => [scaleKey(each.dimensions[0]), each]));
  const groups = Map.groupBy(
    datasets.filter((each) => !isScale(each) || datasets.length === 1),
    ({ dimensions }) => dimensions.map(scaleKey).join(' × '),
  );
  const found = new Map<string, readonly Table[]>();
  const unique = distinctNames((name, count) => `${name} (${count})`);
  for (const group of groups.values()) {
    const rows = rowsOf(group, scales);
    if (rows.length > 0) found.set(unique(nameOf(group)), rows);
  }
  for (const [name, rows] of tables) if (rows.length > 0) found.set(unique(name), rows);
  const said = [...saidBy('', attributes), ...datasets.flatMap((each) => saidBy(each.name, each.attributes))];
  const [only] = found.values();
  if (found.size === 1 && said.length === 0 && only) return only;
  if (said.length > 0) found.set(unique('attributes'), said);
  return found;
}

/** A scale: a one-dimensional array named after its dimension. */
const isScale = ({ name, dimensions }: Dataset): boolean => dimensions.length === 1 && dimensions[0]?.name === name;
const scaleKey = (dimension: Dimension | undefined): string => `${dimension?.size ?? 0} ${dimension?.name ?? ''}`;

/** Names a table after its array, or after its dimensions if there are several. */
function nameOf([first, ...others]: readonly Dataset[]): string {
  if (!first) return '';
  return others.length === 0 ? first.name : first.dimensions.map(({ size }) => size).join(' × ') || 'values';
}

const saidBy = (dataset: string, attributes: readonly Attribute[]): readonly Table[] =>
  attributes.map(
    ({ name, value }) =>
      new Map<string, Value>([
        ['array', dataset],
        ['attribute', name],
        ['value', Array.isArray(value) ? value.join(' ') : value],
      ]),
  );

function rowsOf(group: readonly Dataset[], scales: ReadonlyMap<string, Dataset>): readonly Table[] {
  const dimensions = group[0]?.dimensions ?? [];
  const count = dimensions.reduce((product, { size }) => product * size, 1);
  assertCells(dimensions.length + group.length, count);
  const names = uniqueNames([
    ...dimensions.map(({ name }, index) => name || `dimension ${index + 1}`),
    ...group.map(({ name }) => name),
  ]);
  const strides = dimensions.map((_, index) => dimensions.slice(index + 1).reduce((product, { size }) => product * size, 1));
  const measured = dimensions.map((dimension) => scales.get(scaleKey(dimension))?.values);
  return Array.from({ length: count }, (_, place) => {
    const row = new Map<string, Value>();
    for (const [index, { size }] of dimensions.entries()) {
      const at = Math.floor(place / (strides[index] ?? 1)) % size;
      row.set(names[index] ?? '', valueOf(measured[index]?.[at] ?? at));
    }
    for (const [index, { values }] of group.entries()) row.set(names[dimensions.length + index] ?? '', valueOf(values[place]));
    return row;
  });
}

const valueOf = (value: number | bigint | string | undefined): Value =>
  value === undefined || Number.isNaN(value) ? null : value;
