import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { refusingLongAddresses } from './long-addresses.ts';
import { refusingRepeatedHosts } from './repeated-hosts.ts';

type Fetch = Parameters<typeof getRequestListener>[0];

/** Handles a request, or calls `next`. */
type Middleware = (request: Parameters<RequestListener>[0], response: Parameters<RequestListener>[1], next: () => void) => void;

/** Makes an app the listener of a Node server. Ambiguous requests and long addresses reach neither the app nor `before`, which sees requests first. */
export function requestListener(fetch: Fetch, before?: Middleware): RequestListener {
  const answer = getRequestListener(fetch);
  const listener: RequestListener = (request, response) => {
    if (before) before(request, response, () => void answer(request, response));
    else void answer(request, response);
  };
  return refusingRepeatedHosts(refusingLongAddresses(listener));
}
