/** Numbers values from 0 in order of first appearance; the same key keeps its number. */
export type Interned<Value> = { idOf(key: string, value: Value): number; values(): readonly Value[] };

export function interned<Value>(): Interned<Value> {
  const places = new Map<string, number>();
  const values: Value[] = [];
  return {
    idOf(key, value) {
      const present = places.get(key);
      if (present !== undefined) return present;
      places.set(key, values.length);
      return values.push(value) - 1;
    },
    values: () => values,
  };
}
