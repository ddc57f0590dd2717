/** The part of our OpenAPI 3.1 document that clients are generated from. */
import { z } from 'zod';

export type Schema = {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly anyOf?: readonly Schema[] | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: Schema | undefined;
  readonly additionalProperties?: Schema | boolean | undefined;
  readonly description?: string | undefined;
  readonly default?: unknown;
};

const schema: z.ZodType<Schema> = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  description: z.string().optional(),
  required: z.array(z.string()).optional(),
  get anyOf() {
    return z.array(schema).optional();
  },
  get properties() {
    return z.record(z.string(), schema).optional();
  },
  get items() {
    return schema.optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), schema]).optional();
  },
});

const content = z.record(z.string(), z.object({ schema }));
const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  required: z.boolean().optional(),
  description: z.string().optional(),
  schema,
});
const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().optional(),
  tags: z.tuple([z.string()]),
  parameters: z.array(parameter).default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: content.optional() })),
});
const description = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  components: z.object({ schemas: z.record(z.string(), schema) }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

export type Operation = z.infer<typeof operation> & { readonly method: string; readonly path: string };
export type ApiDescription = {
  readonly title: string;
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly operations: readonly Operation[];
};

/** Parses an OpenAPI document. @throws z.ZodError if it lacks what our document has */
export function readApiDescription(document: unknown): ApiDescription {
  const { info, components, paths } = description.parse(document);
  return {
    title: info.title,
    schemas: components.schemas,
    operations: Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, found]) => ({ ...found, method: method.toUpperCase(), path })),
    ),
  };
}

/** Returns the media types and schemas of the successful responses. A response without a body has none. */
export function successContent({ responses }: Operation): readonly (readonly [mediaType: string, schema: Schema])[] {
  return Object.entries(responses)
    .filter(([status]) => /^20[0-4]$/.test(status))
    .flatMap(([, response]) => Object.entries(response.content ?? {}).map(([type, { schema: found }]) => [type, found] as const));
}

/** Returns the name of the component a schema refers to. */
export function refName({ $ref }: Schema): string | undefined {
  return $ref?.split('/').at(-1);
}
