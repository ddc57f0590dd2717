import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createApi } from './api.ts';
import { refusingLongAddresses } from './http/long-addresses.ts';
import type { Log } from './observability/log.ts';
import type { Services } from './services.ts';

/** Creates an HTTP server with the API only, without pages. The caller starts listening. */
export function createApiServer(services: Services, log: Log): Server {
  const listener = getRequestListener(createApi(services, log).fetch);
  return createServer(refusingLongAddresses((request, response) => void listener(request, response)));
}
