import { createServer, type Server } from 'node:http';
import { createApi } from './api.ts';
import { requestListener } from './http/requests/request-listener.ts';
import type { Log } from './observability/log.ts';
import type { Services } from './services.ts';

/** Creates an HTTP server with the API only, without pages. The caller starts listening. */
export function createApiServer(services: Services, log: Log): Server {
  return createServer(requestListener(createApi(services, log).fetch));
}
