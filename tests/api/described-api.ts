/** Calls the conversion API and validates every response against the document the API serves. */
import { type Schema, Validator } from '@cfworker/json-schema';

type Described = {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
};
type Operation = {
  readonly operationId: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly unknown[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, Described>>;
};
export type OpenApi = {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly unknown[];
  readonly info: { readonly license?: { readonly url?: string } };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

export type Asking = {
  /** API key; empty for an anonymous request. */
  readonly key?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
};

export type DescribedApi = {
  readonly document: OpenApi;
  /** @param address path after `/api/v1/`. @throws when the response does not match the document */
  ask(address: string, asking?: Asking): Promise<Response>;
  /** `OPERATION STATUS` of every response so far. */
  readonly answered: ReadonlySet<string>;
  /** `error.code` of every problem so far. */
  readonly codes: ReadonlySet<string>;
};

const JSON_TYPE = /^application\/(problem\+)?json$/;

/** @param base scheme, host and port */
export async function openDescribedApi(base: string): Promise<DescribedApi> {
  const document: OpenApi = await (await fetch(`${base}/api/v1/openapi.json`)).json();
  const operations = operationsOf(document);
  const validators = new Map<Schema, Validator>();
  const answered = new Set<string>();
  const codes = new Set<string>();
  const faultsOf = (schema: Schema, value: unknown): readonly string[] => {
    const validator = validators.get(schema) ?? new Validator(rooted(document, schema), '2020-12', false);
    validators.set(schema, validator);
    return validator.validate(value).errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
  };
  return {
    document,
    answered,
    codes,
    async ask(address, { key, method = 'GET', headers = {}, body } = {}) {
      const response = await fetch(`${base}/api/v1/${address}`, {
        method,
        headers: { ...(key && { Authorization: `Bearer ${key}` }), ...headers },
        ...(body !== undefined && { body }),
      });
      const bytes = await response.arrayBuffer();
      const name = `${method} /api/v1/${address}`;
      const answer = { status: response.status, headers: response.headers, bytes };
      const operation = operations(method, `/api/v1/${address}`);
      const faults = faultsIn(operation, answer, faultsOf);
      if (faults.length > 0)
        throw new Error(`${name} returned ${response.status}, which does not match the document:\n${faults.join('\n')}`);
      if (operation) answered.add(`${operation.operationId} ${response.status}`);
      const code = problemCode(answer);
      if (code !== undefined) codes.add(code);
      return new Response(bytes.byteLength === 0 ? null : bytes, { status: response.status, headers: response.headers });
    },
  };
}

/** Treats undocumented properties as errors by closing all objects. */
function rooted({ components }: OpenApi, schema: Schema): Schema {
  return closed({ $id: 'https://described.invalid/', allOf: [schema], components });
}

function closed<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(closed) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const inside = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, closed(part)]));
  const isOpen = 'properties' in inside && 'type' in inside && !('additionalProperties' in inside);
  return { ...inside, ...(isOpen && { additionalProperties: false }) } as Value;
}

type Find = (method: string, address: string) => Operation | undefined;

function operationsOf({ paths }: OpenApi): Find {
  const known = Object.entries(paths).map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    methods,
  }));
  return (method, address) => {
    const path = address.split('?')[0] ?? '';
    const found = known.find(({ pattern }) => pattern.test(path))?.methods;
    // HEAD exists wherever GET does.
    return found?.[method.toLowerCase()] ?? (method === 'HEAD' ? found?.['get'] : undefined);
  };
}

type Answer = { readonly status: number; readonly headers: Headers; readonly bytes: ArrayBuffer };
type FaultsOf = (schema: Schema, value: unknown) => readonly string[];

function faultsIn(operation: Operation | undefined, answer: Answer, faultsOf: FaultsOf): readonly string[] {
  const { status, headers, bytes } = answer;
  const cache = headers.get('Cache-Control') === 'no-store' ? [] : ['the response is cacheable'];
  if (!operation) return cache;
  const described = operation.responses[String(status)];
  if (!described)
    return [...cache, `${operation.operationId} does not describe this response: ${Buffer.from(bytes).toString().slice(0, 300)}`];
  const missing = Object.entries(described.headers ?? {}).flatMap(([name, { required }]) =>
    required && !headers.has(name) ? [`the header ${name} is missing`] : [],
  );
  return [...cache, ...missing, ...bodyFaults(described, answer, faultsOf)];
}

function bodyFaults({ content }: Described, { headers, bytes }: Answer, faultsOf: FaultsOf): readonly string[] {
  if (bytes.byteLength === 0) return [];
  if (!content) return ['it has a body'];
  const type = (headers.get('Content-Type') ?? '').split(';')[0] ?? '';
  const media = content[type];
  if (!media) return '*/*' in content ? [] : [`it is of type ${type}`];
  if (JSON_TYPE.test(type)) return faultsOf(media.schema, JSON.parse(Buffer.from(bytes).toString()));
  if (type !== 'text/event-stream') return [];
  return eventsIn(Buffer.from(bytes).toString()).flatMap((event) => faultsOf({ $ref: '#/components/schemas/Job' }, event));
}

/** Parses the `data` lines of server-sent events. */
export function eventsIn(text: string): readonly unknown[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)));
}

function problemCode({ headers, bytes }: Answer): string | undefined {
  if (headers.get('Content-Type') !== 'application/problem+json' || bytes.byteLength === 0) return undefined;
  const { error }: { error: { code: string } } = JSON.parse(Buffer.from(bytes).toString());
  return error.code;
}
