import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { objectsOf } from '../iwa.ts';
import { type Field, fieldsOf, messagesIn, numberIn, within } from '../protocol-buffer.ts';

/** An object of a presentation. */
export type Stored = { readonly id: number; readonly type: number; readonly fields: readonly Field[] };

/** Objects by id. */
export type Objects = {
  get(id: number | undefined): Stored | undefined;
  ofType(type: number): readonly Stored[];
};

/** More objects than presentations have. */
const MAX_OBJECTS = 500_000;

/** Errors: `corrupt`, `too-large`. */
export function readObjects(members: ReadonlyMap<string, Bytes>): Objects {
  const all = [...members].filter(([name]) => name.endsWith('.iwa')).flatMap(([, file]) => objectsOf(file));
  if (all.length > MAX_OBJECTS) throw new ConversionError('too-large', `${all.length} objects`);
  const byId = new Map(all.map((object) => [object.id, object]));
  const read = new Map<number, Stored>();
  const get = (id: number | undefined): Stored | undefined => {
    const object = id === undefined ? undefined : byId.get(id);
    if (!object) return undefined;
    const known = read.get(object.id) ?? { id: object.id, type: object.type, fields: fieldsOf(object.message) };
    read.set(object.id, known);
    return known;
  };
  return { get, ofType: (type) => all.filter((object) => object.type === type).flatMap(({ id }) => get(id) ?? []) };
}

/** The id in a TSP.Reference or TSP.DataReference. */
export function referenceIn(fields: readonly Field[], number: number): number | undefined {
  return numberIn(within(fields, number), 1);
}

export function referencesIn(fields: readonly Field[], number: number): readonly number[] {
  return messagesIn(fields, number).flatMap((reference) => numberIn(fieldsOf(reference), 1) ?? []);
}

/** Depth of styles that inherit from others. */
const MAX_PARENTS = 32;

/**
 * Finds a property in a style or the styles it inherits from.
 * @param head reads the TSS.StyleArchive, which names the parent in field 3, from the fields of a style
 */
export function inherited<Value>(
  objects: Objects,
  id: number | undefined,
  head: (style: readonly Field[]) => readonly Field[],
  find: (style: readonly Field[]) => Value | undefined,
): Value | undefined {
  let style = objects.get(id);
  for (let depth = 0; style && depth < MAX_PARENTS; depth += 1) {
    const value = find(style.fields);
    if (value !== undefined) return value;
    style = objects.get(referenceIn(head(style.fields), 3));
  }
  return undefined;
}
