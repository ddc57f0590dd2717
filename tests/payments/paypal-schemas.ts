/** Checks every exchange with the fake against PayPal's published schemas (paypal-schemas/README.md). */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PaymentConnection } from '@bakkum/payment/provider';
import { z } from 'zod';

const FOLDER = path.join(import.meta.dirname, 'paypal-schemas');
const document = z.object({ schemas: z.record(z.string(), z.looseObject({})) });

const SCHEMAS: ReadonlyMap<string, z.ZodType> = new Map(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => Object.entries(document.parse(JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'))).schemas))
    .map(([name, schema]) => [name, z.fromJSONSchema(schema, { defaultTarget: 'openapi-3.0' })]),
);

/** Returns the schema errors of a body; empty if it is valid. */
export function schemaProblems(name: string, body: unknown): readonly string[] {
  const schema = SCHEMAS.get(name);
  if (!schema) return [`${name}: no schema`];
  const { error } = schema.safeParse(body);
  return error ? error.issues.map(({ path: place, message }) => `${name} ${place.join('.')}: ${message}`) : [];
}

/** `POST /v2/checkout/orders/{id}/capture`: ids are replaced, the query is dropped. */
function operationOf(method: string, address: string): string {
  const { pathname } = new URL(address);
  return `${method} ${pathname.replace(/(orders|captures|refunds|disputes)\/[\w-]+/, '$1/{id}')}`;
}

const UNDOCUMENTED = ['POST /v1/oauth2/token', 'GET /v1/notifications/certs/'];

/** Sends requests as `fetch` does and reports bodies that do not conform. */
export function checkedFetch(report: (problem: string) => void): NonNullable<PaymentConnection['fetch']> {
  return async (address, init) => {
    const operation = operationOf(init.method ?? 'GET', address);
    if (UNDOCUMENTED.some((start) => operation.startsWith(start))) return fetch(address, init);
    if (typeof init.body === 'string') schemaProblems(`${operation} request`, JSON.parse(init.body)).forEach(report);
    const response = await fetch(address, init);
    const name = response.ok ? `${operation} ${response.status}` : `error ${response.status}`;
    if (response.ok || SCHEMAS.has(name)) schemaProblems(name, await response.clone().json()).forEach(report);
    return response;
  };
}
