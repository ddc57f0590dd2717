import { createRoute } from '@hono/zod-openapi';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { serveApiDocument } from './api-document.ts';
import { answer, createRoutes, noStore } from './api-routes.ts';

const hello = createRoute({ method: 'get', path: '/api/hello', responses: { 200: answer('A greeting', z.object({})) } });

function documented() {
  const routes = createRoutes();
  const build = vi.spyOn(routes, 'getOpenAPI31Document');
  routes.use('/api/*', noStore);
  serveApiDocument(routes, '/api/openapi.json', { openapi: '3.1.0', info: { title: 'Hello', version: '1' } });
  routes.openapi(hello, (context) => context.json({}, 200));
  const get = async (headers: Record<string, string> = {}): Promise<Response> => routes.request('/api/openapi.json', { headers });
  return { build, get };
}

it('is made once, with routes added later', async () => {
  const { build, get } = documented();
  const answers = await Promise.all([get(), get(), get()]);
  expect(build).toHaveBeenCalledTimes(1);
  expect(await answers[0]?.json()).toMatchObject({ openapi: '3.1.0', paths: { '/api/hello': {} } });
});

it('is sent again only when it has changed', async () => {
  const { get } = documented();
  const { headers } = await get();
  expect(headers.get('Cache-Control')).toBe('private, max-age=0, must-revalidate');
  const again = await get({ 'If-None-Match': headers.get('ETag') ?? '' });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

it('is compressed for clients that accept it', async () => {
  const { get } = documented();
  expect((await get({ 'Accept-Encoding': 'br' })).headers.get('Content-Encoding')).toBe('br');
});
