import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createApi } from './api.ts';
import type { Log } from './observability/log.ts';
import type { Services } from './services.ts';

/** The API alone, without pages; it does not listen yet. */
export function createApiServer(services: Services, log: Log): Server {
  const listener = getRequestListener(createApi(services, log).fetch);
  return createServer((request, response) => void listener(request, response));
}
