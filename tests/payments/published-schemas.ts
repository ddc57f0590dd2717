/** Holds exchanges with a fake to the schemas that its service publishes. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PaymentConnection } from '@bakkum/payment/provider';
import { z } from 'zod';

const document = z.object({ schemas: z.record(z.string(), z.looseObject({})) });

export type PublishedSchemas = {
  /** Returns the schema errors of a body; empty if it is valid. */
  problems(name: string, body: unknown): readonly string[];
  /** Sends requests as `fetch` does and reports bodies that do not conform. */
  checkedFetch(report: (problem: string) => void): NonNullable<PaymentConnection['fetch']>;
};

type Rules = {
  readonly folder: string;
  /** Replaces the ids in a path. */
  readonly withoutIds: (path: string) => string;
  /** Beginnings of operations that have no published schema. */
  readonly undocumented?: readonly string[];
};

/** Reads the schemas of a folder beside this file. */
export function publishedSchemas({ folder, withoutIds, undocumented = [] }: Rules): PublishedSchemas {
  const place = path.join(import.meta.dirname, folder);
  const schemas: ReadonlyMap<string, z.ZodType> = new Map(
    readdirSync(place)
      .filter((file) => file.endsWith('.json'))
      .flatMap((file) => Object.entries(document.parse(JSON.parse(readFileSync(path.join(place, file), 'utf8'))).schemas))
      .map(([name, schema]) => [name, z.fromJSONSchema(schema, { defaultTarget: 'openapi-3.0' })]),
  );
  const problems = (name: string, body: unknown): readonly string[] => {
    const schema = schemas.get(name);
    if (!schema) return [`${name}: no schema`];
    const { error } = schema.safeParse(body);
    return error ? error.issues.map((issue) => `${name} ${issue.path.join('.')}: ${issue.message}`) : [];
  };
  return {
    problems,
    checkedFetch: (report) => async (address, init) => {
      const operation = `${init.method ?? 'GET'} ${withoutIds(new URL(address).pathname)}`;
      if (undocumented.some((start) => operation.startsWith(start))) return fetch(address, init);
      if (typeof init.body === 'string') problems(`${operation} request`, JSON.parse(init.body)).forEach(report);
      const response = await fetch(address, init);
      // An answer without a body, such as that of a cancellation.
      if (response.status === 204) return response;
      const name = response.ok ? `${operation} ${response.status}` : `error ${response.status}`;
      if (response.ok || schemas.has(name)) problems(name, await response.clone().json()).forEach(report);
      return response;
    },
  };
}
