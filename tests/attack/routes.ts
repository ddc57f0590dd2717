import { inject } from 'vitest';
import { createApi } from '../../apps/server/api.ts';
import { startTestServer } from '../../apps/server/test-server.ts';

/** A route of the API, with `:name` for its parameters. */
export type Route = { readonly method: string; readonly path: string };

/** Every route of the API, including those that its documents do not describe. */
export async function apiRoutes(): Promise<readonly Route[]> {
  const server = await startTestServer(inject('postgresFolder'));
  const { routes } = createApi(server.services, server.log);
  await server.close();
  const named = routes.filter(({ path }) => !path.includes('*')).map(({ method, path }) => `${method} ${path}`);
  return [...new Set(named)].map((name) => {
    const [method = '', path = ''] = name.split(' ');
    return { method: method === 'ALL' ? 'POST' : method, path };
  });
}
