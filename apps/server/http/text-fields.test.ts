/** Characters that PostgreSQL cannot store, sent to every place that takes text. */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { createApi } from '../api.ts';
import { startTestServer, type TestServer, type Visitor } from '../test-server.ts';

const BAD = { NUL: 'a\0b', 'half of a surrogate pair': 'a\ud800b' } as const;
let server: TestServer;
let visitor: Visitor;
let key: string;

beforeAll(async () => {
  server = await startTestServer(inject('postgresFolder'));
  visitor = await server.someone();
  key = await server.apiKey(visitor.id);
});
afterAll(async () => {
  expect(server.lines.filter((line) => line.includes('request-failed'))).toEqual([]);
  await server.close();
});

describe('every documented field', () => {
  const TEXTLESS: ReadonlySet<string> = new Set(['number', 'boolean', 'enum', 'literal', 'null', 'transform']);
  const BEGINNINGS = [' ', 'x', 'abcdefgh', 'https://example.com/', 'a@example.com'];

  function acceptsAtEnd(schema: z.ZodType, text: string): boolean {
    return BEGINNINGS.some((beginning) => schema.safeParse(beginning + text).success);
  }

  /** Fields whose text is accepted, with their place in the request. */
  function acceptingFields(schema: z.core.$ZodType, place: string, text: string): readonly string[] {
    const inner = (...parts: readonly (readonly [z.core.$ZodType, string])[]) =>
      parts.flatMap(([part, name]) => acceptingFields(part, name, text));
    const { def } = (schema as z.ZodType)._zod as unknown as { readonly def: z.core.$ZodTypes['_zod']['def'] };
    if (TEXTLESS.has(def.type)) return [];
    switch (def.type) {
      case 'string':
        return acceptsAtEnd(schema as z.ZodType, text) ? [place] : [];
      case 'object':
        return inner(...Object.entries(def.shape).map(([name, part]) => [part, `${place}.${name}`] as const));
      case 'array':
        return inner([def.element, `${place}[]`]);
      case 'record':
        return inner([def.keyType, `${place} key`], [def.valueType, `${place} value`]);
      case 'union':
        return inner(...def.options.map((part, index) => [part, `${place}|${index}`] as const));
      case 'optional':
      case 'nullable':
      case 'default':
      case 'prefault':
      case 'catch':
      case 'readonly':
        return inner([def.innerType, place]);
      case 'pipe':
        return inner([def.in, place]);
      default:
        throw new Error(`${place}: this test does not know ${def.type}`);
    }
  }

  const bodySchema = (media: object | undefined): unknown => (media && 'schema' in media ? media.schema : undefined);

  function routesOf(api: OpenAPIHono<never>) {
    return api.openAPIRegistry.definitions.flatMap((definition) => (definition.type === 'route' ? [definition.route] : []));
  }

  it.each(Object.entries(BAD))('refuses %s', (_, text) => {
    const routes = routesOf(createApi(server.services, server.log) as unknown as OpenAPIHono<never>);
    expect(routes.length).toBeGreaterThan(50);
    const accepting = routes.flatMap(({ method, path, request: parts }) =>
      [
        bodySchema(parts?.body?.content['application/json']),
        parts?.query,
        parts?.params,
        ...(Array.isArray(parts?.headers) ? parts.headers : [parts?.headers]),
      ].flatMap((schema) => (schema instanceof z.ZodType ? acceptingFields(schema, `${method} ${path}`, text) : [])),
    );
    expect(accepting).toEqual([]);
  });
});

const image = { style: 'photographic', aspectRatio: '1:1', resolution: 'standard' };
const BODIES: readonly (readonly [place: string, field: string, body: (text: string) => object])[] = [
  ['account/reset-password', 'token', (token) => ({ token, password: 'correct horse 2' })],
  ['account/verify', 'token', (token) => ({ token })],
  ['account/sign-in', 'password', (password) => ({ email: 'a@example.com', password })],
  [
    'contact',
    'message',
    (message) => ({ name: 'a', email: 'a@example.com', subject: 'general', message: `0123456789${message}`, locale: 'en' }),
  ],
  ['images/generations', 'prompt', (prompt) => ({ prompt, ...image })],
  ['images/boards', 'name', (name) => ({ name })],
  ['images/presets', 'name', (name) => ({ name, settings: image })],
  ['images/reports', 'note', (note) => ({ reason: 'other', note })],
  ['payments/return', 'order', (order) => ({ order })],
  ['analytics', 'page_url', (page_url) => ({ event: 'page_view', session_id: randomUUID(), page_url })],
];

describe.each(Object.entries(BAD))('%s in a body', (_, text) => {
  it.each(BODIES)('of %s is refused with the field', async (place, field, body) => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const response = await server.send(visitor.cookie, 'POST', place, body(text), headers);
    const problem = (await response.json()) as { readonly error: { readonly details?: readonly { readonly field: string }[] } };
    expect([response.status, problem.error.details?.filter((issue) => issue.field === field)]).toMatchObject([
      422,
      [{ field, problem: 'unsupported-characters' }],
    ]);
  });

  it.each([
    ['POST', 'jobs', 'tag', { upload_id: randomUUID(), target_format: 'png', tag: text }],
    [
      'POST',
      'jobs',
      'webhook_url',
      { upload_id: randomUUID(), target_format: 'png', webhook_url: `https://example.com/${text}` },
    ],
    ['POST', 'jobs', 'filename', { url: 'https://example.com/a.png', target_format: 'png', filename: text }],
    ['POST', 'jobs', 'options.name', { upload_id: randomUUID(), target_format: 'png', options: { name: text } }],
    ['PUT', 'webhooks', 'url', { url: `https://example.com/${text}` }],
  ])('of %s /api/v1/%s is refused with the field %s', async (method, place, field, body) => {
    const response = await fetch(`${server.url}/api/v1/${place}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: 'INVALID_REQUEST', details: { fields: [{ field, problem: 'unsupported-characters' }] } },
    });
  });

  it('of a form is refused with the field', async () => {
    const form = new FormData();
    form.set('target_format', 'png');
    form.set('options', JSON.stringify({ name: text }));
    form.set('file', new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']), 'a.svg');
    const response = await fetch(`${server.url}/api/v1/upload`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}` },
      body: form,
    });
    expect(await response.json()).toMatchObject({
      error: { details: { fields: [{ field: 'options.name', problem: 'unsupported-characters' }] } },
    });
  });
});

describe('in an address', () => {
  it.each([
    ['api/images?search=a%00b', 422],
    ['api/images?before=a%00b', 422],
    ['api/images?before=1.------------------------------------', 200],
    [`api/images/imports?agreed=true&name=a%00b`, 422],
    ['api/v1/jobs?tag=a%00b', 400],
    ['api/v1/jobs?cursor=a%00b', 400],
    ['api/v1/jobs/a%00b', 400],
    ['api/v1/formats/a%00b/png', 400],
    ['api/v1/formats?category=a%00b', 400],
    ['api/v1/cloud/options/a%00b/png', 404],
    ['api/v1/cloud/events?jobs=a%00b', 400],
    ['api/v1/cloud/shares/a%00b', 404],
    ['api/v1/download/a%00b', 400],
    ['demo/paypal/checkoutnow?token=a%00b', 404],
    ['api/credits/statement?before=9007199254740991', 200],
    ['api/a%00b', 404],
  ])('%s is answered with %i', async (address, status) => {
    const headers = { Cookie: visitor.cookie, Origin: server.url };
    expect((await fetch(`${server.url}/${address}`, { headers })).status).toBe(status);
  });

  it('is harmless in cookies, an API key and upload metadata', async () => {
    const cookie = ['bakkum.session_token', 'bakkum.devices', 'bakkum-visitor', 'bakkum-mailbox', 'locale']
      .map((name) => `${name}=a%00b%ED%A0%80`)
      .join('; ');
    expect((await server.send(cookie, 'GET', 'account/session')).status).toBe(200);
    expect((await server.send(cookie, 'GET', 'v1/jobs')).status).toBeLessThan(500);
    const signedIn = await server.send(cookie, 'POST', 'account/sign-in', { email: visitor.email, password: 'wrong horse' });
    expect(signedIn.status).toBe(401);
    const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '5', 'Upload-Metadata': `filename ${btoa('a\0b.svg')}` };
    const upload = await fetch(`${server.url}/api/v1/tus`, {
      method: 'POST',
      headers: { ...headers, Authorization: `Bearer ${key}` },
    });
    expect(upload.status).toBe(201);
  });
});

describe('a form that ends early', () => {
  const HEAD = '--x\r\nContent-Disposition: form-data; name="target_format"\r\n\r\npng\r\n';
  const FILE = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.svg"\r\nContent-Type: image/svg+xml\r\n\r\n<svg';

  it.each([
    ['in a file', HEAD + FILE],
    ['in a field', HEAD.slice(0, -8)],
    ['in a header', HEAD + FILE.slice(0, 50)],
    ['at once', ''],
  ])('%s is refused as a wrong request', async (_, text) => {
    for (const place of ['upload', 'uploads']) {
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'multipart/form-data; boundary=x' };
        const sent = request(`${server.url}/api/v1/${place}`, { method: 'POST', headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        sent.on('error', reject);
        sent.end(text);
      });
      expect([place, status]).toEqual([place, 400]);
    }
  });
});
