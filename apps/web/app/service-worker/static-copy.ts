/** What the service worker does for a static copy, whose file server may send no special headers and redirect to a slash. */
import { contentSecurityPolicy, FRAME_POLICY, LINK_WORKER, LINK_WORKER_POLICY, PAGE_HEADERS } from '@bakkum/site/security-policy';

const POLICY = 'Content-Security-Policy';

/** Adds the security headers that a page or worker lacks. The policy of a page is inside it. */
export function secured(request: Request, response: Response): Response {
  const isWorker = request.destination === 'worker' || request.destination === 'sharedworker';
  // A redirect is opaque, and causes a separate request.
  if ((!isWorker && request.mode !== 'navigate') || response.type === 'opaqueredirect') return response;
  const headers = new Headers(response.headers);
  const policy = isWorker ? workerPolicy(new URL(request.url).pathname) : FRAME_POLICY;
  for (const [name, value] of [...Object.entries(PAGE_HEADERS), [POLICY, policy] as const])
    if (!headers.has(name)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

function workerPolicy(pathname: string): string {
  return LINK_WORKER.test(pathname) ? LINK_WORKER_POLICY : contentSecurityPolicy();
}

/** Browsers refuse to open a stored page that was redirected, as from `/converter` to `/converter/`. */
export function unredirected(response: Response): Response {
  if (!response.redirected) return response;
  const { body, status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
