import { uniqueNames } from '@bakkum/data-tree/tables';
import type { Table, Value } from '@bakkum/data-tree/value';

/** Value labels of a variable by code. */
export type Labels = ReadonlyMap<number | string, string>;

/** A variable and its value in every case; `labels` if its values are codes. */
export type Variable = { readonly name: string; readonly values: readonly Value[]; readonly labels?: Labels | undefined };

/** Converts cases to records in the order of the variables, with labels instead of codes on request. */
export function recordsOf(variables: readonly Variable[], useLabels: boolean): readonly Table[] {
  const cases = variables[0]?.values.length ?? 0;
  const names = uniqueNames(
    variables.map(({ name }) => name),
    (name, count) => `${name}_${count}`,
  );
  return Array.from({ length: cases }, (_, row) => {
    const cells = variables.map(({ values, labels }, column) => {
      const value = values[row] ?? null;
      return [names[column] ?? '', useLabels ? labelled(value, labels) : value] as const;
    });
    return new Map(cells);
  });
}

function labelled(value: Value, labels: Labels | undefined): Value {
  return (typeof value === 'number' || typeof value === 'string') && labels ? (labels.get(value) ?? value) : value;
}
