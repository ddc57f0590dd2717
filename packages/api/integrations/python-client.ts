/** Generates a part of the Python client from the API's description: types, and a method for each operation. */
import {
  type ApiDescription,
  type Operation,
  readApiDescription,
  refName,
  type Schema,
  successContent,
} from './api-description.ts';

const HEAD = `"""Types and operations of the conversion API.

Generated from its OpenAPI description. Do not edit: run the test of @bakkum/api-integrations with -u.
"""

from __future__ import annotations

from typing import Any, BinaryIO, Literal, Mapping, NotRequired, Sequence, TypedDict
from urllib.parse import quote

`;

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';
/** Paths of protocols that need other clients: resumable uploads (tus) and server-sent events. */
const OTHER_PROTOCOLS = /^\/api\/v1\/tus|\/events$/;
const KEYWORDS = new Set(['from', 'import', 'class', 'def', 'in', 'is', 'not', 'or', 'and', 'with', 'as', 'pass', 'global']);
const INDENT = '    ';

/** Returns the source of `bakkum/api.py`. */
export function pythonApi(document: unknown): string {
  const api = readApiDescription(document);
  const types = new Map(Object.keys(api.schemas).map((name) => [name, '']));
  for (const [name, schema] of Object.entries(api.schemas)) types.set(name, typeDefinition(name, schema, types));
  return `${HEAD}${[...types.values()].join('\n\n')}\n\n${operationsClass(api)}`;
}

/** Objects become classes; a nested object is named after its parent and property. Other schemas become aliases. */
function typeDefinition(name: string, schema: Schema, types: Map<string, string>): string {
  if (!schema.properties) return `${name} = ${JSON.stringify(typeOf(name, schema, types))}\n`;
  const required = new Set(schema.required ?? []);
  const rows = Object.entries(schema.properties).map(([property, found]) => {
    const type = typeOf(name + pascal(property), found, types);
    return { property, type: required.has(property) ? type : `NotRequired[${type}]`, description: found.description };
  });
  const isClass = rows.every(({ property }) => /^[a-z_]\w*$/i.test(property) && !KEYWORDS.has(property));
  if (!isClass) {
    const fields = rows.map(({ property, type }) => `${INDENT}${JSON.stringify(property)}: ${JSON.stringify(type)},\n`).join('');
    return `${name} = TypedDict(${JSON.stringify(name)}, {\n${fields}})\n`;
  }
  const fields = rows.map(({ property, type, description }) => {
    const comment = description === undefined ? '' : `${INDENT}# ${description.replaceAll(/\s+/g, ' ')}\n`;
    return `${comment}${INDENT}${property}: ${type}\n`;
  });
  return `class ${name}(TypedDict):\n${fields.join('')}`;
}

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
  object: 'dict[str, Any]',
};

function typeOf(name: string, schema: Schema, types: Map<string, string>): string {
  const named = refName(schema);
  if (named !== undefined) return named;
  if (schema.anyOf) return union(schema.anyOf.map((one) => typeOf(name, one, types)));
  const kinds = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (schema.enum) {
    const values = schema.enum.filter((value) => value !== null).map((value) => JSON.stringify(value));
    return union([`Literal[${values.join(', ')}]`, ...(kinds.includes('null') ? ['None'] : [])]);
  }
  return kinds.length === 0 ? 'Any' : union(kinds.map((kind) => typeOfKind(kind, name, schema, types)));
}

function typeOfKind(kind: string, name: string, schema: Schema, types: Map<string, string>): string {
  if (kind === 'array') return `list[${schema.items ? typeOf(name, schema.items, types) : 'Any'}]`;
  if (kind !== 'object') return SIMPLE[kind] ?? 'Any';
  if (schema.properties) {
    // A component may already have this name.
    const own = types.has(name) ? `${name}Object` : name;
    types.set(own, typeDefinition(own, schema, types));
    return own;
  }
  const { additionalProperties: rest } = schema;
  return typeof rest === 'object' ? `dict[str, ${typeOf(name, rest, types)}]` : 'dict[str, Any]';
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

function optionalType(schema: Schema): string {
  return union([...typeOf('', schema, new Map()).split(' | '), 'None']);
}

function pascal(name: string): string {
  return name.replaceAll(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function snake(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

function parameterName(name: string): string {
  const snaked = snake(name.replaceAll('-', '_'));
  return KEYWORDS.has(snaked) ? `${snaked}_` : snaked;
}

function operationsClass({ operations }: ApiDescription): string {
  const covered = operations.filter((operation) => !OTHER_PROTOCOLS.test(operation.path) && successContent(operation).length < 2);
  return `class Operations:
${INDENT}"""One method for each operation. \`_send_json\` and others are in \`client.py\`."""

${covered.flatMap(methodsOf).join('\n')}`;
}

/** An operation that accepts both a form and JSON becomes two methods; the second has the name of its body. */
function methodsOf(operation: Operation): readonly string[] {
  const bodies = operation.requestBody?.content ?? {};
  const json = bodies[JSON_TYPE];
  const name = snake(operation.operationId);
  if (!(FORM_TYPE in bodies)) return [method(operation, name, json ? 'json' : 'none', json && refName(json.schema))];
  const form = method(operation, name, 'form');
  const bodyName = json && refName(json.schema);
  return bodyName === undefined ? [form] : [form, method(operation, snake(bodyName), 'json', bodyName)];
}

/** Type of the file of a form, or of several in an order. */
function fileType({ requestBody }: Operation): string {
  const file = requestBody?.content[FORM_TYPE]?.schema.properties?.['file'];
  return file?.type === 'array' ? 'str | BinaryIO | Sequence[str | BinaryIO]' : 'str | BinaryIO';
}

type BodyKind = 'none' | 'json' | 'form';

function method(operation: Operation, name: string, body: BodyKind, bodyType = 'dict[str, Any]'): string {
  const inPath = operation.parameters.filter(({ in: place }) => place === 'path');
  const optional = operation.parameters.filter(({ in: place }) => place === 'query' || place === 'header');
  const required = [
    ...inPath.map((one) => `${parameterName(one.name)}: str`),
    ...(body === 'json' ? [`body: ${bodyType}`] : []),
    ...(body === 'form' ? [`file: ${fileType(operation)}`, 'fields: Mapping[str, Any] | None = None'] : []),
  ];
  const named = optional.map((one) => `${parameterName(one.name)}: ${optionalType(one.schema)} = None`);
  const extra = body === 'form' ? ['filename: str | None = None'] : [];
  const keywords = [...extra, ...named];
  const given = ['self', ...required, ...(keywords.length > 0 ? ['*', ...keywords] : [])].join(', ');
  const [content] = successContent(operation);
  const result = content === undefined ? 'None' : content[0] === JSON_TYPE ? typeOf('', content[1], new Map()) : 'BinaryIO';
  const send = content === undefined ? '_send' : content[0] === JSON_TYPE ? '_send_json' : '_send_stream';
  const call = [
    JSON.stringify(operation.method),
    pathExpression(operation.path),
    ...dictionary(
      'query',
      optional.filter(({ in: place }) => place === 'query'),
    ),
    ...dictionary(
      'headers',
      optional.filter(({ in: place }) => place === 'header'),
    ),
    ...(body === 'json' ? ['body=body'] : []),
    ...(body === 'form' ? ['form=(file, fields or {}, filename)'] : []),
  ].join(', ');
  return `${INDENT}def ${name}(${given}) -> ${result}:
${INDENT}${INDENT}"""${operation.summary}."""
${INDENT}${INDENT}${result === 'None' ? '' : 'return '}self.${send}(${call})
`;
}

function pathExpression(path: string): string {
  const inside = path
    .replace(/^\/api\/v1/, '')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => `{quote(${parameterName(name)}, safe='')}`);
  return inside.includes('{') ? `f"${inside}"` : `"${inside}"`;
}

function dictionary(name: string, parameters: readonly Operation['parameters'][number][]): readonly string[] {
  if (parameters.length === 0) return [];
  return [`${name}={${parameters.map((one) => `${JSON.stringify(one.name)}: ${parameterName(one.name)}`).join(', ')}}`];
}
