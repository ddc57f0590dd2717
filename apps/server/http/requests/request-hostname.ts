import type { Context } from 'hono';

/** Host name that a request was sent to, in lower case, without port and final dot. Undefined without a valid `Host` header. */
export function requestHostname({ req }: Pick<Context, 'req'>): string | undefined {
  const address = `http://${req.header('Host') ?? ''}`;
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : undefined;
}
