import type { ApiSchema } from '@bakkum/site/api-document';

/** Formats that are more precise than `string`. */
const FORMATS: Readonly<Record<string, string>> = { uuid: 'uuid', 'date-time': 'date-time', binary: 'file' };
const COMPONENT = '#/components/schemas/';

/** Returns the name of the object a schema refers to. */
export function objectOf({ $ref }: ApiSchema): string | undefined {
  return $ref?.startsWith(COMPONENT) ? $ref.slice(COMPONENT.length) : undefined;
}

/** Writes a schema in TypeScript notation: `"high" | "low"`, `Job[]`, `{ code: string }`, `0…100`. */
export function notationOf(schema: ApiSchema): string {
  const named = objectOf(schema);
  if (named) return named;
  if (schema.anyOf) return schema.anyOf.map(notationOf).join(' | ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['any']);
  return types.map((type) => ofType(type, schema)).join(' | ');
}

function ofType(type: string, schema: ApiSchema): string {
  switch (type) {
    case 'array':
      return listOf(schema.items ?? {});
    case 'object':
      return objectNotation(schema);
    case 'integer':
    case 'number':
      return schema.maximum === undefined ? type : `${schema.minimum ?? 0}…${schema.maximum}`;
    case 'string':
      return FORMATS[schema.format ?? ''] ?? 'string';
    default:
      return type;
  }
}

function listOf(item: ApiSchema): string {
  const notation = notationOf(item);
  return notation.includes(' | ') ? `(${notation})[]` : `${notation}[]`;
}

function objectNotation({ properties, required = [] }: ApiSchema): string {
  if (!properties) return 'object';
  const parts = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${notationOf(schema)}`,
  );
  return `{ ${parts.join(', ')} }`;
}
