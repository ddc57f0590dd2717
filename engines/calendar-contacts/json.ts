import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { type Component, type Parameters, type Property } from './component.ts';

/** Writes the same tree with the file's own names. Nothing is dropped, so it can be converted back. */
export const writeJson = (components: readonly Component[]): string => `${JSON.stringify(components.map(plain), undefined, 2)}\n`;

type Plain = { readonly type: string; readonly properties: readonly object[]; readonly components?: readonly Plain[] };

function plain({ type, properties, components }: Component): Plain {
  const all = properties.map(({ name, group, parameters, value }) => ({
    name,
    ...(group === undefined ? {} : { group }),
    ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
    value,
  }));
  return { type, properties: all, ...(components.length > 0 ? { components: components.map(plain) } : {}) };
}

/** Errors: `corrupt` for invalid JSON, `unsupported-feature` for other content. */
export function readJson(text: string): readonly Component[] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw corrupt('no JSON', cause);
  }
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!all.every((each) => isTable(each) && typeof each.type === 'string' && Array.isArray(each.properties)))
    throw new ConversionError('unsupported-feature', 'JSON of something else');
  return all.map((each) => componentOf(each, 0));
}

type Table = Readonly<Record<string, unknown>>;
const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Keys allowed before a colon without quotes. */
const NAME = /^[\w-]+$/;

function componentOf(value: unknown, depth: number): Component {
  if (!isTable(value) || typeof value.type !== 'string' || !NAME.test(value.type) || depth > 16) throw corrupt('no component');
  const { type, properties = [], components = [] } = value;
  if (!Array.isArray(properties) || !Array.isArray(components)) throw corrupt('no lists');
  return {
    type: type.toUpperCase(),
    properties: properties.map(propertyOf),
    components: components.map((each: unknown) => componentOf(each, depth + 1)),
  };
}

function propertyOf(value: unknown): Property {
  if (!isTable(value) || typeof value.name !== 'string' || !NAME.test(value.name)) throw corrupt('no property');
  const { group } = value;
  if (group !== undefined && (typeof group !== 'string' || !NAME.test(group))) throw corrupt('no group');
  return {
    name: value.name.toUpperCase(),
    ...(group === undefined ? {} : { group }),
    parameters: parametersOf(value.parameters),
    value: Array.isArray(value.value) ? value.value.map(wordsOf) : wordsOf(value.value),
  };
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw corrupt('no value');
}

function parametersOf(value: unknown): Parameters {
  if (value === undefined) return {};
  if (!isTable(value) || !Object.keys(value).every((name) => NAME.test(name))) throw corrupt('no parameters');
  return Object.fromEntries(
    Object.entries(value).map(([name, values]) => [name.toUpperCase(), (Array.isArray(values) ? values : [values]).map(wordsOf)]),
  );
}
