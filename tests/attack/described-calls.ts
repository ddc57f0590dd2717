/** Requests made from the OpenAPI documents of the server: a valid sample of each, whose fields can be replaced. */
import { randomUUID } from 'node:crypto';

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
};
type Parameter = { readonly name: string; readonly in: string; readonly schema?: Schema };
type Described = {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
};

export type Operation = {
  readonly method: string;
  /** After `/api/`, with `{name}` for parameters. */
  readonly path: string;
  readonly query: readonly string[];
  /** A valid JSON body with its required fields only, and one with all. */
  readonly body: unknown;
  readonly whole: unknown;
};
export type Call = { readonly method: string; readonly path: string; readonly body: unknown };
/** Names and indexes that lead to a value in a body. */
type Field = readonly (string | number)[];

const SAMPLES: Readonly<Record<string, () => unknown>> = {
  uuid: () => randomUUID(),
  email: () => `${randomUUID()}@example.com`,
  'date-time': () => '2026-01-01T00:00:00Z',
  uri: () => 'https://example.com/',
};
/** Fields whose documents do not tell their form. */
const NAMED: Readonly<Record<string, () => unknown>> = {
  email: () => `${randomUUID()}@example.com`,
  addresses: () => [`${randomUUID()}@example.com`],
};

/** All described operations, once each. */
export async function describedOperations(base: string): Promise<readonly Operation[]> {
  const operations = new Map<string, Operation>();
  for (const address of ['/api/openapi.json', '/api/v1/openapi.json']) {
    const document: Document = await (await fetch(base + address)).json();
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { parameters = [], requestBody }] of Object.entries(methods)) {
        const schema = requestBody?.content['application/json']?.schema;
        operations.set(`${method} ${path}`, {
          method: method.toUpperCase(),
          path: path.replace(/^\/api\//, ''),
          query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
          body: schema && sampleOf(schema, document, false),
          whole: schema && sampleOf(schema, document, true),
        });
      }
    }
  }
  return [...operations.values()];
}

/** A request with ids that nothing has. */
export function sampleCall({ method, path, body }: Operation): Call {
  return { method, path: path.replace(/\{\w+\}/g, () => randomUUID()), body };
}

function sampleOf(schema: Schema, document: Document, isWhole: boolean): unknown {
  const inside = (part: Schema): unknown => sampleOf(part, document, isWhole);
  if (schema.$ref) return inside(document.components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choice = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null');
  if (choice) return inside(choice);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(inside));
  if (schema.properties) {
    const names = isWhole ? Object.keys(schema.properties) : (schema.required ?? []);
    return Object.fromEntries(names.map((name) => [name, NAMED[name]?.() ?? inside(schema.properties?.[name] ?? {})]));
  }
  return plainSample(schema, inside);
}

function plainSample({ type, items = {}, minimum, minLength, format }: Schema, inside: (part: Schema) => unknown): unknown {
  switch ([type].flat().find((each) => each !== 'null')) {
    case 'array':
      return [inside(items)];
    case 'integer':
    case 'number':
      return Math.max(minimum ?? 1, 1);
    case 'boolean':
      return false;
    case 'object':
      return { sample: 'sample' };
    default:
      return SAMPLES[format ?? '']?.() ?? 'sample'.padEnd(minLength ?? 0, '-');
  }
}

/** The same request once for each of its text fields, with only the other fields that it needs, and this text added to the field. */
export function withHostileFields(operation: Operation, texts: readonly string[]): readonly (Call & { readonly what: string })[] {
  const call = sampleCall(operation);
  return stringFields(operation.whole).flatMap((field) =>
    texts.map((text) => {
      const changed = withField(operation.whole, field, (value) => value + text);
      const [name = ''] = field;
      const body = Array.isArray(changed) ? changed : { ...Object(call.body), [name]: Object(changed)[name] };
      return { ...call, body, what: `${field.join('.')} + ${JSON.stringify(text.slice(0, 9))}` };
    }),
  );
}

/** Fields of a body whose text matches. */
function stringFields(value: unknown, pattern = /(?:)/, at: Field = []): readonly Field[] {
  if (typeof value === 'string') return pattern.test(value) ? [at] : [];
  if (Array.isArray(value)) return value.flatMap((part, index) => stringFields(part, pattern, [...at, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => stringFields(part, pattern, [...at, name]));
}

/** The same body with this field changed. */
export function withField(value: unknown, [first, ...rest]: Field, change: (text: string) => string): unknown {
  if (first === undefined) return change(String(value));
  if (Array.isArray(value)) return value.map((part, index) => (index === first ? withField(part, rest, change) : part));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, name === first ? withField(part, rest, change) : part]),
  );
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Fields of a sample body that are ids. */
export function uuidFields(body: unknown): readonly Field[] {
  return stringFields(body, UUID);
}
