import { corrupt } from '@bakkum/conversion/errors';
import { assertDepth, realNumber, type Value } from '@bakkum/data-tree/value';
import { logicalValue } from './logical.ts';
import type { Read } from './reading.ts';

type Definition = Readonly<Record<string, unknown>>;
type Scope = { readonly named: Map<string, Read>; readonly namespace: string };

/** Builds a reader for a schema (Avro 1.12, "Schema Declaration"). Errors: `corrupt` if the schema is invalid. */
export const readerOf = (schema: unknown): Read => reader(schema, { named: new Map(), namespace: '' }, 0);

const SIMPLE: Readonly<Record<string, Read>> = {
  null: () => null,
  boolean: (input) => input.u8() !== 0,
  int: (input) => input.long(),
  long: (input) => input.long(),
  float: (input) => realNumber(input.f32()),
  double: (input) => realNumber(input.f64()),
  bytes: (input) => input.take(input.length()).slice(),
  string: (input) => input.text(),
};

function reader(schema: unknown, scope: Scope, depth: number): Read {
  assertDepth(depth);
  if (Array.isArray(schema)) return union(schema.map((branch: unknown) => reader(branch, scope, depth + 1)));
  if (typeof schema === 'string') return SIMPLE[schema] ?? named(schema, scope);
  if (typeof schema !== 'object' || schema === null) throw corrupt('a schema of no kind');
  const definition = schema as Definition;
  const plain = described(definition, scope, depth);
  return logicalValue(definition, plain) ?? plain;
}

function described(definition: Definition, scope: Scope, depth: number): Read {
  const { type } = definition;
  if (type === 'record' || type === 'error') return record(definition, scope, depth);
  if (type === 'enum') return define(definition, scope, enumeration(definition));
  if (type === 'fixed') return define(definition, scope, fixed(definition));
  if (type === 'array') return array(reader(definition['items'], scope, depth + 1));
  if (type === 'map') return map(reader(definition['values'], scope, depth + 1));
  return reader(type, scope, depth + 1);
}

const fullName = (name: string, namespace: string): string =>
  name.includes('.') || namespace === '' ? name : `${namespace}.${name}`;

/** Resolves a named type, which may enclose the reference. */
function named(name: string, { named: known, namespace }: Scope): Read {
  const full = known.has(fullName(name, namespace)) ? fullName(name, namespace) : name;
  if (!known.has(full)) throw corrupt(`a schema of an unknown kind: ${name.slice(0, 80)}`);
  return (input, depth) => {
    const read = known.get(full);
    if (!read) throw corrupt(`a schema that is only itself: ${name.slice(0, 80)}`);
    return read(input, depth);
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function nameIn(definition: Definition, scope: Scope): string {
  const own = textOf(definition['namespace']);
  return fullName(textOf(definition['name']), own === '' ? scope.namespace : own);
}

function define(definition: Definition, scope: Scope, read: Read): Read {
  scope.named.set(nameIn(definition, scope), read);
  return read;
}

function record(definition: Definition, scope: Scope, depth: number): Read {
  const name = nameIn(definition, scope);
  const fields: { readonly name: string; readonly read: Read }[] = [];
  const read: Read = (input, level) => {
    assertDepth(level);
    const values = new Map<string, Value>();
    for (const field of fields) values.set(field.name, field.read(input, level + 1));
    return values;
  };
  scope.named.set(name, read);
  const inside = { named: scope.named, namespace: name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : '' };
  const listed = definition['fields'];
  if (!Array.isArray(listed)) throw corrupt('a record without fields');
  for (const field of listed as readonly unknown[]) {
    if (typeof field !== 'object' || field === null) throw corrupt('a field of no kind');
    const described = field as Definition;
    fields.push({ name: textOf(described['name']), read: reader(described['type'], inside, depth + 1) });
  }
  return read;
}

function union(branches: readonly Read[]): Read {
  return (input, depth) => {
    const branch = branches[input.length()];
    if (!branch) throw corrupt('a branch that is not there');
    return branch(input, depth);
  };
}

function enumeration(definition: Definition): Read {
  const symbols = definition['symbols'];
  if (!Array.isArray(symbols)) throw corrupt('an enumeration of nothing');
  return (input) => {
    const symbol: unknown = symbols[input.length()];
    if (typeof symbol !== 'string') throw corrupt('a symbol that is not there');
    return symbol;
  };
}

function fixed(definition: Definition): Read {
  const size = definition['size'];
  if (typeof size !== 'number') throw corrupt('a fixed value without size');
  return (input) => input.take(size).slice();
}

function array(item: Read): Read {
  return (input, depth) => {
    assertDepth(depth);
    const items: Value[] = [];
    input.eachItem(() => items.push(item(input, depth + 1)));
    return items;
  };
}

function map(value: Read): Read {
  return (input, depth) => {
    assertDepth(depth);
    const entries = new Map<string, Value>();
    input.eachItem(() => entries.set(input.text(), value(input, depth + 1)));
    return entries;
  };
}
